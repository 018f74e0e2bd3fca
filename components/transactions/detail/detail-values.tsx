'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Money } from '#components/ui/money.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import type { TransactionDetail } from '#lib/providers/records.ts';
import { wentBack } from '#lib/states.ts';
import {
  directionOf,
  hasMoved,
  isWayUntold,
  refundableCents,
  refundedCents,
} from '#lib/transactions/rules.ts';
import { DetailPart } from '../../ui/detail-part.tsx';

/** Amount, fee, what went back and what still may: as answered, never computed from one another. */
export function DetailValues({ detail }: { detail: TransactionDetail }) {
  const t = useTranslations('transactions.detail.values');
  const { transaction, refunds } = detail;
  const direction = directionOf(transaction);
  const refundable = refundableCents(transaction, refunds);
  return (
    <DetailPart title={t('label')} quiet>
      <dl className="facts facts-right">
        <Value label={t(isWayUntold(transaction) ? 'untold' : direction)}>
          <Money cents={transaction.amount} direction={direction} exact={transaction.amountExact} />
        </Value>
        {transaction.fee !== null && (
          <Value label={t('fee')}>
            <Money
              cents={transaction.fee}
              direction={hasMoved(transaction) && transaction.fee > 0 ? 'out' : 'still'}
              exact={transaction.feeExact}
            />
          </Value>
        )}
        <Refunded detail={detail} />
        {refundable !== null && (
          <Value label={t('refundable')}>
            <Money cents={refundable} />
          </Value>
        )}
      </dl>
    </DetailPart>
  );
}

/** Each refund on its own line where they are listed, else the transaction's own sum. */
function Refunded({ detail }: { detail: TransactionDetail }) {
  const t = useTranslations('transactions.detail.values');
  const locale = useLocale() as Locale;
  const { transaction, refunds } = detail;
  const own = { id: null, amount: refundedCents(transaction, []), status: transaction.refundStatus };
  const listed = refunds.filter((refund) => wentBack(refund) !== 'none');
  const lines =
    listed.length > 0 ? listed : own.amount > 0 ? [{ ...own, refundedAt: transaction.refundedAt }] : [];
  return lines.map((line, index) => {
    const done = wentBack(line) === 'back';
    const time = line.refundedAt === null ? null : formatInstant(locale, line.refundedAt, 'time');
    const label = !done ? t('refunding') : time === null ? t('refunded') : t('refundedAt', { time });
    return (
      <Value key={line.id ?? index} label={label}>
        <Money cents={line.amount} direction={done ? 'out' : 'still'} />
      </Value>
    );
  });
}

function Value({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
