'use client';

import { useTranslations } from 'next-intl';
import { useContext } from 'react';
import { PayCode } from '#components/payments/detail/pay-code.tsx';
import type { Transaction } from '#lib/providers/records.ts';
import { stateOf } from '#lib/states/money-state.ts';
import { DetailPart, PlaceContext } from '../../ui/detail-part.tsx';

/** Data for paying a charge that is still open. */
export function DetailCharge({ transaction }: { transaction: Transaction }) {
  const t = useTranslations('transactions.detail.charge');
  const narrow = useContext(PlaceContext) === 'drawer';
  const { type, method } = transaction;
  if (type !== 'DEPOSIT' || stateOf(transaction) !== 'waiting' || (method !== null && method !== 'PIX'))
    return null;
  return (
    <DetailPart title={t('title')}>
      <PayCode charge={transaction} narrow={narrow} />
    </DetailPart>
  );
}
