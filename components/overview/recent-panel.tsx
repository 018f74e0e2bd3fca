'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { NewestPanel } from '#components/overview/newest-panel.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { TransactionStatus } from '#components/ui/status.tsx';
import { recentQuery, todayQuery } from '#lib/overview/queries.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { counterpartOf, directionOf } from '#lib/transactions/rules.ts';

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
      columns={[
        { cell: 'recent-time', head: t('time'), width: '5.5rem', bars: ['3.5rem'] },
        { cell: 'recent-status', head: t('state'), width: '8.5rem' },
        { cell: 'recent-who', head: t('who'), bars: ['14rem', '10rem', '10rem'] },
        { cell: 'recent-reference', head: t('reference'), width: '9rem', bars: ['6rem'] },
        { cell: 'recent-amount', head: t('amount'), width: '9rem', num: true },
      ]}
    >
      {(item) => <Row key={item.id} item={item} account={account} />}
    </NewestPanel>
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
