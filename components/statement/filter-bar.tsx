'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useRef } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import type { Field } from '#components/list/filters/typed.ts';
import { Chip, ChipButton } from '#components/ui/chip.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { typesToOffer } from '#lib/statement/rules.ts';
import type { Lines } from './lines-view.tsx';
import type { FilterState } from './use-statement.ts';

/** Period, and what this account's service filters by: what it does not take is absent. */
export function useOfferedFilters(state: FilterState, lines: Lines) {
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

/** The field as this service takes it: one amount or its bounds, the types that are known here. */
function takenBy(takes: ReadonlySet<string>, field: Field, types: readonly string[]): Field[] {
  if (field.kind === 'amount') {
    if (takes.has('amountFrom') && takes.has('amountTo')) return [field];
    return takes.has('amount') ? [{ ...field, only: true }] : [];
  }
  if (!takes.has(field.name)) return [];
  return [field.name === 'type' && field.kind === 'words' ? { ...field, known: types } : field];
}

/** Names of the filters that are taken; while another result is read, those known before. */
export function useTaken(lines: Lines): ReadonlySet<string> {
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
