'use client';

import { useTranslations } from 'next-intl';
import { Status, type StatusKind, statusKindOf } from '#components/ui/status.tsx';
import { useStatusReading } from '#components/ui/use-status-word.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { stateOf } from '#lib/core/status/money.ts';
import type { Payment } from '#lib/payments/queries.ts';
import { type PaymentPage, type RefundStage, refundStageOf, statusKey } from '#lib/payments/rules.ts';

/** Status words of the Hub only (document 2). */
const HUB_KINDS = lookupTable<StatusKind>({
  PAID: 'ok',
  CONFIRMED: 'ok',
  REQUESTED: 'idle',
  CREATED: 'idle',
  APPROVED: 'idle',
  FAILED: 'danger',
});

/** Status kind of a refund, because a paid charge's status word does not show it. */
const BACK: Record<RefundStage, StatusKind> = { partly: 'returned', refunding: 'flow', refunded: 'returned' };

type Props = { payment: Payment; page: PaymentPage; badge?: boolean; short?: boolean };

/**
 * A payment's status in its page's terms ("Paga", "Aguarda"), with refunds of a paid charge; an unknown
 * status is shown as it came, with its meaning.
 */
export function PaymentStatus({ payment, page, badge = false, short = false }: Props) {
  const t = useTranslations('payments.status');
  const reading = useStatusReading();
  const { status } = payment;
  const meaning = stateOf(payment);
  const back = refundStageOf(payment, page);
  const kind = back === null ? (HUB_KINDS[status ?? ''] ?? statusKindOf(status, meaning)) : BACK[back];
  const usual = statusKey(payment, page);
  const brief = back === null ? `${page}.short.${status}` : `back.short.${back}`;
  const key = short && t.has(brief) ? brief : usual;
  const words =
    status === null ? t('none') : t.has(key) ? t(key as 'charges.PENDING') : reading(status, meaning);
  return (
    <Status kind={kind} badge={badge}>
      {words}
    </Status>
  );
}
