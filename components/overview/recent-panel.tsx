'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { TransactionAmount } from '#components/list/transaction-amount.tsx';
import { NewestPanel } from '#components/overview/newest-panel.tsx';
import { Party } from '#components/ui/data-table/cell-parts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { TransactionStatus } from '#components/ui/status.tsx';
import { saoPauloDay } from '#lib/core/dates.ts';
import { recentQuery, todayQuery } from '#lib/overview/queries.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { counterpartOf } from '#lib/transactions/rules.ts';

export function RecentPanel({ account }: { account: string }) {
  const t = useTranslations('overview.recent');
  const query = useQuery(recentQuery(account));
  return (
    <NewestPanel
      query={query}
      title={t('title')}
      caption={t('caption')}
      action={(query.data?.items ?? []).length > 0 && <AllOfThem account={account} />}
      none={t('none')}
      noneWhy={t('noneWhy')}
      heads={{
        time: t('time'),
        state: t('state'),
        who: t('who'),
        aside: t('reference'),
        amount: t('amount'),
      }}
      widths={{ time: { width: 5.5 } }}
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
  switch (column) {
    case 'time':
      return <Instant at={row.createdAt} variant="time" />;
    case 'state':
      return <TransactionStatus status={row.status} />;
    case 'who': {
      const { name, document, absent } = counterpartOf(row);
      return <Party name={name ?? t(`absent.${absent}`)} document={document} />;
    }
    case 'aside':
      return (
        <span className="mono" title={row.clientReference ?? undefined}>
          {row.clientReference}
        </span>
      );
    default:
      return <TransactionAmount row={row} />;
  }
}
