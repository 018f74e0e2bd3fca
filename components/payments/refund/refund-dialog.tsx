'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { ProofField } from '#components/shell/proof-field.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { ReadError } from '#components/transactions/read-error.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatBrl } from '#lib/money.ts';
import { type Payment, refundsOptions } from '#lib/payments/queries.ts';
import { focusFirstFault } from '../use-faults.ts';
import { RefundFields } from './refund-fields.tsx';
import { RefundOutcome } from './refund-outcome.tsx';
import { type RefundForm, useRefund } from './use-refund.ts';

type Props = { payment: Payment; onClose: () => void };

/** All or part of what is left goes back to its payer. What is left is read when this opens, never remembered. */
export function RefundDialog({ payment, onClose }: Props) {
  const t = useTranslations('payments.refund');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(refundsOptions(account, payment.id));
  const [sent, setSent] = useState<string | null>(null);
  const id = useId();
  const refund = useRefund(payment, data ?? null, setSent);
  const name = shortId(payment.clientReference ?? payment.id);
  const asks = sent === null && data !== undefined;
  // One dialog from beginning to end: another one would not know where the focus goes back to.
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(sent === null ? 'title' : 'sentTitle', { name })}
      {...(sent === null ? { closeLabel: t('closeLabel') } : {})}
      wide
      footer={
        sent === null ? (
          asks && <Foot form={id} refund={refund} onClose={onClose} />
        ) : (
          <Button onClick={onClose} ref={focusOnce}>
            {t('done')}
          </Button>
        )
      }
    >
      {sent !== null && <RefundOutcome operationId={sent} paymentId={payment.id} onRepeated={setSent} />}
      {sent === null && data === undefined && <Reading error={error} onRetry={() => void refetch()} />}
      {asks && (
        <form
          id={id}
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            refund.submit();
            focusFirstFault(event.currentTarget);
          }}
        >
          <RefundFields payment={payment} state={data} refund={refund} />
          {refund.left !== 0 && <ProofField form={refund.money.form} focus={false} />}
        </form>
      )}
    </Dialog>
  );
}

/** The button that asked is gone: the one that closes takes its focus. */
const focusOnce = (button: HTMLButtonElement | null) => button?.focus();

function Reading({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('payments.refund');
  if (error !== null) return <ReadError error={error} onRetry={onRetry} />;
  return (
    <p aria-busy="true">
      <span className="sr-only">{t('reading')}</span>
      <Skeleton width="70%" />
    </p>
  );
}

type FootProps = { form: string; refund: RefundForm; onClose: () => void };

function Foot({ form: id, refund, onClose }: FootProps) {
  const t = useTranslations('payments.refund');
  const common = useTranslations('common');
  const { money, cents, good, left } = refund;
  const { form } = money;
  return (
    <>
      <span className="note">{t('note')}</span>
      <Button onClick={onClose}>{common('back')}</Button>
      {left !== 0 && (
        <Button
          type="submit"
          form={id}
          variant="main"
          aria-disabled={form.busy || form.left > 0 || !good || undefined}
          aria-busy={form.busy || undefined}
        >
          {cents === null ? t('confirm') : t('confirmAmount', { amount: formatBrl(cents) })}
        </Button>
      )}
    </>
  );
}
