'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { formatBrl } from '#lib/money.ts';
import type { Payment } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { type Stage, stageOf } from '#lib/payments/stage.ts';

const TONE: Record<Stage | 'unread', 'ok' | 'flow' | 'danger' | 'warn'> = {
  ...{ unread: 'flow', waiting: 'flow', other: 'flow', done: 'ok', partly: 'flow' },
  ...{ refunding: 'flow', refunded: 'flow', expired: 'warn', cancelled: 'warn', failed: 'danger' },
};

/** What happened to the money of a payment that the provider took; null: its own state was not read yet. */
export function MoneyEnd({ payment, page }: { payment: Payment | null; page: PaymentPage }) {
  const t = useTranslations('payments.outcome.said');
  const stage = payment === null ? 'unread' : stageOf(payment);
  const back = page !== 'charges' && /^(refund|expired|cancelled|failed)/.test(stage);
  const tone = back ? 'danger' : TONE[stage];
  const facts = {
    status: payment?.status ?? '–',
    amount: formatBrl(payment?.amount ?? 0),
    refunded: formatBrl(payment?.refundAmount ?? 0),
  };
  return (
    <Callout
      tone={tone}
      role={tone === 'danger' ? 'alert' : 'status'}
      title={t(`${page}.${stage}.title` as 'charges.done.title')}
    >
      {payment?.cancellationReason ?? t(`${page}.${stage}.words` as 'charges.partly.words', facts)}
    </Callout>
  );
}
