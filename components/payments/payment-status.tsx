'use client';

import { useTranslations } from 'next-intl';
import { Badge } from '#components/ui/badge.tsx';
import { Status, type StatusKind, statusLook, transactionStatusKind } from '#components/ui/status.tsx';
import type { PaymentPage } from '#lib/payments/rules.ts';
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

type Props = { status: string | null; page: PaymentPage; badge?: boolean; short?: boolean };

/** A payment's status in the words of its page ("Paga", "Aguarda"); a word that nobody knows as it came. */
export function PaymentStatus({ status, page, badge = false, short = false }: Props) {
  const t = useTranslations('payments.status');
  const known = status === null ? 'unknown' : transactionStatusKind(status);
  const kind = known === 'unknown' ? (HUB_KINDS[status ?? ''] ?? 'unknown') : known;
  const brief = `${page}.short.${status}`;
  const key = short && t.has(brief) ? brief : `${page}.${status}`;
  const words = status === null ? t('none') : t.has(key) ? t(key as 'charges.PENDING') : status;
  if (!badge) return <Status kind={kind}>{words}</Status>;
  const { shape, tone } = statusLook(kind);
  return (
    <Badge tone={tone} icon={shape}>
      {words}
    </Badge>
  );
}
