'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo } from 'react';
import { useShortcut } from '#components/shell/command-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import type { VisibleProblems } from '#lib/api/visible-problems.ts';
import { ReadError } from '../read-error.tsx';
import { SelectionBar } from '../selection-bar.tsx';
import type { AmountOf } from '../sums.tsx';
import { idsOf, useSelection } from '../use-selection.ts';
import { ListTable, type TableProps } from './list-table.tsx';
import { ReadSums } from './read-sums.tsx';
import styles from './table.module.css';
import { type Sorts, useSortedRows } from './use-sorted-rows.ts';

type Page<R> = VisibleProblems & { items: readonly R[]; asOf?: string | null; total?: number | null };
/** Result of a query by cursor. */
type Query<P> = {
  data: { pages: readonly P[] } | undefined;
  error: unknown;
  refetch: () => unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
};
export type RowsProps<R extends { id: string }> = TableProps<R> & {
  query: Query<Page<R>>;
  /** Content shown when there are no rows. */
  empty: ReactNode;
  /** Rows can be chosen; `of`: another filter is another choice. */
  chooses?: {
    of: string;
    nameOf: (row: R) => string;
    /** Absent where a sum of the rows would be of nothing. */
    amountOf?: AmountOf<R> | undefined;
    /** Id that a row refers to, when that is not its own; rows that were not read cannot be chosen by it. */
    idOf?: (row: R) => string;
    /** Actions on the chosen rows; without ids, on every row of the filter. */
    actions: (ids?: readonly string[]) => ReactNode;
  };
  /** Orders the rows can be put in. */
  sorts?: Sorts<R>;
  /** True to show the sums of the rows that were read: in, out, and without movement. */
  sums?: boolean;
  /** Between the rows and what reads on. */
  children?: ReactNode;
};

/** Every row once, also where pages overlap. */
export function rowsOf<R extends { id: string }>(pages: readonly { items: readonly R[] }[]): R[] {
  return [...new Map(pages.flatMap(({ items }) => items.map((row) => [row.id, row] as const))).values()];
}

/** A list by cursor: what was read stays above a failed read. */
export function ListRows<R extends { id: string }>(props: RowsProps<R>) {
  const { query, empty, children, chooses, sorts, sums, ...table } = props;
  const t = useTranslations('list.table');
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const read = useMemo(() => data && rowsOf(data.pages), [data]);
  const { rows, ...order } = useSortedRows(read, data !== undefined && !hasNextPage, sorts);
  const book = useMemo(() => ({ size: rows?.length ?? 0, at: (index: number) => rows?.[index] }), [rows]);
  const selection = useSelection(book, chooses?.of ?? '');
  useChoosingKey(chooses === undefined ? undefined : selection.toggle);
  // Where a record stands beside the list, Escape closes that first.
  const beside = table.opening !== undefined && 'open' in table.opening && table.opening.open !== null;
  useShortcut('Escape', selection.clear, { enabled: selection.ids.size > 0 && !beside });
  const total = data?.pages.at(-1)?.total;
  const more = hasNextPage && selection.ids.size >= (rows?.length ?? 0);
  const failed = error !== null && error !== undefined;
  return (
    <>
      {failed && (
        <ReadError error={error} onRetry={() => void refetch()} asOf={data?.pages[0]?.asOf ?? null} />
      )}
      <ReadingNote pages={data?.pages} />
      {rows?.length === 0
        ? empty
        : (rows !== undefined || !failed) && (
            <ListTable
              rows={rows}
              {...table}
              {...order}
              selection={
                chooses && {
                  ...selection,
                  labelOf: (row: R) => t('select', { name: chooses.nameOf(row) }),
                  labelAll: t('selectAll'),
                }
              }
            />
          )}
      {children}
      {sums && chooses?.amountOf && rows !== undefined && rows.length > 0 && (
        <ReadSums rows={rows} whole={!hasNextPage} amountOf={chooses.amountOf} />
      )}
      {hasNextPage && (
        <p className="flex items-center gap-3 p-panel">
          <Button aria-busy={isFetchingNextPage || undefined} onClick={() => void fetchNextPage()}>
            {t(rows?.length === 0 ? 'searchOn' : 'more')}
          </Button>
          {total != null && <span className="cap">{t('shown', { shown: rows?.length ?? 0, total })}</span>}
        </p>
      )}
      {chooses && selection.ids.size > 0 && (
        <div className={styles.bar}>
          <SelectionBar
            selection={selection}
            amountOf={chooses.amountOf}
            idOf={chooses.idOf}
            filter={chooses.idOf ? undefined : { total: total ?? null, more }}
          >
            {selection.whole ? chooses.actions() : chooses.actions(idsOf(selection, chooses.idOf))}
          </SelectionBar>
        </div>
      )}
    </>
  );
}

/** x chooses the row that has the focus. */
function useChoosingKey(toggle: ((index: number) => void) | undefined) {
  const t = useTranslations('list.keys');
  const run = () => {
    const row = document.activeElement?.closest<HTMLElement>('tr[data-index]');
    if (row?.dataset.index !== undefined) toggle?.(Number(row.dataset.index));
  };
  useShortcut('x', run, { label: t('toggle'), enabled: toggle !== undefined });
}
