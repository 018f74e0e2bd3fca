'use client';

import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import type { CardCharge } from '#lib/card/queries.ts';
import { PAID } from '#lib/card/rules.ts';
import { CardStatus } from '../card-status.tsx';

/** A card charge's cell in columns that need no translations of the card page. */
export function PlainCell({ row, column }: { row: CardCharge; column: string }) {
  const { createdAt, externalId, amount, statusCode } = row;
  switch (column) {
    case 'time':
      return <Instant at={createdAt} variant="minute" />;
    case 'state':
      return <CardStatus charge={row} />;
    case 'order':
      return (
        <span className="mono" title={externalId ?? undefined}>
          {externalId ?? '–'}
        </span>
      );
    default:
      return <Money cents={amount} direction={statusCode === PAID ? 'in' : 'still'} />;
  }
}
