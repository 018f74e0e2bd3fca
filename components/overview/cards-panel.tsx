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
import { cardsQuery } from '#lib/overview/queries.ts';

/** The newest charges of a card account: it has neither balance nor statement. */
export function CardsPanel({ account }: { account: string }) {
  const t = useTranslations('overview.cards');
  const query = useQuery(cardsQuery(account));
  return (
    <NewestPanel
      query={query}
      title={t('title')}
      caption={t('caption')}
      action={<Link href={`/${account}/card`}>{t('all', { count: query.data?.total ?? 0 })}</Link>}
      none={t('none')}
      noneWhy={t('noneWhy')}
      columns={[
        { cell: 'recent-time', head: t('time'), width: '9.5rem' },
        { cell: 'recent-status', head: t('state'), width: '9rem' },
        { cell: 'recent-who', head: t('who') },
        { cell: 'recent-reference', head: t('order'), width: '9rem' },
        { cell: 'recent-amount', head: t('amount'), width: '8rem', num: true },
      ]}
    >
      {(charge) => <Row key={charge.id} account={account} charge={charge} />}
    </NewestPanel>
  );
}

function Row({ account, charge }: { account: string; charge: CardCharge }) {
  const t = useTranslations('overview.cards');
  const { id, createdAt, customer, externalId, amount, statusCode } = charge;
  return (
    <tr>
      <td className="recent-time">
        <Instant at={createdAt} look="minute" />
      </td>
      <td className="recent-status">
        <CardStatus charge={charge} />
      </td>
      <td className="recent-who">
        <Link className="recent-link" href={`/${account}/card?open=${encodeURIComponent(id)}`}>
          {customer.name ?? t('nobody')}
        </Link>
      </td>
      <td className="recent-reference mono">{externalId ?? '–'}</td>
      <td className="recent-amount num">
        <Money cents={amount} direction={statusCode === PAID ? 'in' : 'still'} />
      </td>
    </tr>
  );
}
