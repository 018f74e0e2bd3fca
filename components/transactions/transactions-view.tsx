'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { EmptyResult } from '#components/list/empty-result.tsx';
import { LongBar, LongGrid, LongHead, LongPage, LongRows } from '#components/list/long-list.tsx';
import { type LongList, useLongList } from '#components/list/use-long-list.ts';
import { DaySums } from '#components/ui/data-table/day-line.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { DrawerPlaceholder } from '#components/ui/drawer-placeholder.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Money } from '#components/ui/money.tsx';
import { transactionRows } from '#lib/transactions/list-queries.ts';
import type { Bound, Reading } from '#lib/transactions/paste.ts';
import { type Row, type Sums, sumCents } from '#lib/transactions/rows.ts';
import { type TransactionFilters, transactionsList } from '#lib/transactions/transactions.list.ts';
import { Notices, useNotices } from './notices.tsx';
import { RowCell } from './row-cell.tsx';
import { searched } from './search-change.ts';
import { SearchField } from './search-field.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { TotalsStrip } from './totals-strip.tsx';
import { type Resending, useResend } from './use-resend.ts';
import {
  sortKey,
  type TransactionFilterState,
  useColumnName,
  useOfferedColumns,
  useTransactionFilters,
} from './use-transactions.ts';

const DetailDrawer = dynamic(async () => (await import('./detail/detail-drawer.tsx')).DetailDrawer, {
  ssr: false,
  loading: DrawerPlaceholder,
});

type View = LongList<TransactionFilters, Row, Sums>;

/** The table over the whole result, its filters, and one transaction beside it. */
export function TransactionsView() {
  const t = useTranslations('transactions');
  const state = useTransactionFilters();
  const list = useLongList({
    list: transactionsList,
    queries: transactionRows,
    state,
    keyOf: sortKey,
    file: t('file'),
    column: useColumnName(),
    offers: useOfferedColumns(),
  });
  const resend = useResend(state.filters);
  const search = useRef<HTMLInputElement>(null);
  const { rows, drawer, selection } = list;
  const toRow = (reading: Reading | Bound) => takeReading(reading, state, drawer.show);
  return (
    <LongPage>
      <DrawerLayout {...beside(list, resend)}>
        <LongHead of={list} title={t('title')}>
          <NewCharge />
        </LongHead>
        <LongBar of={list} before={<SearchField field={search} onChoose={toRow} />} />
        {(rows.loading || rows.asOf !== null) && <TotalsStrip rows={rows} />}
        <LongRows of={list} empty={<Nothing list={list} />}>
          <TransactionsGrid list={list} resend={resend} onSearch={() => search.current?.focus()} />
        </LongRows>
        {selection.ids.size > 0 && <SelectionBar list={list} resend={resend} />}
      </DrawerLayout>
    </LongPage>
  );
}

function NewCharge() {
  const t = useTranslations('transactions');
  const { account } = useSession();
  const may = useCan('charge') && account.capabilities.includes('charges-create');
  if (!may) return null;
  return (
    <LinkButton href={`/${account.slug}/charges?open=new`} icon="plus">
      <span className="@max-[48rem]/room:sr-only">{t('newCharge')}</span>
    </LinkButton>
  );
}

type GridProps = { list: View; resend: Resending; onSearch: () => void };

function TransactionsGrid({ list, resend, onSearch }: GridProps) {
  const { told, reach } = useNotices(list.rows, list.names.includes('notice'));
  return (
    <Notices value={told}>
      <LongGrid
        of={list}
        task={resend}
        reach={reach}
        onSearch={onSearch}
        words={useGridLabels()}
        cell={RowCell}
      />
    </Notices>
  );
}

function Nothing({ list: { account, state } }: { list: View }) {
  const t = useTranslations('transactions.empty');
  return (
    <div className="max-h-dvh min-h-0 flex-1 overflow-auto border-t border-line-strong bg-surface">
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
function beside({ drawer, rows }: View, { sheet }: Resending): { room?: 'sheet'; drawer?: ReactNode } {
  if (sheet) return { room: 'sheet', drawer: sheet };
  if (drawer.open === null) return {};
  const { open, show, close } = drawer;
  return { drawer: <DetailDrawer key={open} id={open} book={rows.book} onOpen={show} onClose={close} /> };
}
