'use client';

import { useTranslations } from 'next-intl';
import { DoubtfulWay } from '#components/ui/doubtful-way.tsx';
import { Money } from '#components/ui/money.tsx';
import { isWayUntold, wayOf } from '#lib/payments/payment-state.ts';
import type { Payment } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';

type Props = { payment: Payment; page: PaymentPage; size?: 'big' };

/** A sign is right or absent: one that moved, nobody says which way, says so. */
export function PaymentAmount({ payment, page, size }: Props) {
  const t = useTranslations('payments.list');
  const money = (
    <Money
      cents={payment.amount}
      direction={wayOf(payment, page)}
      exact={payment.amountExact}
      {...(size === undefined ? {} : { size })}
    />
  );
  return isWayUntold(payment, page) ? <DoubtfulWay why={t('wayUntold')}>{money}</DoubtfulWay> : money;
}
