'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useRef, useState } from 'react';
import { ColumnSettings } from '#components/list/column-settings.tsx';
import { FilterBar } from '#components/list/filters/filter-bar.tsx';
import { DaySums } from '#components/list/grid/day-line.tsx';
import styles from '#components/list/grid/grid.module.css';
import { Grid } from '#components/list/grid/grid.tsx';
import type { GridHandle } from '#components/list/grid/use-grid.ts';
import { ListFaults } from '#components/list/list-faults.tsx';
import { useColumns } from '#components/list/use-columns.ts';
import { type RowOpen, useRowOpen } from '#components/list/use-open.ts';
import { useRows } from '#components/list/use-rows.ts';
import { useSelection } from '#components/list/use-selection.ts';
import { useSort } from '#components/list/use-sort.ts';
import { useViews } from '#components/list/views/use-views.ts';
import { LazySheet } from '#components/resends/lazy-sheet.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Money } from '#components/ui/money.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import { toQuery } from '#lib/list/list.ts';
import type { RowBook } from '#lib/list/pages.ts';
import type { Bound, Reading } from '#lib/transactions/paste.ts';
import { transactionRows } from '#lib/transactions/queries.ts';
import { type Row, type Sums, sumCents } from '#lib/transactions/rows.ts';
import { transactionsList } from '#lib/transactions/transactions.list.ts';
import { DetailDrawer, EmptyResult, nearRows, SelectionBar } from './later-parts.tsx';
import { RowCell } from './row-cell.tsx';
import { searched } from './search-change.ts';
import { SearchField } from './search-field.tsx';
import { TotalsStrip } from './totals-strip.tsx';
import { TransactionsHead } from './transactions-head.tsx';
import { type Resending, useResend } from './use-resend.ts';
import {
  sortKey,
  type TransactionFilterState,
  useColumnName,
  useTransactionFilters,
} from './use-transactions.ts';

/** The table over the whole result, its filters, and one transaction beside it. */
export function TransactionsView() {
  const view = useList();
  const { account, state, search, rows, selection, columns, setColumns, words, drawer, resend } = view;
  const [exportError, setExportError] = useState<unknown>(null);
  const views = useViewsOf(view);
  const toRow = (reading: Reading | Bound) => takeReading(reading, state, drawer.show);
  return (
    <div className={styles.view}>
      <DrawerLayout {...beside(drawer, resend, rows.book)}>
        <TransactionsHead rows={rows} state={state} views={views} onExportError={setExportError} />
        <FilterBar state={state} now={rows.asOf} before={<SearchField field={search} onChoose={toRow} />}>
          <ColumnSettings
            list={transactionsList}
            columns={columns}
            name={words.column}
            onColumns={setColumns}
          />
        </FilterBar>
        <ListFaults state={state} rows={rows} exportError={exportError} />
        <ReadingNote pages={rows.pages} />
        {(rows.loading || rows.asOf !== null) && <TotalsStrip rows={rows} />}
        {rows.ended && rows.book.size === 0 ? (
          <Nothing account={account} state={state} />
        ) : (
          (rows.book.size > 0 || rows.loading) && <TransactionsGrid key={view.filterKey} view={view} />
        )}
        {selection.ids.size > 0 && (
          <SelectionBar {...{ selection, rows, resend }} filters={state.filters} onError={setExportError} />
        )}
      </DrawerLayout>
    </div>
  );
}

/** What the list's parts share. */
function useList() {
  const account = useSession().account.slug;
  const state = useTransactionFilters();
  const { filters } = state;
  const filterKey = JSON.stringify(toQuery(filters));
  const grid = useRef<GridHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const { sort, given, sortBy } = useSort(transactionsList);
  const rows = useRows({
    ...{ queries: transactionRows, account, filters, keyOf: sortKey },
    sort: given ? null : sort,
    onRefreshed: () => grid.current?.toTop(),
  });
  const selection = useSelection(rows.book, filterKey);
  const [columns, setColumns] = useColumns(transactionsList, account);
  return {
    ...{ account, state, filterKey, grid, search, sort, sortBy, rows, selection, columns, setColumns },
    words: useGridWords(),
    drawer: useRowOpen(grid),
    resend: useResend(filters),
  };
}
type View = ReturnType<typeof useList>;

const GIVEN = { by: 'time', falling: true };

function TransactionsGrid({ view }: { view: View }) {
  const { rows, columns, selection, words, drawer, resend, search, grid, sort, sortBy } = view;
  return (
    <Grid
      {...{ list: transactionsList, rows, columns, selection, words, cell: RowCell, handle: grid }}
      sort={rows.ended ? sort : GIVEN}
      onSort={rows.ended ? sortBy : undefined}
      open={resend.start === null ? drawer.open : null}
      onOpen={(id) => {
        resend.leave();
        drawer.show(id);
      }}
      onEscape={() =>
        resend.leave() ? undefined : drawer.open === null ? selection.clear() : drawer.close()
      }
      onSearch={() => search.current?.focus()}
      onNear={nearRows}
    />
  );
}

function Nothing({ account, state }: Pick<View, 'account' | 'state'>) {
  const t = useTranslations('transactions.empty');
  return (
    <div className={styles.scroller}>
      <EmptyResult
        state={state}
        total={(without) => transactionRows.total(account, { ...state.filters, ...without })}
        none={<EmptyState title={t('none')}>{t('noneTodo')}</EmptyState>}
        period={t('period')}
      />
    </div>
  );
}

function takeReading(reading: Reading | Bound, state: TransactionFilterState, show: (id: string) => void) {
  const change = searched(reading);
  if (change === null) show(String(reading.value));
  else if ('filters' in change) state.set(change.filters);
  // A refusal is told by the view (`storeError`).
  else state.store(change.store, change.also).catch(() => {});
}

/** The same for every draw: a row that stays is not drawn anew. */
const nameOf = (row: Row) => row.reference ?? row.name ?? row.id;

function useGridWords() {
  const t = useTranslations('transactions.table');
  return {
    label: t('label'),
    column: useColumnName(),
    nameOf,
    day: (sums: Sums) => (
      <DaySums count={t('day', { count: sums.count })}>
        {sums.inCount > 0 && <Money cents={sumCents(sums.in)} direction="in" />}
        {sums.outCount > 0 && <Money cents={sumCents(sums.out)} direction="out" />}
      </DaySums>
    ),
  };
}

function useViewsOf({ state, columns, setColumns, words, rows }: View) {
  const t = useTranslations('views.ofTransactions');
  const nameOf = useCallback((view: string) => t(view as 'failedYesterday'), [t]);
  return useViews({
    ...{ list: transactionsList, page: 'transactions', state, columns, onColumns: setColumns, nameOf },
    columnName: words.column,
    now: rows.asOf,
  });
}

/** One task, or one transaction, beside the table. */
function beside(drawer: RowOpen, { start, leave }: Resending, book: RowBook<Row>) {
  if (start !== null) return { room: 'sheet', drawer: <LazySheet start={start} onClose={leave} /> } as const;
  if (drawer.open === null) return {};
  const { open, show, close } = drawer;
  return { drawer: <DetailDrawer key={open} id={open} book={book} onOpen={show} onClose={close} /> };
}
