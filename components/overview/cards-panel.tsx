'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { CardStatus } from '#components/card/card-status.tsx';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { ColumnHead } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { CardCharge } from '#lib/card/queries.ts';
import { PAID } from '#lib/card/rules.ts';
import { cardsQuery, RECENT_ROWS } from '#lib/overview/queries.ts';

/** The newest charges of a card account: it has neither balance nor statement. */
export function CardsPanel({ account }: { account: string }) {
  const t = useTranslations('overview.cards');
  const query = useQuery(cardsQuery(account));
  return (
    <QueryPanel
      query={query}
      title={t('title')}
      action={<Link href={`/${account}/card`}>{t('all', { count: query.data?.total ?? 0 })}</Link>}
      padded={false}
      className="overflow-hidden"
      skeleton={
        <Rows>
          <Waiting />
        </Rows>
      }
    >
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
        ) : (
          <Rows>
            {items.map((charge) => (
              <Row key={charge.id} account={account} charge={charge} />
            ))}
          </Rows>
        )
      }
    </QueryPanel>
  );
}

function Rows({ children }: { children: ReactNode }) {
  const t = useTranslations('overview.cards');
  return (
    <table className="table recent">
      <caption className="sr-only">{t('caption')}</caption>
      <thead>
        <tr>
          <ColumnHead width="7.5rem" sort="descending">
            {t('time')}
          </ColumnHead>
          <ColumnHead width="9rem">{t('state')}</ColumnHead>
          <ColumnHead>{t('who')}</ColumnHead>
          <ColumnHead width="9rem">{t('order')}</ColumnHead>
          <ColumnHead width="8rem" num>
            {t('amount')}
          </ColumnHead>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
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

function Waiting() {
  return Array.from({ length: RECENT_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows that are only room
    <tr key={row}>
      {['recent-time', 'recent-status', 'recent-who', 'recent-reference', 'recent-amount num'].map((cell) => (
        <td key={cell} className={cell}>
          <Skeleton width="5rem" />
        </td>
      ))}
    </tr>
  ));
}
