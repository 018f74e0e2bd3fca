'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import type { Told } from '#lib/api/told.ts';
import { ReadError } from '../read-error.tsx';
import { ListTable, type TableProps } from './list-table.tsx';

type Page<R> = Told & { items: readonly R[]; asOf?: string | null; total?: number | null };
/** What a query by cursor gives. */
type Query<P> = {
  data: { pages: readonly P[] } | undefined;
  error: unknown;
  refetch: () => unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
};
type Props<R extends { id: string }> = TableProps<R> & {
  query: Query<Page<R>>;
  /** What stands in the place of the rows where there are none. */
  empty: ReactNode;
  /** Between the rows and what reads on. */
  children?: ReactNode;
};

/** Every row once, also where pages overlap. */
export function rowsOf<R extends { id: string }>(pages: readonly { items: readonly R[] }[]): R[] {
  return [...new Map(pages.flatMap(({ items }) => items.map((row) => [row.id, row] as const))).values()];
}

/** A list by cursor: what was read stays above a failed read. */
export function ListRows<R extends { id: string }>({ query, empty, children, ...table }: Props<R>) {
  const t = useTranslations('list.table');
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const rows = data && rowsOf(data.pages);
  const total = data?.pages.at(-1)?.total;
  const failed = error !== null && error !== undefined;
  return (
    <>
      {failed && (
        <ReadError error={error} onRetry={() => void refetch()} asOf={data?.pages[0]?.asOf ?? null} />
      )}
      <ReadingNote pages={data?.pages} />
      {rows?.length === 0 ? empty : (rows !== undefined || !failed) && <ListTable rows={rows} {...table} />}
      {children}
      {hasNextPage && (
        <p className="flex items-center gap-3 p-panel">
          <Button aria-busy={isFetchingNextPage || undefined} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
          {total != null && <span className="cap">{t('shown', { shown: rows?.length ?? 0, total })}</span>}
        </p>
      )}
    </>
  );
}
