'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TransactionStatus } from '#components/ui/status.tsx';
import { FigureTable, ROW_LINK } from '#components/ui/table.tsx';
import { formatInstant, type Locale, saoPauloDay } from '#lib/core/dates.ts';
import type { Today } from '#lib/overview/contract.ts';
import { todayQuery } from '#lib/overview/queries.ts';
import { statusRows } from '#lib/overview/rules.ts';

export function StatusPanel({ account, className = '' }: { account: string; className?: string }) {
  const t = useTranslations('overview.status');
  const locale = useLocale() as Locale;
  const query = useQuery(todayQuery(account));
  const time = query.data ? formatInstant(locale, query.data.asOf, 'time-minute') : '';
  return (
    <QueryPanel
      second
      query={query}
      title={t('title')}
      note={time && t('note', { time })}
      className={className}
      padded={false}
      skeleton={
        <Counts>
          <Waiting />
        </Counts>
      }
    >
      {(data) => <Body data={data} account={account} />}
    </QueryPanel>
  );
}

function Body({ data, account }: { data: Today; account: string }) {
  const t = useTranslations('overview.status');
  const format = useFormatter();
  const { today, yesterday } = data;
  const rows = statusRows(today, yesterday);
  const counted = Object.keys(today.byStatus).length > 0;
  if (rows.length === 0) return <p className="p-panel text-ink-3">{counted ? t('none') : t('unknown')}</p>;
  const day = saoPauloDay(today.from);
  const most = Math.max(...rows.map((row) => row.today), 1);
  return (
    <Counts>
      {rows.map((row) => (
        <tr key={row.status} className="relative">
          <th scope="row">
            <Link
              href={`/${account}/transactions?from=${day}&to=${day}&status=${row.status}`}
              className={ROW_LINK}
            >
              <TransactionStatus status={row.status} />
            </Link>
          </th>
          <td aria-hidden="true">
            <span
              className="block h-2 rounded-1 bg-chart-in"
              style={{ width: `${(row.today / most) * 100}%` }}
            />
          </td>
          <td className="num">
            <b>{format.number(row.today)}</b>
          </td>
          <td className="num text-ink-3">{format.number(row.yesterday)}</td>
        </tr>
      ))}
    </Counts>
  );
}

function Counts({ children }: { children: ReactNode }) {
  const t = useTranslations('overview.status');
  return (
    <div className="px-panel pb-1">
      <FigureTable variant="bars">
        <caption className="sr-only">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('state')}</th>
            <td />
            <th scope="col" className="num">
              {t('today')}
            </th>
            <th scope="col" className="num">
              {t('yesterday')}
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </FigureTable>
    </div>
  );
}

function Waiting() {
  return ['COMPLETED', 'PENDING', 'REFUNDED', 'EXPIRED', 'ERROR'].map((status) => (
    <tr key={status}>
      <th scope="row">
        <TransactionStatus status={status} />
      </th>
      <td />
      <td className="num">
        <Skeleton width="2rem" />
      </td>
      <td className="num">
        <Skeleton width="2rem" />
      </td>
    </tr>
  ));
}
