'use client';

import { useTranslations } from 'next-intl';
import { useQueryState } from 'nuqs';
import { useCallback, useEffect, useRef, useState } from 'react';
import { LazySheet } from '#components/resends/lazy-sheet.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import { openParser, toQuery } from '#lib/transactions/filters.ts';
import type { RowBook } from '#lib/transactions/rows.ts';
import { ExportFault } from './export-fault.tsx';
import { FilterBar } from './filter-bar.tsx';
import { DetailDrawer, EmptyResult, SelectionBar } from './later-parts.tsx';
import { ReadError } from './read-error.tsx';
import { RowsTable } from './rows-table.tsx';
import { TableSettings } from './table-settings.tsx';
import { TotalsStrip } from './totals-strip.tsx';
import styles from './transactions.module.css';
import { TransactionsHead } from './transactions-head.tsx';
import { useColumns } from './use-columns.ts';
import { useFilters } from './use-filters.ts';
import { type Resending, useResend } from './use-resend.ts';
import { useRows } from './use-rows.ts';
import type { TableHandle } from './use-rows-table.ts';
import { useSelection } from './use-selection.ts';
import { useViews } from './views/use-views.ts';

/** The table over the whole result, its filters, and one transaction beside it. */
export function TransactionsView() {
  const account = useSession().account.slug;
  const state = useFilters(account);
  const filterKey = JSON.stringify(toQuery(state.filters));
  const table = useRef<TableHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const rows = useRows(account, state.filters, () => table.current?.toTop());
  const selection = useSelection(rows.book);
  const [columns, setColumns] = useColumns(account);
  const views = useViews({ state, columns, onColumns: setColumns, now: rows.asOf });
  const [exportError, setExportError] = useState<unknown>(null);
  const drawer = useDrawer(table);
  const resend = useResend(state.filters);
  const { clear } = selection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another choice
  useEffect(() => clear(), [filterKey, clear]);
  const empty = rows.ended && rows.book.size === 0;
  return (
    <div className={styles.view}>
      <DrawerLayout {...beside(drawer, resend, rows.book)}>
        <TransactionsHead rows={rows} state={state} views={views} onExportError={setExportError} />
        <FilterBar state={state} search={search} now={rows.asOf} onTransaction={drawer.show}>
          <TableSettings columns={columns} onColumns={setColumns} />
        </FilterBar>
        <Faults state={state} rows={rows} exportError={exportError} />
        <ReadingNote pages={rows.pages} />
        {(rows.loading || rows.asOf !== null) && <TotalsStrip rows={rows} />}
        {empty && (
          <div className={styles.scroller}>
            <EmptyResult state={state} />
          </div>
        )}
        {!empty && (rows.book.size > 0 || rows.loading) && (
          <RowsTable
            key={filterKey}
            rows={rows}
            columns={columns}
            selection={selection}
            open={resend.start === null ? drawer.open : null}
            onOpen={(id) => {
              resend.leave();
              drawer.show(id);
            }}
            onEscape={() => (resend.leave() ? undefined : drawer.open === null ? clear() : drawer.close())}
            onSearch={() => search.current?.focus()}
            handle={table}
          />
        )}
        {selection.ids.size > 0 && <SelectionBar selection={selection} resend={resend} />}
      </DrawerLayout>
    </div>
  );
}

/** One task, or one transaction, beside the table. */
function beside(drawer: ReturnType<typeof useDrawer>, { start, leave }: Resending, book: RowBook) {
  if (start !== null) return { room: 'sheet', drawer: <LazySheet start={start} onClose={leave} /> } as const;
  if (drawer.open === null) return {};
  const { open, show, close } = drawer;
  return { drawer: <DetailDrawer key={open} id={open} book={book} onOpen={show} onClose={close} /> };
}

type FaultsProps = {
  state: ReturnType<typeof useFilters>;
  rows: ReturnType<typeof useRows>;
  exportError: unknown;
};

function Faults({ state, rows, exportError }: FaultsProps) {
  const t = useTranslations('transactions.filters');
  // Without its stored filter the list is refused too: one sentence says it better than two.
  const error = state.storedGone ? null : (rows.error ?? state.storeError);
  if (!error && !exportError && !state.storedGone) return null;
  return (
    <div className="grid gap-2 px-gutter pb-2">
      {Boolean(error) && <ReadError error={error} onRetry={rows.retry} asOf={rows.asOf} />}
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

/** The transaction beside the table stands in the address; from one to the next no step of history is made. */
function useDrawer(table: React.RefObject<TableHandle | null>) {
  const [open, setOpen] = useQueryState('open', openParser.open);
  const show = useCallback(
    (id: string) => void setOpen(id, { history: open === null ? 'push' : 'replace' }),
    [open, setOpen],
  );
  const close = useCallback(() => {
    void setOpen(null, { history: 'replace' });
    table.current?.focusRow();
  }, [setOpen, table]);
  return { open, show, close };
}
