'use client';

import { type InfiniteData, type UseInfiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { activeFilters } from '#lib/list/list.ts';
import { periodOf } from '#lib/list/view-filters.ts';
import { ExportFault } from './export/export-dialog.tsx';
import { type Field, isSet, removal } from './filters/typed.ts';
import { type FilterState, useFilterName } from './filters/use-list-filters.ts';
import { ReadError } from './read-error.tsx';

type Props = {
  state: FilterState;
  /** Absent where the rows say it themselves. */
  rows?: { error: unknown; retry: () => void; asOf: string | null };
  exportError?: unknown;
};

/** Shows errors of the list and its filters above the rows that were read before. */
export function ListFaults({ state, rows, exportError = null }: Props) {
  const t = useTranslations('list.filters');
  // Without its stored filter the list is refused too: one sentence says it better than two.
  const error = state.storedGone ? null : (rows?.error ?? state.storeError);
  if (!error && !exportError && !state.storedGone) return null;
  return (
    <div className="grid gap-2 px-gutter pb-2">
      {Boolean(error) &&
        (rows === undefined ? (
          <ErrorCard error={error} />
        ) : (
          <ReadError error={error} onRetry={rows.retry} asOf={rows.asOf} />
        ))}
      {Boolean(exportError) && <ExportFault error={exportError} />}
      {state.storedGone && (
        <Callout
          tone="warn"
          action={<Button onClick={() => state.set({ f: null })}>{t('storedRemove')}</Button>}
        >
          {t('storedGone')}
        </Callout>
      )}
    </div>
  );
}

/** The likeliest to be too narrow first. */
const SUSPECTS: readonly Field['kind'][] = ['personal', 'text', 'amount', 'words'];

type EmptyResultProps = {
  state: FilterState;
  /** Options of the list by other filters; its first page tells how many they leave, and stands there when they are chosen. */
  read: (filters: FilterState['filters']) => { queryKey: readonly unknown[] };
  /** Where nothing narrows the list; absent while that is not known, and where such a list has rows. */
  none?: { title: ReactNode; todo?: ReactNode; action?: ReactNode } | undefined;
  /** Where only the period does; null where every read has one, so that `none` tells of it. */
  period?: string | null;
  /** There are pages that were not read yet. */
  more?: boolean;
};

/** Why nothing is here, and the next step. */
export function EmptyResult({ state, read, none, period, more = false }: EmptyResultProps) {
  const t = useTranslations('list');
  const { filters, stored, fields, clear } = state;
  if (more) return <EmptyState title={t('empty.notYet')}>{t('empty.notYetTodo')}</EmptyState>;
  const set = fields.filter((field) => isSet(field, filters, stored));
  const suspects = SUSPECTS.map((kind) => set.filter((field) => field.kind === kind));
  const narrow = suspects.find((some) => some.length > 0);
  if (narrow !== undefined) return <TooNarrow state={state} read={read} suspects={narrow} />;
  const { from, to } = periodOf(filters);
  const days = period !== null && (from !== null || to !== null);
  if (days || activeFilters(filters).length > 0)
    return (
      <EmptyState
        title={t('empty.filter')}
        action={<Button onClick={clear}>{t(days ? 'empty.allTime' : 'filters.clearAll')}</Button>}
      >
        {(days && period) || t('empty.todo')}
      </EmptyState>
    );
  return (
    none && (
      <EmptyState title={none.title} action={none.action}>
        {none.todo}
      </EmptyState>
    )
  );
}

type NarrowProps = Pick<EmptyResultProps, 'state' | 'read'> & { suspects: readonly Field[] };

type Counted = InfiniteData<{ total?: number | null }>;

/** Says how many there are without the filter that is likeliest to hide them. */
function TooNarrow({ state, read, suspects }: NarrowProps) {
  const t = useTranslations('list');
  const nameOf = useFilterName();
  const [first] = suspects;
  const personal = first?.kind === 'personal';
  const name = personal && suspects.length > 1 ? t('empty.stored') : nameOf(first?.name ?? '');
  const change = first === undefined || personal ? { store: {} } : removal(first);
  const without = 'filters' in change ? change.filters : { f: null };
  const asked = read({ ...state.filters, ...without }) as UseInfiniteQueryOptions<Counted, Error, Counted>;
  const count = useInfiniteQuery({ ...asked, refetchInterval: false }).data?.pages[0]?.total;
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
      {count == null
        ? t('empty.todo')
        : t(count > 0 ? 'empty.without' : 'empty.withoutNone', { count, name: inSentence(name) })}
    </EmptyState>
  );
}

/** 'Documento' → 'documento'; an abbreviation such as E2E stays. */
function inSentence(name: string): string {
  return name === name.toUpperCase() ? name : name.toLowerCase();
}
