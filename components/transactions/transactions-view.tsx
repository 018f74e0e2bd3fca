'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { EmptyResult } from '#components/list/list-states.tsx';
import { LongBar, LongGrid, LongPage, LongRows, LongSelectionBar } from '#components/list/long-list.tsx';
import { CountTotal, LeftOut, SumTotal, Totals } from '#components/list/totals.tsx';
import { type LongList, useLongList } from '#components/list/use-long-list.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { DaySums } from '#components/ui/data-table/table-body.tsx';
import { DrawerPlaceholder } from '#components/ui/drawer.tsx';
import { Money } from '#components/ui/money.tsx';
import { sumCents } from '#lib/core/money.ts';
import type { Bound, Reading } from '#lib/transactions/paste.ts';
import { transactionRows } from '#lib/transactions/queries.ts';
import type { Row, Sums } from '#lib/transactions/rows.ts';
import { directionOf } from '#lib/transactions/rules.ts';
import { type TransactionFilters, transactionsList } from '#lib/transactions/transactions.list.ts';
import { Notices, RowCell, useNotices } from './row-cell.tsx';
import { SearchField } from './search-field.tsx';
import {
  type Resending,
  sortKey,
  type TransactionRows,
  useColumnName,
  useOfferedColumns,
  useResend,
  useTransactionFilters,
} from './use-transactions.ts';

const DetailDrawer = dynamic(async () => (await import('./detail/detail-page.tsx')).DetailDrawer, {
  ssr: false,
  loading: DrawerPlaceholder,
});

type View = LongList<TransactionFilters, Row, Sums>;

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
  const { rows, selection } = list;
  const { open, show, close } = list.drawer;
  const choose = (reading: Reading | Bound) => {
    const change = searched(reading);
    if (change === null) show(String(reading.value));
    else if ('filters' in change) state.set(change.filters);
    // The view shows a failure (`storeError`).
    else state.store(change.store, change.also).catch(() => {});
  };
  const detail = open !== null && (
    <DetailDrawer key={open} id={open} book={rows.book} onOpen={show} onClose={close} />
  );
  return (
    <LongPage
      of={list}
      title={t('title')}
      actions={<NewCharge />}
      size={resend.sheet ? 'sheet' : 'drawer'}
      drawer={resend.sheet || detail}
    >
      <LongBar of={list} before={<SearchField field={search} onChoose={choose} />} />
      {(rows.loading || rows.asOf !== null) && <TotalsStrip rows={rows} />}
      <LongRows of={list} empty={<Nothing list={list} />}>
        <TransactionsGrid list={list} resend={resend} onSearch={() => search.current?.focus()} />
      </LongRows>
      {selection.ids.size > 0 && <SelectionBar list={list} resend={resend} />}
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

const SUMS = [
  { name: 'in', count: 'inCount', icon: 'arrow-in', direction: 'in' },
  { name: 'out', count: 'outCount', icon: 'arrow-out', direction: 'out' },
  { name: 'refunded', count: 'refundedCount', icon: 'return', direction: 'out' },
] as const;

/** The number of matching transactions, and sums of the loaded ones, with their count. */
function TotalsStrip({ rows: { sums, total, loading, book, ended } }: { rows: TransactionRows }) {
  const t = useTranslations('transactions.totals');
  const label = useTranslations('list.totals')('label');
  return (
    <Totals label={label}>
      <CountTotal total={total} read={book.size} loading={loading} ended={ended} />
      {sums !== null && (
        <>
          {SUMS.map(({ name, count, icon, direction }) => (
            <SumTotal
              key={name}
              label={t(name, { count: sums[count] })}
              icon={icon}
              cents={sumCents(sums[name])}
              direction={direction}
            />
          ))}
          <SumTotal label={t('fees')} cents={sumCents(sums.fees)} direction="out" />
          <LeftOut count={sums.unjudged} />
        </>
      )}
    </Totals>
  );
}

type ActionProps = { list: View; resend: Resending };

function SelectionBar({ list, resend: { filtered, selected } }: ActionProps) {
  const t = useTranslations('resends.action');
  const { ids, whole } = list.selection;
  return (
    <LongSelectionBar of={list} amountOf={(row) => ({ cents: row.amount, direction: directionOf(row) })}>
      {filtered !== null && <Button onClick={filtered}>{t('filter')}</Button>}
      {selected !== null && !whole && (
        <Button icon="send" onClick={() => selected(ids)}>
          {t('selection')}
        </Button>
      )}
    </LongSelectionBar>
  );
}

/** Defined outside the component so that unchanged rows do not render again. */
const nameOf = (row: Row) => row.reference ?? row.name ?? row.id;

function TransactionsGrid({ list, resend, onSearch }: ActionProps & { onSearch: () => void }) {
  const t = useTranslations('transactions.table');
  const totals = useTranslations('list.totals');
  const column = useColumnName();
  const { notices, reach } = useNotices(list.rows, list.names.includes('notice'));
  const daySums = (sums: Sums) => (
    <DaySums count={t('day', { count: sums.count })}>
      {sums.inCount > 0 && <Money cents={sumCents(sums.in)} direction="in" />}
      {sums.outCount > 0 && <Money cents={sumCents(sums.out)} direction="out" />}
      {sums.unjudged > 0 && (
        <span title={totals('excludedReason')}>{totals('leftOutDay', { count: sums.unjudged })}</span>
      )}
    </DaySums>
  );
  return (
    <Notices value={notices}>
      <LongGrid
        of={list}
        task={resend}
        reach={reach}
        onSearch={onSearch}
        labels={{ label: t('label'), column, nameOf, day: daySums }}
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
        none={{ title: t('none'), hint: t('noneHint') }}
        period={t('period')}
      />
    </div>
  );
}

/** Fields that a search sets: a new search replaces the previous one, even if edited in a filter. */
const NO_SEARCH = {
  clientReference: null,
  virtualAccount: null,
  endToEndId: null,
  amount: null,
  amountFrom: null,
  amountTo: null,
} as const;

type Change =
  | { filters: Partial<TransactionFilters> }
  | { store: { document: string | null; name: string | null }; also: Partial<TransactionFilters> };

/** The filter change of a search; null when it opens a transaction. Other filters and the period stay. */
export function searched({ kind, value }: Reading | Bound): Change | null {
  if (kind === 'transaction') return null;
  if (kind === 'document') return { store: { document: value, name: null }, also: NO_SEARCH };
  if (kind === 'name') return { store: { document: null, name: value }, also: NO_SEARCH };
  return { filters: { ...NO_SEARCH, f: null, [kind]: value } };
}
