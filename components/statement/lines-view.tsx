'use client';

import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import type { Field } from '#components/list/filters/typed.ts';
import { ListBar, ListHead, useListPanel } from '#components/list/list-panel.tsx';
import { rowsOf } from '#components/list/list-rows.tsx';
import { useRowOpens } from '#components/list/use-drawer-route.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Chip, ChipButton } from '#components/ui/chip.tsx';
import { DrawerLayout } from '#components/ui/drawer.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { PageFrame } from '#components/ui/page.tsx';
import { CallError } from '#lib/api/client.ts';
import type { StatementNames } from '#lib/statement/contract.ts';
import { linesOptions, namesOptions } from '#lib/statement/queries.ts';
import { typesToOffer, withNames } from '#lib/statement/rules.ts';
import { type StatementFilters, statementList } from '#lib/statement/statement.list.ts';
import { BalancePanel, useClosings } from './balance-panel.tsx';
import { LineDrawer } from './line-drawer.tsx';
import { offeredColumns, SCROLLER, StatementRows, useStatementTable } from './statement-table.tsx';
import { TotalsStrip } from './totals-strip.tsx';
import { useLedger } from './use-ledger.ts';
import { type FilterState, type Place, useStatementFilters } from './use-statement.ts';

type Props = { place: Place };

function useLines(filters: StatementFilters) {
  const { slug: account, capabilities } = useSession().account;
  const transactions = capabilities.includes('transactions');
  const query = useInfiniteQuery(linesOptions(account, filters));
  const { data } = query;
  const named = useQueries({
    queries: transactions ? (data?.pages ?? []).map((page) => namesOptions(account, page.items)) : [],
    combine: namesIn,
  });
  const loaded = useMemo(() => {
    const pages = data?.pages ?? [];
    const items = withNames(rowsOf(pages), named.items);
    // Lines whose names are still loading; no reason for a missing name is shown yet.
    const naming = new Set(pages.flatMap((page, place) => (named.waits[place] ? idsOf(page.items) : [])));
    return { items, naming, first: pages[0] };
  }, [data, named]);
  return { ...query, ...loaded };
}
const namesIn = (answers: { data: StatementNames | undefined; isLoading: boolean }[]) => ({
  items: answers.flatMap(({ data }) => data?.items ?? []),
  waits: answers.map(({ isLoading }) => isLoading),
});
const idsOf = (lines: readonly { id: string }[]) => lines.map(({ id }) => id);
export type Lines = ReturnType<typeof useLines>;

/** The filters that this account's provider supports, and the period. */
function useOfferedFilters(state: FilterState, lines: Lines) {
  const { kind } = useSession().account;
  const takes = useTaken(lines);
  const { type } = state.filters;
  const { items } = lines;
  const fields = useMemo(() => {
    const seen = items.map((line) => line.type);
    const types = typesToOffer(kind, seen, type ?? []);
    return state.fields.flatMap((field) => takenBy(takes, field, types));
  }, [state.fields, takes, kind, items, type]);
  return { state: { ...state, fields }, after: <OrderChip state={state} takes={takes} /> };
}

/** The field as the provider supports it: an exact amount or its bounds, and the known types. */
function takenBy(takes: ReadonlySet<string>, field: Field, types: readonly string[]): Field[] {
  if (field.kind === 'amount') {
    if (takes.has('amountFrom') && takes.has('amountTo')) return [field];
    return takes.has('amount') ? [{ ...field, only: true }] : [];
  }
  if (!takes.has(field.name)) return [];
  return [field.name === 'type' && field.kind === 'words' ? { ...field, known: types } : field];
}

/** Names of the supported filters; while another result loads, the previous ones. */
function useTaken(lines: Lines): ReadonlySet<string> {
  const known = useRef<ReadonlySet<string>>(new Set());
  const { first } = lines;
  if (first !== undefined && first.filters.join() !== [...known.current].join())
    known.current = new Set(first.filters);
  return known.current;
}

