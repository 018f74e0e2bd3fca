'use client';

import { useTranslations } from 'next-intl';
import { DoubtfulAction } from '#components/ui/doubtful-way.tsx';
import { Money } from '#components/ui/money.tsx';
import type { Transaction } from '#lib/providers/records.ts';
import { directionOf, isDirectionUnknown } from '#lib/transactions/rules.ts';

type Shown = Pick<Transaction, 'amount' | 'amountExact' | 'status' | 'state' | 'type'> & {
  way?: Transaction['way'] | null;
};

/** A sign is right or absent: one that moved, nobody says which way, says so. */
export function TransactionAmount({ row, size }: { row: Shown; size?: 'big' }) {
  const t = useTranslations('common');
  const money = (
    <Money
      cents={row.amount}
      direction={directionOf(row)}
      exact={row.amountExact}
      {...(size === undefined ? {} : { size })}
    />
  );
  return isDirectionUnknown(row) ? <DoubtfulAction why={t('wayUntold')}>{money}</DoubtfulAction> : money;
}
