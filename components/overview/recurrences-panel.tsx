'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { CardStatus } from '#components/card/card-status.tsx';
import { NewestPanel } from '#components/overview/newest-panel.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import type { CardCharge } from '#lib/card/queries.ts';
import { PAID } from '#lib/card/rules.ts';
import { cardFiguresQuery } from '#lib/overview/queries.ts';

/** The recurrences that were charged in thirty days, by their last charge: the service lists none of them. */
export function RecurrencesPanel({ account }: { account: string }) {
  const t = useTranslations('overview.recurrences');
  const query = useQuery({
    ...cardFiguresQuery(account),
    select: ({ figures }) => ({ items: figures?.recurrences ?? [], count: figures?.recurrenceCount ?? 0 }),
  });
  if (query.data?.items.length === 0 || query.error !== null) return null;
  return (
    <NewestPanel
      query={query}
      title={t('title')}
      caption={t('caption')}
      action={<span className="text-ink-3">{t('count', { count: query.data?.count ?? 0 })}</span>}
      none=""
      noneWhy=""
      columns={[
        { cell: 'recent-time', head: t('time'), width: '9.5rem' },
        { cell: 'recent-status', head: t('state'), width: '9rem' },
        { cell: 'recent-who', head: t('who') },
        { cell: 'recent-reference', head: t('cycle'), width: '6rem', num: true },
        { cell: 'recent-amount', head: t('amount'), width: '8rem', num: true },
      ]}
    >
      {(charge) => <Row key={charge.id} account={account} charge={charge} />}
    </NewestPanel>
  );
}

function Row({ account, charge }: { account: string; charge: CardCharge }) {
  const t = useTranslations('overview.recurrences');
  const { createdAt, customer, amount, recurrenceId, recurrenceCycle, statusCode } = charge;
  return (
    <tr>
      <td className="recent-time">
        <Instant at={createdAt} look="minute" />
      </td>
      <td className="recent-status">
        <CardStatus charge={charge} />
      </td>
      <td className="recent-who">
        <Link
          className="recent-link"
          href={`/${account}/card?recurrenceId=${encodeURIComponent(recurrenceId ?? '')}`}
        >
          {customer.name ?? t('nobody')}
        </Link>
      </td>
      <td className="recent-reference num">{recurrenceCycle ?? '–'}</td>
      <td className="recent-amount num">
        <Money cents={amount} direction={statusCode === PAID ? 'in' : 'still'} />
      </td>
    </tr>
  );
}
