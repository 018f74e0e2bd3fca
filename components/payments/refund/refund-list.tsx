'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useActionParam } from '#components/app-shell/address-state.ts';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { DetailPart } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { refundOutcome } from '#lib/core/status/money.ts';
import { type Payment, type RefundState, refundsOptions } from '#lib/payments/queries.ts';
import { mayRefund } from '#lib/payments/rules.ts';

/**
 * The refunds of a payment: the provider's records, and Guichê's operations that no record shows on its own.
 */
export function RefundList({ payment }: { payment: Pick<Payment, 'id' | 'paidAt' | 'type'> }) {
  const t = useTranslations('payments.refund.list');
  const { account } = useSession();
  const paid = payment.paidAt !== null && payment.type !== 'WITHDRAW';
  const enabled = paid && account.capabilities.includes('refunds');
  const { data } = useQuery({ ...refundsOptions(account.slug, payment.id), enabled });
  if (data === undefined || data.refunds.length === 0) return null;
  return (
    <DetailPart title={t('title')}>
      <ul className="grid gap-2">
        {data.refunds.map((refund, index) => (
          <li key={refund.id ?? refund.operation?.id ?? index} className="grid gap-0.5">
            <Line refund={refund} account={account.slug} />
          </li>
        ))}
      </ul>
    </DetailPart>
  );
}

function Line({ refund, account }: { refund: RefundState['refunds'][number]; account: string }) {
  const t = useTranslations('payments.refund.list');
  const { operation } = refund;
  const at = refund.refundedAt ?? refund.createdAt;
  const reason = refund.description ?? refund.reason;
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span>{refund.recorded ? t(`end.${refundOutcome(refund)}`) : stateLabel(t, operation?.state)}</span>
        <Money cents={refund.amount} direction={refundOutcome(refund) === 'back' ? 'out' : 'still'} />
      </span>
      {reason !== null && <span className="break-words">{reason}</span>}
      <span className="flex flex-wrap gap-2 text-xs text-ink-3">
        {at !== null && <Instant at={at} />}
        {operation !== null && (
          <LinkButton href={`/${account}/operations?open=${operation.id}`} variant="quiet" size="sm">
            {t('by', { name: operation.by })}
          </LinkButton>
        )}
        {!refund.recorded && <span>{t('notRecorded')}</span>}
      </span>
    </>
  );
}

const STATES = ['awaiting_approval', 'requested', 'sent', 'unknown', 'confirmed'] as const;

function stateLabel(t: ReturnType<typeof useTranslations<'payments.refund.list'>>, state?: string) {
  const known = STATES.find((one) => one === state);
  return known === undefined ? state : t(`state.${known}`);
}

const RefundDialog = dynamic(async () => (await import('./refund-dialog.tsx')).RefundDialog, { ssr: false });

/** The "Refund…" button; absent where the account, the operator or the payment does not allow it. */
export function RefundButton({ payment }: { payment: Payment }) {
  const t = useTranslations('payments.refund');
  const may = useCan('refund');
  const has = useSession().account.capabilities.includes('refunds');
  const [asking, setAsking] = useActionParam('refund');
  // An open dialog with a refund's outcome stays, even if nothing is left to refund.
  if (!may || !has || !(mayRefund(payment) || asking)) return null;
  return (
    <>
      <Button icon="return" onClick={() => setAsking(true)}>
        {t('button')}
      </Button>
      {asking && <RefundDialog payment={payment} onClose={() => setAsking(false)} />}
    </>
  );
}
