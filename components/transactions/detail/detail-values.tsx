'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type Fact, Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import type { TransactionDetail } from '#lib/providers/records.ts';
import { wentBack } from '#lib/states/money.ts';
import { refundableCents, refundedCents } from '#lib/transactions/detail-rules.ts';
import { directionOf, hasMoved, isWayUntold } from '#lib/transactions/rules.ts';
import { DetailPart } from '../../ui/detail-part.tsx';

/** Amount, fee, what went back and what still may: as answered, never computed from one another. */
export function DetailValues({ detail }: { detail: TransactionDetail }) {
  const t = useTranslations('transactions.detail.values');
  const { transaction, refunds } = detail;
  const direction = directionOf(transaction);
  const refundable = refundableCents(transaction, refunds);
  return (
    <DetailPart title={t('label')} quiet>
      <Facts
        look="right"
        of={[
          {
            label: t(isWayUntold(transaction) ? 'untold' : direction),
            value: <Money cents={transaction.amount} direction={direction} exact={transaction.amountExact} />,
          },
          {
            label: t('fee'),
            cents: transaction.fee,
            direction: hasMoved(transaction) && (transaction.fee ?? 0) > 0 ? 'out' : 'still',
            exact: transaction.feeExact,
          },
          ...useRefunded(detail),
          { label: t('refundable'), cents: refundable },
        ]}
      />
    </DetailPart>
  );
}

/** Each refund on its own line where they are listed, else the transaction's own sum. */
function useRefunded({ transaction, refunds }: TransactionDetail): Fact[] {
  const t = useTranslations('transactions.detail.values');
  const locale = useLocale() as Locale;
  const own = { id: null, amount: refundedCents(transaction, []), status: transaction.refundStatus };
  const listed = refunds.filter((refund) => wentBack(refund) !== 'none');
  const lines =
    listed.length > 0 ? listed : own.amount > 0 ? [{ ...own, refundedAt: transaction.refundedAt }] : [];
  return lines.map((line, index) => {
    const done = wentBack(line) === 'back';
    const time = line.refundedAt === null ? null : formatInstant(locale, line.refundedAt, 'time');
    const label = !done ? t('refunding') : time === null ? t('refunded') : t('refundedAt', { time });
    return { label, key: line.id ?? String(index), cents: line.amount, direction: done ? 'out' : 'still' };
  });
}
