'use client';

import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { PeriodChip } from '#components/transactions/period-chip.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { formatDocument } from '#lib/documents.ts';
import { narrowing } from '#lib/statement/filters.ts';
import { LINE_STATUSES, typesToOffer } from '#lib/statement/rules.ts';
import { AmountChip, MenuChip, TextChips, type TextFilter, WordsChip } from './chips.tsx';
import { useStatusWords, useTypeWords } from './line-words.ts';
import type { Lines } from './lines-view.tsx';
import styles from './statement.module.css';
import type { FilterState, WordState } from './use-statement.ts';

type Props = { state: FilterState; lines: Lines };

/** Period, and what this account's service filters by: what it does not take is absent. */
export function FilterBar({ state, lines }: Props) {
  const t = useTranslations('statement.filters');
  const { filters, set, clear, words } = state;
  const takes = useTakes(lines);
  return (
    <>
      <fieldset className={styles.filters} aria-label={t('label')}>
        <PeriodChip
          span={{ from: filters.from, to: filters.to }}
          usual="days30"
          now={lines.first?.asOf ?? null}
          onChange={({ from, to }) => set({ from, to })}
        />
        {takes.has('type') && <TypeChip state={state} lines={lines} />}
        {takes.has('direction') && <DirectionChip state={state} />}
        {takes.has('status') && <StatusChip state={state} />}
        <Amounts state={state} takes={takes} />
        <TextChips filters={useTextFilters(state, takes)} />
        <OrderChip state={state} takes={takes} />
        {narrowing(filters).length > 1 && (
          <Button variant="quiet" onClick={clear}>
            {t('clear')}
          </Button>
        )}
      </fieldset>
      <StoredFaults words={words} />
    </>
  );
}

/** Names of the filters that are taken; while another result is read, those known before. */
function useTakes(lines: Lines): ReadonlySet<string> {
  const known = useRef<ReadonlySet<string>>(new Set());
  const { first } = lines;
  if (first !== undefined && first.filters.join() !== [...known.current].join())
    known.current = new Set(first.filters);
  return known.current;
}

export function StoredFaults({ words }: { words: WordState }) {
  const t = useTranslations('statement.filters');
  if (!words.gone && words.error === null) return null;
  return (
    <div className="grid gap-2 px-gutter pb-2">
      {words.gone && (
        <Callout tone="warn" action={<Button onClick={words.forget}>{t('storedRemove')}</Button>}>
          {t('storedGone')}
        </Callout>
      )}
      {words.error !== null && <ErrorCard error={words.error} />}
    </div>
  );
}

function TypeChip({ state: { filters, set }, lines }: Props) {
  const t = useTranslations('statement.filters');
  const { kind } = useSession().account;
  const words = useTypeWords();
  const seen = lines.items.map(({ type }) => type);
  return (
    <WordsChip
      label={t('name.type')}
      words={typesToOffer(kind, seen, filters.type ?? [])}
      chosen={filters.type}
      say={words.name}
      onChange={(type) => set({ type })}
    />
  );
}

function DirectionChip({ state: { filters, set } }: { state: FilterState }) {
  const t = useTranslations('statement.filters');
  const say = (way: string) => t(way === 'in' ? 'in' : 'out');
  return (
    <WordsChip
      label={t('name.direction')}
      words={['in', 'out']}
      single
      chosen={filters.direction === null ? null : [filters.direction]}
      say={say}
      onChange={(next) => set({ direction: next === null ? null : next[0] === 'in' ? 'in' : 'out' })}
    />
  );
}

/** Document 2 takes one. */
function StatusChip({ state: { filters, set } }: { state: FilterState }) {
  const t = useTranslations('statement.filters');
  return (
    <WordsChip
      label={t('name.status')}
      words={LINE_STATUSES}
      single
      chosen={filters.status}
      say={useStatusWords()}
      onChange={(status) => set({ status })}
    />
  );
}

type TakesProps = { state: FilterState; takes: ReadonlySet<string> };

function Amounts({ state: { filters, set }, takes }: TakesProps) {
  const bounds = takes.has('amountFrom') && takes.has('amountTo');
  if (!bounds && !takes.has('amount')) return null;
  const { amount, amountFrom, amountTo } = filters;
  return (
    <AmountChip
      exact={!bounds}
      from={amountFrom ?? amount}
      to={amountTo ?? amount}
      onChange={(from, to) =>
        set(
          bounds
            ? { amount: null, amountFrom: from, amountTo: to }
            : { amount: from, amountFrom: null, amountTo: null },
        )
      }
    />
  );
}

/** What can be searched by text; a person's data is kept on the server. */
function useTextFilters({ filters, set, words }: FilterState, takes: ReadonlySet<string>): TextFilter[] {
  const t = useTranslations('statement.filters');
  const plain = (name: 'transactionId' | 'endToEndId', most: number): TextFilter => ({
    name,
    label: t(`name.${name}`),
    rule: t(`rule.${name}`),
    value: filters[name],
    shown: shortId(filters[name] ?? ''),
    least: 1,
    most,
    personal: false,
    onChange: (next) => set({ [name]: next }),
  });
  const personal = (name: 'document' | 'search', most: number, least: number): TextFilter => ({
    name,
    label: t(`name.${name}`),
    rule: t(`rule.${name}`),
    value: words.stored[name] ?? null,
    shown: name === 'document' ? formatDocument(words.stored.document ?? '') : (words.stored.search ?? ''),
    least,
    most,
    personal: true,
    onChange: (next) => words.keep(name, next),
  });
  const all = [
    personal('search', 120, 2),
    personal('document', 80, 1),
    plain('transactionId', 128),
    plain('endToEndId', 64),
  ];
  return all.filter(({ name }) => takes.has(name));
}

function OrderChip({ state: { filters, set }, takes }: TakesProps) {
  const t = useTranslations('statement.filters');
  if (!takes.has('order')) return null;
  const fields = takes.has('sort') ? (['posted', 'created'] as const) : ([null] as const);
  const options = fields.flatMap((sort) =>
    (['desc', 'asc'] as const).map((order) => ({
      value: `${sort ?? ''}-${order}`,
      label: sort === null ? t(`order.${order}`) : t(`order.${sort}.${order}`),
    })),
  );
  const value = `${takes.has('sort') ? (filters.sort ?? 'posted') : ''}-${filters.order ?? 'desc'}`;
  const choose = (next: string) => {
    const [sort, order] = next.split('-');
    set({
      sort: sort === 'created' ? 'created' : null,
      order: order === 'asc' ? 'asc' : null,
    });
  };
  return (
    <MenuChip
      label={t('order.label')}
      value={options.find((option) => option.value === value)?.label}
      items={[{ kind: 'choice', id: 'order', label: t('order.label'), value, onChange: choose, options }]}
      onRemove={null}
    />
  );
}
