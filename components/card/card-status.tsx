'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import type { CardCharge } from '#lib/card/queries.ts';
import { PAID } from '#lib/card/rules.ts';

/** Status style by code; only 2 is settled, unknown codes are neutral. */
const KINDS: Record<number, StatusKind> = {
  0: 'danger',
  1: 'idle',
  2: 'ok',
  3: 'danger',
  10: 'cancelled',
  11: 'returned',
  12: 'idle',
  13: 'danger',
};

type StatusProps = { charge: Pick<CardCharge, 'statusCode' | 'status'>; badge?: boolean };

/** A charge's status by its code; an unknown status is shown as received. */
export function CardStatus({ charge: { statusCode, status }, badge = false }: StatusProps) {
  const t = useTranslations('card-status');
  const code = String(statusCode);
  const unknown = statusCode === null ? t('none') : t('code', { code });
  return (
    <Status kind={KINDS[statusCode ?? -1] ?? 'unknown'} badge={badge}>
      {t.has(code) ? t(code as '2') : (status ?? unknown)}
    </Status>
  );
}

/** Amount (cents) and direction of a charge: the money came in once the charge is paid. */
export const cardAmountOf = ({ amount, statusCode }: Pick<CardCharge, 'amount' | 'statusCode'>) => ({
  cents: amount,
  direction: statusCode === PAID ? ('in' as const) : ('still' as const),
});

/** A card charge's cell in columns that need no translations of the card page. */
export function PlainCell({ row, column }: { row: CardCharge; column: string }) {
  const cells: Record<string, ReactNode> = {
    time: <Instant at={row.createdAt} variant="minute" />,
    state: <CardStatus charge={row} />,
    order: (
      <span className="mono" title={row.externalId ?? undefined}>
        {row.externalId ?? '–'}
      </span>
    ),
    amount: <Money {...cardAmountOf(row)} />,
  };
  return cells[column];
}
