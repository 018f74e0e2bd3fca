'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useActionParam } from '#components/app-shell/address-state.ts';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { DetailPart } from '#components/ui/facts.tsx';
import { saveBlob } from '#components/ui/files.ts';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { send, urlOf } from '#lib/api/client.ts';
import { refundOutcome } from '#lib/core/status/money.ts';
import { type Payment, type RefundState, refundsOptions } from '#lib/payments/queries.ts';
import { mayRefund, type PaymentPage } from '#lib/payments/rules.ts';
import { hasMoved } from '#lib/transactions/rules.ts';

const OF = {
  charges: 'charge',
  deposits: 'charge',
  withdrawals: 'withdrawal',
  transfers: 'transfer',
} as const;

/** The provider's PDF receipt; absent where the account has none or the operator may not read it. */
export function ReceiptButton({ payment, page }: { payment: Payment; page: PaymentPage | 'deposits' }) {
  const t = useTranslations('payments.receipt');
  const { account } = useSession();
  const may = useCan('reveal');
  const { isPending, error, mutate } = useMutation({
    async mutationFn() {
      const url = urlOf('GET /transactions/{id}/receipt', account.slug, { id: payment.id }, { of: OF[page] });
      const name = t('fileName', { name: payment.clientReference ?? payment.id });
      const file = await send(url, {}, true);
      saveBlob(await file.blob(), `${name.replace(/[^\w.-]+/g, '-')}.pdf`);
    },
  });
  const has = account.capabilities.includes(`receipts-${page}`);
  if (!has || !may || !hasMoved(payment)) return null;
  const download = () => isPending || mutate();
  return (
    <>
      <Button icon="download" aria-busy={isPending || undefined} onClick={download}>
        {t('button')}
      </Button>
      {error !== null && <ErrorCard error={error} onRetry={download} className="basis-full" />}
    </>
  );
}

/** The provider's records of refunds, and Guichê's operations that no record shows on its own. */
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
  const state = operation?.state;
  const stateLabel = t.has(`state.${state}`) ? t(`state.${state as 'sent'}`) : state;
  const outcome = refundOutcome(refund);
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span>{refund.recorded ? t(`end.${outcome}`) : stateLabel}</span>
        <Money cents={refund.amount} direction={outcome === 'back' ? 'out' : 'still'} />
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

const RefundDialog = dynamic(async () => (await import('./refund-dialog.tsx')).RefundDialog, { ssr: false });

/** The "Refund…" button; absent where the account, the operator or the payment does not allow it. */
export function RefundButton({ payment }: { payment: Payment }) {
  const t = useTranslations('payments.refund');
  const may = useCan('refund');
  const has = useSession().account.capabilities.includes('refunds');
  const [open, setOpen] = useActionParam('refund');
  // An open dialog with a refund's outcome stays, even if nothing is left to refund.
  if (!may || !has || !(mayRefund(payment) || open)) return null;
  return (
    <>
      <Button icon="return" onClick={() => setOpen(true)}>
        {t('button')}
      </Button>
      {open && <RefundDialog payment={payment} onClose={() => setOpen(false)} />}
    </>
  );
}
