import { type InfiniteData, type UseInfiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { EmptyState } from '#components/ui/panel.tsx';
import { activeFilters } from '#lib/list/list.ts';
import { periodOf } from '#lib/list/view-filters.ts';
import { ExportError } from './export/use-list-export.tsx';
import { type Field, isSet, removal } from './filters/typed.ts';
import { type FilterState, useFilterName } from './filters/use-list-filters.ts';
import { ReadError } from './read-error.tsx';

type Props = {
  state: FilterState;
  /** Absent where the rows show their own error. */
  rows?: { error: unknown; retry: () => void; asOf: string | null } | undefined;
  exportError?: unknown;
};

/** Shows the errors of the list, its filters and its export above the rows. */
export function ListErrors({ state, rows, exportError = null }: Props) {
  const t = useTranslations('list.filters');
  // A missing stored filter also makes the list fail; only the first is shown.
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
      {Boolean(exportError) && <ExportError error={exportError} />}
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

/** Filter kinds, the most likely to hide all rows first. */
const SUSPECTS: readonly Field['kind'][] = ['personal', 'text', 'amount', 'words'];

type EmptyResultProps = {
  state: FilterState;
  /** Query options of the list for other filters; cached for when the operator chooses them. */
  read: (filters: FilterState['filters']) => { queryKey: readonly unknown[] };
  /** Texts where no filter is set; absent while it is unknown whether there are rows. */
  none?: { title: ReactNode; hint?: ReactNode; action?: ReactNode } | undefined;
  /** Text where only the period is set; null where every read has a period, so that `none` covers it. */
  period?: string | null;
  /** There are unread pages. */
  more?: boolean;
};

/** Explains why the list is empty and offers the next step. */
export function EmptyResult({ state, read, none, period, more = false }: EmptyResultProps) {
  const t = useTranslations('list');
  const { filters, stored, fields, clear } = state;
  if (more) return <EmptyState title={t('empty.notYet')}>{t('empty.notYetHint')}</EmptyState>;
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
        {(days && period) || t('empty.hint')}
      </EmptyState>
    );
  return (
    none && (
      <EmptyState title={none.title} action={none.action}>
        {none.hint}
      </EmptyState>
    )
  );
}

type NarrowProps = Pick<EmptyResultProps, 'state' | 'read'> & { suspects: readonly Field[] };

type Counted = InfiniteData<{ total?: number | null }>;

/** States how many rows there are without the filter that most likely hides them. */
function TooNarrow({ state, read, suspects }: NarrowProps) {
  const t = useTranslations('list');
  const nameOf = useFilterName();
  const [first] = suspects;
  const personal = first?.kind === 'personal';
  const name = personal && suspects.length > 1 ? t('empty.stored') : nameOf(first?.name ?? '');
  const change = first === undefined || personal ? { store: {} } : removal(first);
  const without = 'filters' in change ? change.filters : { f: null };
  const queryOptions = read({ ...state.filters, ...without }) as UseInfiniteQueryOptions<
    Counted,
    Error,
    Counted
  >;
  const count = useInfiniteQuery({ ...queryOptions, refetchInterval: false }).data?.pages[0]?.total;
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
        ? t('empty.hint')
        : t(count > 0 ? 'empty.without' : 'empty.withoutNone', { count, name: inSentence(name) })}
    </EmptyState>
  );
}

/** 'Documento' → 'documento'; an abbreviation such as E2E is not changed. */
function inSentence(name: string): string {
  return name === name.toUpperCase() ? name : name.toLowerCase();
}
