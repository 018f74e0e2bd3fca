'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { periodOf } from '#lib/list/view-filters.ts';
import { type Field, isSet, removal } from './filters/typed.ts';
import type { FilterState } from './filters/use-list-filters.ts';
import { useFilterName } from './filters/use-shown-value.ts';

/** The likeliest to be too narrow first. */
const SUSPECTS: readonly Field['kind'][] = ['personal', 'text', 'amount', 'words'];
type Props = {
  state: FilterState;
  /** How many rows a filter leaves. */
  total: (filters: FilterState['filters']) => { queryKey: readonly unknown[]; queryFn?: unknown };
  /** Where nothing narrows the list, and where only the period does. */
  none: ReactNode;
  period?: string;
};

/** Why nothing is here, and the next step. */
export function EmptyResult({ state, total, none, period }: Props) {
  const t = useTranslations('list.empty');
  const { filters, stored, fields, clear } = state;
  const set = fields.filter((field) => isSet(field, filters, stored));
  const suspects = SUSPECTS.map((kind) => set.filter((field) => field.kind === kind));
  const narrow = suspects.find((some) => some.length > 0);
  if (narrow !== undefined) return <TooNarrow state={state} total={total} suspects={narrow} />;
  const { from, to } = periodOf(filters);
  if (from === null && to === null) return none;
  return (
    <EmptyState title={t('filter')} action={<Button onClick={clear}>{t('allTime')}</Button>}>
      {period}
    </EmptyState>
  );
}

type NarrowProps = Pick<Props, 'state' | 'total'> & { suspects: readonly Field[] };

/** Says how many there are without the filter that is likeliest to hide them. */
function TooNarrow({ state, total, suspects }: NarrowProps) {
  const t = useTranslations('list');
  const nameOf = useFilterName();
  const [first] = suspects;
  const personal = first?.kind === 'personal';
  const name = personal && suspects.length > 1 ? t('empty.stored') : nameOf(first?.name ?? '');
  const change = first === undefined || personal ? { store: {} } : removal(first);
  const without = 'filters' in change ? change.filters : { f: null };
  const asked = total({ ...state.filters, ...without }) as { queryKey: readonly unknown[] };
  const { data } = useQuery<number | null>(asked);
  return (
    <EmptyState
      title={t('empty.filter')}
      action={
        <>
          <Button onClick={() => state.set(without)}>{t('empty.remove', { name })}</Button>
          <Button variant="quiet" onClick={state.clear}>
            {t('filters.clearAll')}
          </Button>
        </>
      }
    >
      {typeof data === 'number' && data > 0 && t('empty.without', { count: data, name: inSentence(name) })}
      {data === 0 && t('empty.withoutNone', { name: inSentence(name) })}
      {(data === null || data === undefined) && t('empty.todo')}
    </EmptyState>
  );
}

/** 'Documento' → 'documento'; an abbreviation such as E2E stays. */
function inSentence(name: string): string {
  return name === name.toUpperCase() ? name : name.toLowerCase();
}
