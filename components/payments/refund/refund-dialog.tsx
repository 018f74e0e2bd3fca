'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { ProofField } from '#components/shell/proof-field.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { ReadError } from '#components/transactions/read-error.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatBrl } from '#lib/money.ts';
import { type Payment, type RefundState, refundsOptions } from '#lib/payments/queries.ts';
import { RefundFields } from './refund-fields.tsx';
import { RefundOutcome } from './refund-outcome.tsx';
import { useRefund } from './use-refund.ts';

type Props = { payment: Payment; onClose: () => void };

/** All or part of what is left goes back to its payer. What is left is read when this opens, never remembered. */
export function RefundDialog({ payment, onClose }: Props) {
  const t = useTranslations('payments.refund');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(refundsOptions(account, payment.id));
  const [sent, setSent] = useState<string | null>(null);
  const name = payment.clientReference ?? payment.id;
  if (sent !== null)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('sentTitle', { name })}
        wide
        footer={
          <Button onClick={onClose} data-autofocus>
            {t('done')}
          </Button>
        }
      >
        <RefundOutcome operationId={sent} paymentId={payment.id} onRepeated={setSent} />
      </Dialog>
    );
  if (data === undefined)
    return (
      <Dialog open onClose={onClose} title={t('title', { name })} closeLabel={t('closeLabel')} wide>
        {error === null ? (
          <p aria-busy="true">
            <span className="sr-only">{t('reading')}</span>
            <Skeleton width="70%" />
          </p>
        ) : (
          <ReadError error={error} onRetry={() => void refetch()} />
        )}
      </Dialog>
    );
  return <Asked payment={payment} state={data} onSent={setSent} onClose={onClose} />;
}

type AskedProps = Props & { state: RefundState; onSent: (operationId: string) => void };

function Asked({ payment, state, onSent, onClose }: AskedProps) {
  const t = useTranslations('payments.refund');
  const common = useTranslations('common');
  const id = useId();
  const refund = useRefund(payment, state, onSent);
  const { money, cents, good } = refund;
  const { form } = money;
  const name = payment.clientReference ?? payment.id;
  const nothing = refund.left === 0;
  const label = cents === null ? t('confirm') : t('confirmAmount', { amount: formatBrl(cents) });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title', { name })}
      closeLabel={t('closeLabel')}
      wide
      footer={
        <>
          <span className="note">{t('note')}</span>
          <Button onClick={onClose}>{common('back')}</Button>
          {!nothing && (
            <Button
              type="submit"
              form={id}
              variant="main"
              aria-disabled={form.busy || form.left > 0 || !good || undefined}
              aria-busy={form.busy || undefined}
            >
              {label}
            </Button>
          )}
        </>
      }
    >
      <form
        id={id}
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          refund.submit();
        }}
      >
        <RefundFields payment={payment} state={state} refund={refund} />
        {!nothing && <ProofField form={form} focus={false} />}
      </form>
    </Dialog>
  );
}
