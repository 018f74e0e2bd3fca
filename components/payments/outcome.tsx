'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { ReadError } from '#components/list/read-error.tsx';
import { ApprovalWaiting } from '#components/operations/approval.tsx';
import { OperationState } from '#components/operations/operation-state.tsx';
import { useFollowed } from '#components/operations/use-followed.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { ReadingLine, Skeleton } from '#components/ui/skeleton.tsx';
import { formatBrl } from '#lib/core/money.ts';
import { type Operation, operationKeys } from '#lib/operations/queries.ts';
import { isOpen } from '#lib/operations/rules.ts';
import { byReferenceOptions, type Payment, paymentKeys } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { type Stage, stageOf } from '#lib/payments/stage.ts';
import { CallbackOutcome } from './callback-came.tsx';
import { CounterpartyCell } from './list/payment-rows.tsx';
import { useSyncListCache } from './list/use-sync-list-cache.ts';
import { PaymentStatus } from './payment-status.tsx';
import { ReceiptButton } from './receipt-button.tsx';

type Props = {
  operationId: string;
  page: PaymentPage;
  title: string;
  onRepeated: (operationId: string) => void;
  /** Opens a blank form. */
  onNew: () => void;
  newLabel: string;
  /** Opens the form with the submitted values; absent where none are stored. */
  onRestore?: (() => void) | undefined;
  onOpen: (id: string) => void;
};

/** The state of the operation just requested, updated while it is on screen. */
export function Outcome(props: Props) {
  const { operationId, title, onNew, newLabel, onRestore } = props;
  const t = useTranslations('payments.outcome');
  const { operation, error, refetch } = useFollowed(operationId);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The submit button is gone, so the answer takes the focus: it is read aloud and Tab continues from here.
    if (document.activeElement === document.body) top.current?.focus();
  }, []);
  const waiting = operation === undefined && !error;
  const open = operation === undefined || isOpen(operation.state);
  const failed = operation !== undefined && !open && operation.state !== 'confirmed';
  return (
    <Panel
      title={title}
      local={open}
      note={operation?.clientReference && <CopyId value={operation.clientReference} />}
      footer={
        <span className="flex flex-wrap items-center justify-end gap-2">
          <span className="flex-1">{open && t('keepsLooking')}</span>
          {failed && onRestore && <Button onClick={onRestore}>{t('restore')}</Button>}
          <Button onClick={onNew}>{newLabel}</Button>
        </span>
      }
    >
      <div ref={top} tabIndex={-1} className="grid gap-3 outline-none" aria-busy={waiting || undefined}>
        {error && operation === undefined && <ErrorCard error={error} onRetry={() => void refetch()} />}
        {waiting && (
          <>
            <ReadingLine className="grid" words={t('reading')} width="60%" />
            <Skeleton width="40%" />
          </>
        )}
        {operation && <OutcomeBody {...props} operation={operation} />}
      </div>
    </Panel>
  );
}

const TONE: Record<Stage | 'unread', 'ok' | 'flow' | 'danger' | 'warn'> = {
  unread: 'flow',
  waiting: 'flow',
  other: 'flow',
  done: 'ok',
  partly: 'flow',
  refunding: 'flow',
  refunded: 'flow',
  expired: 'warn',
  cancelled: 'warn',
  failed: 'danger',
};

/** The state of the money in a confirmed payment; `payment` is null until it is read. */
function MoneyEnd({ payment, page }: { payment: Payment | null; page: PaymentPage }) {
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
      {payment?.cancellationReason ??
        t(`${page}.${stage}.description` as 'charges.partly.description', facts)}
    </Callout>
  );
}

type ConfirmedProps = { operation: Operation; page: PaymentPage; onOpen: (id: string) => void };

