'use client';

import { useTranslations } from 'next-intl';
import { CallbackAsked } from '#components/payments/callback-came.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { OtherFields } from '#components/ui/provider-answer.tsx';
import type { Transaction } from '#lib/providers/records.ts';
import { DetailPart } from '../../ui/detail-part.tsx';
import { MethodWords, TypeWords } from '../words.tsx';

const INSTANTS = ['createdAt', 'updatedAt', 'paidAt', 'refundedAt'] as const;
const TEXTS = [
  'amountExact',
  'feeExact',
  'virtualAccount',
  'generatedEmail',
  'withdrawPixType',
  'refundStatus',
  'refundReason',
  'refundDescription',
  'cancellationReason',
] as const;
const CODES = ['withdrawPixKey', 'callbackUrl', 'qrCodeUrl'] as const;

/** Every field of the transaction that has a value; fields the product does not know as they came. */
export function DetailFields({ transaction }: { transaction: Transaction }) {
  const t = useTranslations('transactions.detail.fields');
  return (
    <>
      <DetailPart title={t('title')}>
        <Facts
          of={[
            { label: t('status'), value: <span className="mono">{transaction.status ?? '–'}</span> },
            { label: t('type'), value: <TypeWords type={transaction.type} said={transaction.typeSaid} /> },
            { label: t('method'), value: <MethodWords method={transaction.method} /> },
            ...INSTANTS.map((name) => ({ label: t(name), at: transaction[name] })),
            {
              label: t('refundAmount'),
              cents: transaction.refundAmount,
              exact: transaction.refundAmountExact,
              direction: 'still',
            },
            ...TEXTS.map((name) => ({ label: t(name), value: transaction[name] })),
            ...CODES.map((name) => ({ label: t(name), code: transaction[name] })),
          ]}
        />
        <CallbackAsked payment={transaction} />
      </DetailPart>
      <OtherFields of={transaction.other} />
    </>
  );
}
