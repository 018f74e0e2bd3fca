'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo, useRef } from 'react';
import { ColumnSettings } from '#components/list/column-settings.tsx';
import { useListExport } from '#components/list/export/use-list-export.tsx';
import { FilterBar } from '#components/list/filters/filter-bar.tsx';
import { DaySums } from '#components/list/grid/day-line.tsx';
import styles from '#components/list/grid/grid.module.css';
import { Grid } from '#components/list/grid/grid.tsx';
import type { GridHandle } from '#components/list/grid/use-grid.ts';
import { ListFaults } from '#components/list/list-faults.tsx';
import { CountTotal, LeftOut, SumTotal, Totals } from '#components/list/totals.tsx';
import { type ShownColumns, useShownColumns } from '#components/list/use-columns.ts';
import { type RowOpen, useRowOpen } from '#components/list/use-open.ts';
import { useRows } from '#components/list/use-rows.ts';
import { useSelection } from '#components/list/use-selection.ts';
import { useSort } from '#components/list/use-sort.ts';
import { PageHead } from '#components/shell/page-head.tsx';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Money } from '#components/ui/money.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import type { RowBook } from '#lib/list/pages.ts';
import { toQuery } from '#lib/list/to-query.ts';
import { transactionRows } from '#lib/transactions/list-queries.ts';
import type { Bound, Reading } from '#lib/transactions/paste.ts';
import { type Row, type Sums, sumCents } from '#lib/transactions/rows.ts';
import { transactionsList } from '#lib/transactions/transactions.list.ts';
import { RefreshRows } from '../list/refresh-rows.tsx';
import { SavedViews } from '../list/views/saved-views.tsx';
import { DetailDrawer, EmptyResult, nearRows, SelectionBar } from './lazy-parts.tsx';
import { Notices, useNotices } from './notices.tsx';
import { RowCell } from './row-cell.tsx';
import { searched } from './search-change.ts';
import { SearchField } from './search-field.tsx';
import { type Resending, useResend } from './use-resend.ts';
import {
  sortKey,
  type TransactionFilterState,
  type TransactionRows,
  useColumnName,
  useOfferedColumns,
  useTransactionFilters,
} from './use-transactions.ts';

/** The table over the whole result, its filters, and one transaction beside it. */
export function TransactionsView() {
  const view = useList();
  const { account, state, search, rows, selection, columns, offers, drawer, resend } = view;
  const { exportOf, error: exportError } = useListExport(transactionsList, {
    ...{ name: useTranslations('transactions')('file'), filters: state.filters, count: rows.total },
  });
  const toRow = (reading: Reading | Bound) => takeReading(reading, state, drawer.show);
  return (
    <div className={styles.view}>
      <DrawerLayout {...beside(drawer, resend, rows.book)}>
        <TransactionsHead {...{ rows, state }} columns={columns} exported={exportOf()} />
        <FilterBar state={state} now={rows.asOf} before={<SearchField field={search} onChoose={toRow} />}>
          <ColumnSettings list={transactionsList} {...{ columns, offers }} />
        </FilterBar>
        <ListFaults state={state} rows={rows} exportError={exportError} />
        <ReadingNote pages={rows.pages} />
        {(rows.loading || rows.asOf !== null) && <TotalsStrip rows={rows} />}
        {rows.ended && rows.book.size === 0 ? (
          <Nothing account={account} state={state} />
        ) : (
          (rows.book.size > 0 || rows.loading) && <TransactionsGrid key={view.filterKey} view={view} />
        )}
        {selection.ids.size > 0 && <SelectionBar {...{ selection, rows, resend, exportOf }} />}
      </DrawerLayout>
    </div>
  );
}

/** State shared by the list's parts. */
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
  const words = useGridLabels();
  const columns = useShownColumns(transactionsList, account, words.column);
  const offers = useOfferedColumns();
  // One and the same while nothing changes: rows are drawn anew with other columns.
  const names = useMemo(() => offers.filter((name) => columns.names.includes(name)), [offers, columns.names]);
  return {
    ...{
      account,
      state,
      filterKey,
      grid,
      search,
      sort,
      sortBy,
      rows,
      selection,
      columns,
      offers,
      names,
      words,
    },
    drawer: useRowOpen(grid),
    resend: useResend(filters),
  };
}
type View = ReturnType<typeof useList>;

