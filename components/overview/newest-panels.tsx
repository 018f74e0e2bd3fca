'use client';

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PlainCell } from '#components/card/card-status.tsx';
import { TransactionAmount } from '#components/list/transaction-amount.tsx';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { useTypeLabels, Who } from '#components/statement/line-labels.tsx';
import { Party } from '#components/ui/data-table/cell-parts.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import type { TableProps } from '#components/ui/data-table/table-props.ts';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { EmptyState } from '#components/ui/panel.tsx';
import { TransactionStatus } from '#components/ui/status.tsx';
import type { CardCharge } from '#lib/card/queries.ts';
import { saoPauloDay } from '#lib/core/dates.ts';
import { type Column, tableColumns } from '#lib/list/list.ts';
import {
  cardFiguresQuery,
  cardsQuery,
  linesQuery,
  RECENT_ROWS,
  recentQuery,
  todayQuery,
} from '#lib/overview/queries.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { sizeAndDirection } from '#lib/statement/readings.ts';
import { counterpartOf } from '#lib/transactions/rules.ts';

const COLUMNS = tableColumns({
  time: { width: 9.5, place: 'time' },
  state: { width: 9, place: 'state' },
  who: { width: 0, grows: true, place: 'who', opens: true },
  aside: { width: 9, under: 50 },
  amount: { width: 9, number: true, place: 'amount' },
});
const NEWEST_FIRST = { by: { by: 'time', falling: true }, columns: [] };

type Props<R extends { id: string }> = Pick<TableProps<R>, 'cell' | 'opening'> & {
  /** Namespace of the title, the caption and the columns. */
  of: 'recent' | 'lines' | 'cards' | 'recurrences';
  query: UseQueryResult<{ items: readonly R[] }>;
  action: ReactNode;
  changes?: { readonly [name: string]: Partial<Column> };
};

/** The newest rows of a list in five columns. Placeholder rows while it loads. */
function NewestPanel<R extends { id: string }>(props: Props<R>) {
  const { of, query, action, changes = {}, cell, opening } = props;
  const t = useTranslations(`overview.${of as 'recent'}`);
  const columns = Object.entries(COLUMNS).map(([name, column]) => [name, { ...column, ...changes[name] }]);
  const table = {
    columns: Object.fromEntries(columns),
    labels: { label: t('caption'), loading: t('caption'), column: (name: string) => t(name as 'time') },
    sorting: NEWEST_FIRST,
    cell,
    opening,
  };
  return (
    <QueryPanel
      query={query}
      title={t('title')}
      action={action}
      padded={false}
      className="overflow-hidden"
      skeleton={<DataTable rows={undefined} waiting={RECENT_ROWS} {...table} />}
    >
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
        ) : (
          <DataTable rows={items} {...table} />
        )
      }
    </QueryPanel>
  );
}

export function RecentPanel({ account }: { account: string }) {
  const query = useQuery(recentQuery(account));
  return (
    <NewestPanel
      of="recent"
      query={query}
      action={(query.data?.items ?? []).length > 0 && <AllOfThem account={account} />}
      changes={{ time: { width: 5.5 } }}
      cell={RecentCell}
      opening={{ href: ({ id }) => `/${account}/transactions?open=${encodeURIComponent(id)}` }}
    />
  );
}

function AllOfThem({ account }: { account: string }) {
  const t = useTranslations('overview.recent');
  const { data } = useQuery(todayQuery(account));
  const count = data?.today.total ?? null;
  const day = data && saoPauloDay(data.today.from);
  return (
    <Link href={`/${account}/transactions${count ? `?from=${day}&to=${day}` : ''}`}>
      {count ? t('allToday', { count }) : t('all')}
    </Link>
  );
}

function RecentCell({ row, column }: { row: Transaction; column: string }) {
  const t = useTranslations('overview.recent');
  const { createdAt, status, clientReference: reference } = row;
  const { name, document, absent } = counterpartOf(row);
  if (column === 'time') return <Instant at={createdAt} variant="time" />;
  if (column === 'state') return <TransactionStatus status={status} />;
  if (column === 'who') return <Party name={name ?? t(`absent.${absent}`)} document={document} />;
  if (column === 'amount') return <TransactionAmount row={row} />;
  return (
    <span className="mono" title={reference ?? undefined}>
      {reference}
    </span>
  );
}

/** The newest statement lines, for accounts without a list of transactions. */
export function LinesPanel({ account }: { account: string }) {
  const t = useTranslations('overview.lines');
  return (
    <NewestPanel
      of="lines"
      query={useQuery(linesQuery(account))}
      action={<Link href={`/${account}/statement`}>{t('all')}</Link>}
      changes={{ state: { width: 12 }, aside: { number: true, under: 62 } }}
      cell={LineCell}
    />
  );
}

function LineCell({ row, column }: { row: StatementLine; column: string }) {
  const typeLabels = useTypeLabels();
  const { type, amount, amountExact, balanceAfter } = row;
  if (column === 'time') return <Instant at={row.postedAt ?? row.createdAt} variant="minute" />;
  if (column === 'state') return <span title={type ?? undefined}>{typeLabels.name(type)}</span>;
  if (column === 'who') return <Who line={row} />;
  if (column === 'aside') return <Money cents={balanceAfter} />;
  return <Money {...sizeAndDirection(amount)} exact={amountExact} />;
}

/** The newest charges of a card account, which has no balance and no statement. */
export function CardsPanel({ account }: { account: string }) {
  const t = useTranslations('overview.cards');
  const query = useQuery(cardsQuery(account));
  return (
    <NewestPanel
      of="cards"
      query={query}
      action={<Link href={`/${account}/card`}>{t('all', { count: query.data?.total ?? 0 })}</Link>}
      cell={ChargeCell}
      opening={{ href: ({ id }) => `/${account}/card?open=${encodeURIComponent(id)}` }}
    />
  );
}

/** Recurrences charged in the last thirty days, found by their charges: the service has no list of them. */
export function RecurrencesPanel({ account }: { account: string }) {
  const t = useTranslations('overview.recurrences');
  const query = useQuery({
    ...cardFiguresQuery(account),
    select: ({ figures }) => ({ items: figures?.recurrences ?? [], count: figures?.recurrenceCount ?? 0 }),
  });
  if (query.data?.items.length === 0 || query.error !== null) return null;
  return (
    <NewestPanel
      of="recurrences"
      query={query}
      action={<span className="text-ink-3">{t('count', { count: query.data?.count ?? 0 })}</span>}
      changes={{ aside: { width: 6, number: true } }}
      cell={RecurrenceCell}
      opening={{
        href: ({ recurrenceId }) => `/${account}/card?recurrenceId=${encodeURIComponent(recurrenceId ?? '')}`,
      }}
    />
  );
}

type ChargeProps = { row: CardCharge; column: string };

const RecurrenceCell = ({ row, column }: ChargeProps) =>
  column === 'aside' ? (row.recurrenceCycle ?? '–') : <ChargeCell row={row} column={column} />;

function ChargeCell({ row, column }: ChargeProps) {
  const t = useTranslations('overview.cards');
  if (column === 'who') return row.customer.name ?? t('nobody');
  return <PlainCell row={row} column={column === 'aside' ? 'order' : column} />;
}
