import { usePathname, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo, useState } from 'react';
import { useShortcut } from '#components/app-shell/command-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { useIsHydrated } from '#components/ui/clock.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import type { TableProps } from '#components/ui/data-table/table-props.ts';
import type { StoredPlace } from '#components/ui/data-table/use-cursor.ts';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import type { VisibleProblems } from '#lib/api/answer-fields.ts';
import { ReadError } from './read-error.tsx';
import { type AmountOf, idsOf, SelectionBar, Sums, useSelection } from './selection-bar.tsx';
import { type Sorts, useSorting } from './use-columns.ts';

type Page<R> = VisibleProblems & { items: readonly R[]; asOf?: string | null; total?: number | null };
type Query<P> = {
  data: { pages: readonly P[] } | undefined;
  error: unknown;
  refetch: () => unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
};
/** `of` identifies the filter: a new filter clears the selection. */
export type Chooses<R> = {
  of: string;
  nameOf: (row: R) => string;
  /** Absent where the rows have no meaningful sum. */
  amountOf?: AmountOf<R> | undefined;
  /** The id a row refers to, where it is not its own; then only read rows can be selected. */
  idOf?: (row: R) => string;
  /** Actions on the selected rows; without ids, on every row of the filter. */
  actions: (ids?: readonly string[]) => ReactNode;
};
export type RowsProps<R extends { id: string }> = Omit<TableProps<R>, 'selection' | 'place'> & {
  query: Query<Page<R>>;
  empty: ReactNode;
  /** Lets rows be selected. */
  chooses?: Chooses<R> | undefined;
  sorts?: Sorts<R> | undefined;
  /** Shows the sums of the read rows: in, out, and not moved. */
  sums?: boolean;
  /** Content between the rows and the "more" button. */
  children?: ReactNode;
};

/** All rows of the pages, each once where pages overlap. */
export function rowsOf<R extends { id: string }>(pages: readonly { items: readonly R[] }[]): R[] {
  return [...new Map(pages.flatMap(({ items }) => items.map((row) => [row.id, row] as const))).values()];
}

/** The open record is not part of a list's identity. */
const DRAWER_PARAMS = ['open', 'op'];

/**
 * The scroll position (px) of this list, stored per URL while the tab is open and restored when the operator
 * returns from another page. Other filters on the same page start at the first row.
 */
export function useListPlace(): StoredPlace {
  const params = new URLSearchParams(useSearchParams());
  for (const name of DRAWER_PARAMS) params.delete(name);
  const key = `guiche.place ${usePathname()}?${params}`;
  // After a full page load the list starts at the top.
  const arrived = useIsHydrated();
  const [pending] = useState(() => ({ key: arrived ? key : null }));
  return useMemo(
    () => ({
      read: () => {
        if (pending.key !== key) return 0;
        pending.key = null;
        return Number(sessionStorage.getItem(key) ?? 0);
      },
      write: (px) => sessionStorage.setItem(key, String(Math.round(px))),
    }),
    [pending, key],
  );
}

/** A list read by cursor. Rows already read stay on screen when a later read fails. */
export function ListRows<R extends { id: string }>(props: RowsProps<R>) {
  const { query, empty, children, chooses, sorts, sums, ...table } = props;
  const t = useTranslations('list.table');
  const totals = useTranslations('list.totals');
  const keys = useTranslations('list.keys');
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const rows = useMemo(() => data && rowsOf(data.pages), [data]);
  const sorting = useSorting(sorts, data !== undefined && !hasNextPage);
  const selection = useSelection<R>(chooses?.of ?? '');
  const place = useListPlace();
  const toggleFocused = () =>
    document.activeElement?.closest('tr[data-index]')?.querySelector<HTMLElement>('[data-pick]')?.click();
  useShortcut('x', toggleFocused, { label: keys('toggle'), enabled: chooses !== undefined });
  // Escape first closes an open record.
  const recordOpen = table.opening !== undefined && 'open' in table.opening && table.opening.open !== null;
  useShortcut('Escape', selection.clear, { enabled: selection.ids.size > 0 && !recordOpen });
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
            <DataTable
              rows={rows}
              {...table}
              sorting={sorting ?? table.sorting}
              place={place}
              selection={chooses && { ...selection, nameOf: chooses.nameOf }}
            />
          )}
      {children}
      {sums && chooses?.amountOf && rows !== undefined && rows.length > 0 && (
        <p
          className="flex flex-wrap items-baseline gap-x-3 border-t border-line px-panel py-2"
          title={totals('basis')}
        >
          <span className="cap">{t(hasNextPage ? 'sumOfRead' : 'sumOfAll', { count: rows.length })}</span>
          <Sums rows={rows} amountOf={chooses.amountOf} />
        </p>
      )}
      {hasNextPage && (
        <p className="flex items-center gap-3 p-panel">
          <Button aria-busy={isFetchingNextPage || undefined} onClick={() => void fetchNextPage()}>
            {t(rows?.length === 0 ? 'searchOn' : 'more')}
          </Button>
          {total != null && <span className="cap">{t('shown', { shown: rows?.length ?? 0, total })}</span>}
          {total == null && (
            <span className="cap hidden print:inline">{t('printed', { shown: rows?.length ?? 0 })}</span>
          )}
        </p>
      )}
      {chooses && selection.ids.size > 0 && (
        // The selection bar sticks to the bottom while people scroll. Sticky elements end above the
        // scroller's bottom padding, so the negative offset moves the bar over it.
        <div className="sticky bottom-[calc(-1*var(--foot,0px))] z-3 max-wide:bottom-(--tab-bar) print:hidden">
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