const GIVEN = { by: 'time', falling: true };

function TransactionsGrid({ view }: { view: View }) {
  const { rows, names, selection, words, drawer, resend, search, grid, sort, sortBy } = view;
  const { told, reach } = useNotices(rows, names.includes('notice'));
  return (
    <Notices value={told}>
      <Grid
        columns={names}
        rows={{ ...rows, reach }}
        {...{ list: transactionsList, selection, words, cell: RowCell, handle: grid }}
        sort={rows.ended ? sort : GIVEN}
        onSort={rows.ended ? sortBy : undefined}
        open={resend.sheet ? null : drawer.open}
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
    </Notices>
  );
}

function Nothing({ account, state }: Pick<View, 'account' | 'state'>) {
  const t = useTranslations('transactions.empty');
  return (
    <div className={styles.scroller}>
      <EmptyResult
        state={state}
        read={(without) => transactionRows.rows(account, { ...state.filters, ...without })}
        none={{ title: t('none'), todo: t('noneTodo') }}
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

function useGridLabels() {
  const t = useTranslations('transactions.table');
  const left = useTranslations('list.totals');
  return {
    label: t('label'),
    column: useColumnName(),
    nameOf,
    day: (sums: Sums) => (
      <DaySums count={t('day', { count: sums.count })}>
        {sums.inCount > 0 && <Money cents={sumCents(sums.in)} direction="in" />}
        {sums.outCount > 0 && <Money cents={sumCents(sums.out)} direction="out" />}
        {sums.unjudged > 0 && (
          <span title={left('leftOutWhy')}>{left('leftOutDay', { count: sums.unjudged })}</span>
        )}
      </DaySums>
    ),
  };
}

/** One task, or one transaction, beside the table. */
function beside(drawer: RowOpen, { sheet }: Resending, book: RowBook<Row>) {
  if (sheet) return { room: 'sheet', drawer: sheet } as const;
  if (drawer.open === null) return {};
  const { open, show, close } = drawer;
  return { drawer: <DetailDrawer key={open} id={open} book={book} onOpen={show} onClose={close} /> };
}

type Props = {
  rows: TransactionRows;
  state: TransactionFilterState;
  columns: ShownColumns;
  exported: ReactNode;
};

/** How old the rows are, how many came since, the export, and the way to a new charge. */
function TransactionsHead({ rows, state, columns, exported }: Props) {
  const t = useTranslations('transactions');
  const { account } = useSession();
  const mayCharge = useCan('charge') && account.capabilities.includes('charges-create');
  return (
    <PageHead title={t('title')} asOf={rows.asOf}>
      <RefreshRows rows={rows} />
      <SavedViews list={transactionsList} state={state} columns={columns} now={rows.asOf} />
      {exported}
      {mayCharge && (
        <LinkButton href={`/${account.slug}/charges`} icon="plus">
          <span className="max-wide:sr-only">{t('newCharge')}</span>
        </LinkButton>
      )}
    </PageHead>
  );
}

/** How many the whole filter has, and the sums of those that were read: it says of how many. */
function TotalsStrip({ rows }: { rows: TransactionRows }) {
  const t = useTranslations('transactions.totals');
  const words = useTranslations('list.totals');
  const { sums, total, loading, book, ended } = rows;
  return (
    <Totals label={words('label')}>
      <CountTotal total={total} read={book.size} loading={loading} ended={ended} />
      {sums !== null && (
        <>
          <SumTotal
            label={t('in', { count: sums.inCount })}
            icon="arrow-in"
            cents={sumCents(sums.in)}
            direction="in"
          />
          <SumTotal
            label={t('out', { count: sums.outCount })}
            icon="arrow-out"
            cents={sumCents(sums.out)}
            direction="out"
          />
          <SumTotal
            label={t('refunded', { count: sums.refundedCount })}
            icon="return"
            cents={sumCents(sums.refunded)}
            direction="out"
          />
          <SumTotal label={t('fees')} cents={sumCents(sums.fees)} direction="out" />
          <LeftOut count={sums.unjudged} />
        </>
      )}
    </Totals>
  );
}