/** A confirmed operation: the payment has its own state, which is polled until it ends. */
export function Confirmed({ operation, page, onOpen }: ConfirmedProps) {
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery({
    ...byReferenceOptions(account, page, operation.clientReference ?? ''),
    enabled: operation.clientReference !== null,
  });
  const payment = data?.payment ?? null;
  useSyncListCache(page, payment);
  return (
    <>
      {operation.otherAmount === null ? (
        <MoneyEnd payment={payment} page={page} />
      ) : (
        <OtherAmount asked={operation.amount} paid={operation.otherAmount} />
      )}
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
      <CallbackOutcome asked={operation.intent.callbackUrl} payment={payment} />
      <OutcomeFacts operation={operation} payment={payment} page={page} />
      {payment && <OutcomeActions payment={payment} page={page} onOpen={onOpen} />}
    </>
  );
}

function OtherAmount({ asked, paid }: { asked: number | null; paid: number }) {
  const t = useTranslations('payments.outcome');
  return (
    <Callout tone="danger" role="alert" title={t('amountDiffers')}>
      {t('amountDiffersWords', { asked: formatBrl(asked ?? 0), paid: formatBrl(paid) })}
    </Callout>
  );
}

function OutcomeActions({
  payment,
  page,
  onOpen,
}: { payment: Payment } & Pick<ConfirmedProps, 'page' | 'onOpen'>) {
  const t = useTranslations('payments.outcome');
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => onOpen(payment.id)}>{t('open')}</Button>
      <ReceiptButton payment={payment} page={page} />
    </div>
  );
}

function OutcomeFacts({
  operation,
  payment,
  page,
}: Omit<ConfirmedProps, 'onOpen'> & { payment: Payment | null }) {
  const t = useTranslations('payments.outcome');
  const { receiverName, receiver, pixKey } = operation.intent;
  const to = receiverName ?? receiver;
  const named = payment !== null && (payment.receiver.name ?? payment.receiver.document) !== null;
  return (
    <Facts
      of={[
        { label: t('amount'), value: <Money cents={operation.amount} /> },
        {
          label: t('to'),
          value:
            page !== 'charges' &&
            (named ? <CounterpartyCell page={page} payment={payment} /> : typeof to === 'string' && to),
        },
        { label: t('key'), mono: typeof pixKey === 'string' ? pixKey : null },
        { label: t('state'), value: payment && <PaymentStatus payment={payment} page={page} badge /> },
        { label: t('fee'), cents: payment?.fee, exact: payment?.feeExact },
      ]}
    />
  );
}

/** "Send again" for a request that was never sent: a new operation with the same request and reference. */
export function useRepeat(operationId: string, onRepeated: (operationId: string) => void) {
  const account = useSession().account.slug;
  return useOperation('POST /operations/{id}/repeat', {
    params: { id: operationId },
    proof: 'when-asked',
    stale: [operationKeys.all(account), paymentKeys.all(account)],
    onDone: ({ operation }) => onRepeated(operation.id),
  });
}

function OutcomeBody({ operation, page, onRepeated, onOpen }: Props & { operation: Operation }) {
  const t = useTranslations('payments.outcome');
  const repeat = useRepeat(operation.id, onRepeated);
  if (operation.state === 'awaiting_approval') return <ApprovalWaiting operation={operation} />;
  if (operation.state === 'confirmed') return <Confirmed operation={operation} page={page} onOpen={onOpen} />;
  return (
    <>
      <OperationState operationId={operation.id}>
        {isOpen(operation.state) && <p>{t(page === 'charges' ? 'unknownCharge' : 'unknown')}</p>}
      </OperationState>
      {operation.state === 'rejected' && operation.may.repeat && (
        <Callout
          title={t('neverSent')}
          action={
            <Button aria-busy={repeat.busy || undefined} onClick={() => void repeat.submit(undefined)}>
              {t('sendAgain')}
            </Button>
          }
        >
          {t('sameReference')}
        </Callout>
      )}
      {Boolean(repeat.error) && <ErrorCard error={repeat.error} />}
    </>
  );
}