function OrderChip({ state: { filters, set }, takes }: { state: FilterState; takes: ReadonlySet<string> }) {
  const t = useTranslations('statement.filters.order');
  if (!takes.has('order')) return null;
  const fields = takes.has('sort') ? (['posted', 'created'] as const) : ([null] as const);
  const options = fields.flatMap((sort) =>
    (['desc', 'asc'] as const).map((order) => ({
      value: `${sort ?? ''}-${order}`,
      label: sort === null ? t(order) : t(`${sort}.${order}`),
    })),
  );
  const value = `${takes.has('sort') ? (filters.sort ?? 'posted') : ''}-${filters.order ?? 'desc'}`;
  const choose = (next: string) => {
    const [sort, order] = next.split('-');
    set({ sort: sort === 'created' ? 'created' : null, order: order === 'asc' ? 'asc' : null });
  };
  const shown = options.find((option) => option.value === value)?.label;
  return (
    <Chip>
      <Menu
        label={t('label')}
        trigger={<ChipButton label={t('label')} value={shown} caret />}
        items={[{ kind: 'choice', id: 'order', label: t('label'), value, onChange: choose, options }]}
      />
    </Chip>
  );
}

/** Every change of the balance, newest first, with the balance after it. */
export function LinesView({ place }: Props) {
  const state = useStatementFilters();
  const lines = useLines(state.filters);
  const t = useTranslations('statement');
  const offers = offeredColumns(lines);
  const takes = useTaken(lines);
  const panel = useListPanel({
    list: statementList,
    state,
    query: lines,
    file: t('file'),
    words: useStatementTable().words,
    offers,
    takes,
  });
  const { open, show, close } = place;
  const ledger = useLedger({ lines, filters: state.filters, folds: panel.names.includes('fee') });
  const tellsBalance = useClosings({ lines, filters: state.filters }).length > 0;
  const [drawn, setDrawn] = useState(false);
  useRowOpens(close);
  return (
    <PageFrame>
      <DrawerLayout
        drawer={
          open === null ? undefined : (
            <LineDrawer key={open} id={open} lines={lines} ledger={ledger} onOpen={show} onClose={close} />
          )
        }
      >
        <ListHead title={t('title')} query={lines}>
          {tellsBalance && (
            <Button
              icon="bars"
              variant="quiet"
              aria-expanded={drawn}
              title={t('balance.title')}
              onClick={() => setDrawn(!drawn)}
            >
              <span className="@max-[56rem]/room:sr-only">{t('balance.title')}</span>
            </Button>
          )}
          {panel.tools}
        </ListHead>
        <ListBar
          panel={panel}
          {...useOfferedFilters(state, lines)}
          usual="days30"
          choices={offers.filter((name) => name !== 'pair')}
        >
          <Basis by={state.filters.sort ?? 'posted'} />
        </ListBar>
        <TotalsStrip lines={lines} span={ledger.span} />
        <div className={SCROLLER}>
          <Refused error={lines.error} state={state} />
          {drawn && <BalancePanel lines={lines} filters={state.filters} />}
          <StatementRows
            lines={lines}
            ledger={ledger}
            place={place}
            panel={panel}
            filters={state.filters}
            ordered={takes.has('order')}
          />
        </div>
      </DrawerLayout>
    </PageFrame>
  );
}

/** Which date of a line orders the list, its sums and its balances. */
function Basis({ by }: { by: 'posted' | 'created' }) {
  const t = useTranslations('statement.basis');
  return (
    <span className="text-xs whitespace-nowrap text-ink-3 @max-[62rem]/room:hidden" title={t('why')}>
      {t(by)}
    </span>
  );
}

/** Names filters that the provider rejected, and removes them with one click. */
function Refused({ error, state }: { error: unknown; state: FilterState }) {
  const t = useTranslations('statement.filters');
  const rejectedFields = error instanceof CallError ? (error.problem.fields ?? []) : [];
  const names = rejectedFields.flatMap(({ field, message }) =>
    message === 'not_supported' || message === 'one_only' || (field === 'f' && message === 'unknown')
      ? [field]
      : [],
  );
  if (names.length === 0) return null;
  const labels = names.map((name) => (t.has(`name.${name}`) ? t(`name.${name as 'type'}`) : name)).join(', ');
  const take = () => {
    const words = ['document', 'search', 'name', 'f'];
    const change = names.map((name) => [words.includes(name) ? 'f' : name, null]);
    state.set(Object.fromEntries(change));
  };
  return (
    <div className="p-gutter">
      <Callout
        tone="warn"
        title={t('refused', { names: labels })}
        action={<Button onClick={take}>{t('takeAway')}</Button>}
      >
        {t('refusedHint')}
      </Callout>
    </div>
  );
}
