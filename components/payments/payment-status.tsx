'use client';

import { useTranslations } from 'next-intl';
import { Status, type StatusKind, statusKindOf } from '#components/ui/status.tsx';
import { useStatusReading } from '#components/ui/use-status-reading.ts';
import { hasMoved } from '#lib/payments/payment-state.ts';
import type { Payment } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { stageOf } from '#lib/payments/stage.ts';
import { stateOf } from '#lib/states/money-state.ts';
import { wordMap } from '#lib/word-map.ts';

/** Words that only the Hub uses (document 2). */
const HUB_KINDS = wordMap<StatusKind>({
  PAID: 'ok',
  CONFIRMED: 'ok',
  REQUESTED: 'idle',
  CREATED: 'idle',
  APPROVED: 'idle',
  FAILED: 'danger',
});

/** Status kind of a refund, which the status word of a paid charge leaves out. */
const BACK = wordMap<StatusKind>({ partly: 'returned', refunding: 'flow', refunded: 'returned' });

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
  const back = page === 'charges' && hasMoved(payment) ? stageOf(payment) : 'done';
  const kind = BACK[back] ?? HUB_KINDS[status ?? ''] ?? statusKindOf(status, meaning);
  const usual = BACK[back] === undefined ? `${page}.${status}` : `back.${back}`;
  const [, last] = usual.split('.');
  const brief = BACK[back] === undefined ? `${page}.short.${last}` : `back.short.${last}`;
  const key = short && t.has(brief) ? brief : usual;
  const words =
    status === null ? t('none') : t.has(key) ? t(key as 'charges.PENDING') : reading(status, meaning);
  return (
    <Status kind={kind} badge={badge}>
      {words}
    </Status>
  );
}
