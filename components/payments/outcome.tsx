'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ApprovalWaiting } from '#components/operations/approval.tsx';
import { OperationState } from '#components/operations/operation-state.tsx';
import { useOperation } from '#components/operations/use-operation.ts';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyId } from '#components/ui/copy-id.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { Operation } from '#lib/operations/queries.ts';
import { isOpen } from '#lib/operations/rules.ts';
import { byReferenceOptions } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { PaymentStatus } from './payment-status.tsx';
import { ReceiptButton } from './receipt-button.tsx';
import { useRepeat } from './use-repeat.ts';

type Props = {
  operationId: string;
  page: PaymentPage;
  title: string;
  onRepeated: (operationId: string) => void;
  /** A blank form. */
  onNew: () => void;
  newLabel: string;
  /** The form with what was sent; absent where nothing is remembered. */
  onRestore?: (() => void) | undefined;
  onOpen: (id: string) => void;
};

/** What became of what was just asked, for as long as it is on screen: told as it is, never as hoped. */
export function Outcome(props: Props) {
  const { operationId, title, onNew, newLabel, onRestore } = props;
  const t = useTranslations('payments.outcome');
  const { operation, error, refetch } = useOperation(operationId);
  const open = operation === undefined || isOpen(operation.state);
  const failed = operation !== undefined && !open && operation.state !== 'confirmed';
  return (
    <Panel
      title={title}
      local={open}
      note={operation?.clientReference && <CopyId value={operation.clientReference} />}
      footer={
        <span className="flex flex-wrap items-center gap-2">
          <span className="flex-1">{open && t('keepsLooking')}</span>
          {failed && onRestore && <Button onClick={onRestore}>{t('restore')}</Button>}
          <Button onClick={onNew}>{newLabel}</Button>
        </span>
      }
    >
      <div className="grid gap-3">
        {error && operation === undefined && <ErrorCard error={error} onRetry={() => void refetch()} />}
        {operation && <Told {...props} operation={operation} />}
      </div>
    </Panel>
  );
}

function Told({ operation, page, onRepeated, onOpen }: Props & { operation: Operation }) {
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
            <Button aria-busy={repeat.isPending || undefined} onClick={() => repeat.start(null)}>
              {t('sendAgain')}
            </Button>
          }
        >
          {t('sameReference')}
        </Callout>
      )}
      {repeat.error && <ErrorCard error={repeat.error} />}
    </>
  );
}

type ConfirmedProps = Pick<Props, 'page' | 'onOpen'> & { operation: Operation };

/** The provider has it; the payment's own state is another matter, and is looked at until it ends. */
function Confirmed({ operation, page, onOpen }: ConfirmedProps) {
  const t = useTranslations('payments.outcome');
  const account = useSession().account.slug;
  const { data } = useQuery({
    ...byReferenceOptions(account, page, operation.clientReference ?? ''),
    enabled: operation.clientReference !== null,
  });
  const payment = data?.payment ?? null;
  return (
    <>
      <Callout tone="ok" role="status" title={t(`confirmed.${page}`)}>
        {payment && t(`status.${page}`)}
      </Callout>
      <dl className="facts">
        <dt>{t('amount')}</dt>
        <dd>
          <Money cents={operation.amount} />
        </dd>
        {payment && (
          <>
            <dt>{t('state')}</dt>
            <dd>
              <PaymentStatus status={payment.status} page={page} badge />
            </dd>
            {payment.fee !== null && (
              <>
                <dt>{t('fee')}</dt>
                <dd>
                  <Money cents={payment.fee} exact={payment.feeExact} />
                </dd>
              </>
            )}
          </>
        )}
      </dl>
      {payment && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => onOpen(payment.id)}>{t('open')}</Button>
          <ReceiptButton payment={payment} page={page} />
        </div>
      )}
    </>
  );
}
