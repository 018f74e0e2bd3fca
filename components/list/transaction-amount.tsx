import { useTranslations } from 'next-intl';
import { Money, UnknownDirectionAmount } from '#components/ui/money.tsx';
import type { Transaction } from '#lib/providers/records.ts';
import { directionOf, isDirectionUnknown } from '#lib/transactions/rules.ts';

type Shown = Pick<Transaction, 'amount' | 'amountExact' | 'status' | 'state' | 'type'> & {
  way?: Transaction['way'] | null;
};

/** A transaction's amount; where its direction is unknown, ± with an explanation. */
export function TransactionAmount({ row, size }: { row: Shown; size?: 'big' }) {
  const t = useTranslations('common');
  const money = <Money cents={row.amount} direction={directionOf(row)} exact={row.amountExact} size={size} />;
  if (!isDirectionUnknown(row)) return money;
  return <UnknownDirectionAmount why={t('directionUnknown')}>{money}</UnknownDirectionAmount>;
}
