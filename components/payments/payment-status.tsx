'use client';

import { useTranslations } from 'next-intl';
import { Status, type StatusKind, statusKindOf } from '#components/ui/status.tsx';
import { useStatusReading } from '#components/ui/use-status-reading.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { stateOf } from '#lib/core/status/money.ts';
import type { Payment } from '#lib/payments/queries.ts';
import { type Back, backOf, type PaymentPage, statusKey } from '#lib/payments/rules.ts';

/** Words that only the Hub uses (document 2). */
const HUB_KINDS = lookupTable<StatusKind>({
  PAID: 'ok',
  CONFIRMED: 'ok',
  REQUESTED: 'idle',
  CREATED: 'idle',
  APPROVED: 'idle',
  FAILED: 'danger',
});

/** Status kind of a refund, which the status word of a paid charge leaves out. */
const BACK: Record<Back, StatusKind> = { partly: 'returned', refunding: 'flow', refunded: 'returned' };

type Props = { payment: Payment; page: PaymentPage; badge?: boolean; short?: boolean };

/**
 * A payment's status in the words of its page ("Paga", "Aguarda"), with what went back of a paid charge; another word
 * as it came, with our reading.
 */
export function PaymentStatus({ payment, page, badge = false, short = false }: Props) {
  const t = useTranslations('payments.status');
  const reading = useStatusReading();
  const { status } = payment;
  const meaning = stateOf(payment);
  const back = backOf(payment, page);
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
