'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { OperationOutcome } from '#components/operations/approval.tsx';
import { firstText } from '#components/operations/operation-labels.ts';
import { useFollowed } from '#components/operations/operation-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { ReadingLine, Skeleton } from '#components/ui/skeleton.tsx';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { formatBrl } from '#lib/core/money.ts';
import { type Operation, requestedByReferenceOptions } from '#lib/operations/queries.ts';
import { isOpen } from '#lib/operations/rules.ts';
import { byReferenceOptions, type Payment } from '#lib/payments/queries.ts';
import { compareCallback, MONEY_KINDS, type PaymentPage, stageOf } from '#lib/payments/rules.ts';
import { addressSeenOptions } from '#lib/webhooks/url-rules.ts';
import { CounterpartyCell, PaymentStatus, useSyncListCache } from './list/payment-rows.tsx';
import { ReceiptButton } from './payment-actions.tsx';
import { RepeatButton, useRepeat } from './refused.tsx';

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
          <span className="flex-1">{open && t('followed')}</span>
          {failed && onRestore && <Button onClick={onRestore}>{t('restore')}</Button>}
          <Button onClick={onNew}>{newLabel}</Button>
        </span>
      }
    >
      <div ref={top} tabIndex={-1} className="grid gap-3 outline-none" aria-busy={waiting || undefined}>
        {error && operation === undefined && <ErrorCard error={error} onRetry={() => void refetch()} />}
        {waiting && (
          <>
            <ReadingLine className="grid" label={t('reading')} width="60%" />
            <Skeleton width="40%" />
          </>
        )}
        {operation && <OutcomeBody {...props} operation={operation} />}
      </div>
    </Panel>
  );
}

function OutcomeBody({ operation, page, onRepeated, onOpen }: Props & { operation: Operation }) {
  const t = useTranslations('payments.outcome');
  const repeat = useRepeat(operation.id, onRepeated);
  return (
    <OperationOutcome
      operation={operation}
      unknown={t(page === 'charges' ? 'unknownCharge' : 'unknown')}
      refused={
        <>
          {operation.may.repeat && (
            <Callout title={t('neverSent')} action={<RepeatButton repeat={repeat} label={t('sendAgain')} />}>
              {t('sameReference')}
            </Callout>
          )}
          {Boolean(repeat.error) && <ErrorCard error={repeat.error} />}
        </>
      }
    >
      <Confirmed operation={operation} page={page} onOpen={onOpen} />
    </OperationOutcome>
  );
}

type ConfirmedProps = { operation: Operation; page: PaymentPage; onOpen: (id: string) => void };

/** A confirmed operation: the payment has its own state, which is polled until it ends. */
export function Confirmed({ operation, page, onOpen }: ConfirmedProps) {
  const t = useTranslations('payments.outcome');
  const account = useSession().account.slug;
  const { amount, otherAmount, clientReference, intent } = operation;
  const { data, error, refetch } = useQuery({
    ...byReferenceOptions(account, page, clientReference ?? ''),
    enabled: clientReference !== null,
  });
  const payment = data?.payment ?? null;
  useSyncListCache(page, payment);
  const isNamed = payment !== null && (payment.receiver.name ?? payment.receiver.document) !== null;
  const counterparty = payment && <CounterpartyCell page={page} payment={payment} />;
  const to = intent.receiverName ?? intent.receiver;
  return (
    <>
      {otherAmount === null ? (
        <MoneyEnd payment={payment} page={page} />
      ) : (
        <Callout tone="danger" role="alert" title={t('amountDiffers')}>
          {t('amountDiffersDescription', { requested: formatBrl(amount ?? 0), paid: formatBrl(otherAmount) })}
        </Callout>
      )}
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
      <CallbackOutcome requested={intent.callbackUrl} payment={payment} />
      <Facts
        of={[
          { label: t('amount'), value: <Money cents={amount} /> },
          { label: t('to'), value: page !== 'charges' && (isNamed ? counterparty : firstText(to)) },
          { label: t('key'), mono: firstText(intent.pixKey) },
          { label: t('state'), value: payment && <PaymentStatus payment={payment} page={page} badge /> },
          { label: t('fee'), cents: payment?.fee, exact: payment?.feeExact },
        ]}
      />
      {payment && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => onOpen(payment.id)}>{t('open')}</Button>
          <ReceiptButton payment={payment} page={page} />
        </div>
      )}
    </>
  );
}

/** All other stages are under way: `flow`. */
const TONES = lookupTable<'ok' | 'danger' | 'warn'>({
  done: 'ok',
  expired: 'warn',
  cancelled: 'warn',
  failed: 'danger',
});

/** The state of the money in a confirmed payment; `payment` is null until it is read. */
function MoneyEnd({ payment, page }: { payment: Payment | null; page: PaymentPage }) {
  const t = useTranslations('payments.outcome.stages');
  const stage = payment === null ? 'unread' : stageOf(payment);
  const isReturned = page !== 'charges' && /^(refund|expired|cancelled|failed)/.test(stage);
  const tone = isReturned ? 'danger' : (TONES[stage] ?? 'flow');
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

type CallbackProps = {
  requested: unknown;
  payment: Pick<Payment, 'callbackUrl'> | null;
  /** True where the returned address is already on screen. */
  urlShown?: boolean;
};

/** Whether the provider stored the callback URL of the request, and whether it is reachable. */
export function CallbackOutcome({ requested, payment, urlShown = false }: CallbackProps) {
  const t = useTranslations('payments.callback');
  const fields = useTranslations('payments.fields');
  const account = useSession().account.slug;
  const url = payment?.callbackUrl ?? '';
  const shown = payment !== null && typeof requested === 'string';
  const { data } = useQuery({ ...addressSeenOptions(account, url), enabled: shown && url !== '' });
  if (!shown) return null;
  const comparison = compareCallback(requested, payment.callbackUrl) ?? 'same';
  return (
    <>
      {comparison === 'same' && !urlShown && (
        <p className="text-xs break-all text-ink-3">{t('same', { url })}</p>
      )}
      {comparison !== 'same' && (
        <Callout tone="warn" title={t(comparison)}>
          <span className="break-all">{t(`${comparison}Description`, { requested, url })}</span>
        </Callout>
      )}
      {url !== '' && data?.seen === false && (
        <p className="text-xs text-warn-ink">{fields('callbackUnseen')}</p>
      )}
    </>
  );
}

/** The same for later reads: the requested URL comes from the operation with the payment's reference. */
export function CallbackOutcomeByReference({
  payment,
}: {
  payment: Pick<Payment, 'callbackUrl' | 'clientReference'>;
}) {
  const account = useSession().account.slug;
  const { clientReference } = payment;
  const { data } = useQuery({
    ...requestedByReferenceOptions(account, MONEY_KINDS, clientReference ?? ''),
    enabled: clientReference !== null,
  });
  return <CallbackOutcome requested={data?.items[0]?.intent.callbackUrl} payment={payment} urlShown />;
}
