'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { ColumnHead } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TransactionStatus } from '#components/ui/status.tsx';
import { RECENT_ROWS, recentQuery, todayQuery } from '#lib/overview/queries.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { counterpartOf, directionOf } from '#lib/transactions/rules.ts';

export function RecentPanel({ account }: { account: string }) {
  const t = useTranslations('overview.recent');
  const query = useQuery(recentQuery(account));
  const items = query.data?.items ?? [];
  return (
    <QueryPanel
      query={query}
      title={t('title')}
      action={items.length > 0 && <AllOfThem account={account} />}
      padded={false}
      className="overflow-hidden"
      skeleton={
        <Rows>
          <Waiting />
        </Rows>
      }
    >
      {() =>
        items.length === 0 ? (
          <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
        ) : (
          <Rows>
            {items.map((item) => (
              <Row key={item.id} item={item} account={account} />
            ))}
          </Rows>
        )
      }
    </QueryPanel>
  );
}

function AllOfThem({ account }: { account: string }) {
  const t = useTranslations('overview.recent');
  const { data } = useQuery(todayQuery(account));
  const count = data?.today.total ?? null;
  return (
    <Link href={`/${account}/transactions`}>
      {count === null || count === 0 ? t('all') : t('allToday', { count })}
    </Link>
  );
}

function Rows({ children }: { children: ReactNode }) {
  const t = useTranslations('overview.recent');
  return (
    <table className="table recent">
      <caption className="sr-only">{t('caption')}</caption>
      <thead>
        <tr>
          <ColumnHead width="5.5rem" sort="descending">
            {t('time')}
          </ColumnHead>
          <ColumnHead width="8.5rem">{t('state')}</ColumnHead>
          <ColumnHead>{t('who')}</ColumnHead>
          <ColumnHead width="9rem">{t('reference')}</ColumnHead>
          <ColumnHead width="9rem" num>
            {t('amount')}
          </ColumnHead>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** The name is the link; the whole row is its target. */
function Row({ item, account }: { item: Transaction; account: string }) {
  const t = useTranslations('overview.recent');
  const { name, document, absent } = counterpartOf(item);
  const who = name ?? t(`absent.${absent}`);
  return (
    <tr>
      <td className="recent-time">
        <Instant at={item.createdAt} look="time" />
      </td>
      <td className="recent-status">
        <TransactionStatus status={item.status} />
      </td>
      <td className="recent-who">
        <span className="flex min-w-0 items-baseline gap-2">
          <Link
            className="recent-link"
            href={`/${account}/transactions?open=${encodeURIComponent(item.id)}`}
            aria-label={t('open', { name: who, reference: item.clientReference ?? item.id })}
          >
            {who}
          </Link>
          {document && <span className="flex-none text-xs text-ink-3">{document}</span>}
        </span>
      </td>
      <td className="recent-reference">
        {item.clientReference && (
          <span className="mono" title={item.clientReference}>
            {item.clientReference}
          </span>
        )}
      </td>
      <td className="recent-amount num">
        <Money cents={item.amount} direction={directionOf(item)} exact={item.amountExact} />
      </td>
    </tr>
  );
}

function Waiting() {
  return Array.from({ length: RECENT_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows that are only room
    <tr key={row}>
      <td className="recent-time">
        <Skeleton width="3.5rem" />
      </td>
      <td className="recent-status">
        <Skeleton width="5rem" />
      </td>
      <td className="recent-who">
        <Skeleton width={row % 3 === 0 ? '14rem' : '10rem'} />
      </td>
      <td className="recent-reference">
        <Skeleton width="6rem" />
      </td>
      <td className="recent-amount num">
        <Skeleton width="5rem" />
      </td>
    </tr>
  ));
}
