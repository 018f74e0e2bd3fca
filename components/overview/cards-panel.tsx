'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { PlainCell } from '#components/card/charges/plain-cell.tsx';
import { NewestPanel } from '#components/overview/newest-panel.tsx';
import type { CardCharge } from '#lib/card/queries.ts';
import { cardFiguresQuery, cardsQuery } from '#lib/overview/queries.ts';

/** The newest charges of a card account, which has no balance and no statement. */
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
      heads={{ time: t('time'), state: t('state'), who: t('who'), aside: t('order'), amount: t('amount') }}
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
      query={query}
      title={t('title')}
      caption={t('caption')}
      action={<span className="text-ink-3">{t('count', { count: query.data?.count ?? 0 })}</span>}
      none=""
      noneWhy=""
      heads={{ time: t('time'), state: t('state'), who: t('who'), aside: t('cycle'), amount: t('amount') }}
      widths={{ aside: { width: 6, number: true } }}
      cell={RecurrenceCell}
      opening={{
        href: ({ recurrenceId }) => `/${account}/card?recurrenceId=${encodeURIComponent(recurrenceId ?? '')}`,
      }}
    />
  );
}

type CellProps = { row: CardCharge; column: string };

const RecurrenceCell = ({ row, column }: CellProps) =>
  column === 'aside' ? (row.recurrenceCycle ?? '–') : <ChargeCell row={row} column={column} />;

function ChargeCell({ row, column }: CellProps) {
  const t = useTranslations('overview.cards');
  if (column === 'who') return row.customer.name ?? t('nobody');
  return <PlainCell row={row} column={column === 'aside' ? 'order' : column} />;
}
