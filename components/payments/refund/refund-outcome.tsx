'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ApprovalWaiting } from '#components/operations/approval.tsx';
import { OperationState } from '#components/operations/operation-state.tsx';
import { useFollowed } from '#components/operations/use-followed.ts';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import { refundsOptions } from '#lib/payments/queries.ts';
import { wentBack } from '#lib/states.ts';
import { useRepeat } from '../use-repeat.ts';

type Props = { operationId: string; paymentId: string; onRepeated: (operationId: string) => void };
const WATCH_MS = 3_000;

/** How the refund that was asked stands: the request, and then the money. */
export function RefundOutcome({ operationId, paymentId, onRepeated }: Props) {
  const t = useTranslations('payments.refund');
  const account = useSession().account.slug;
  const { operation, error, refetch } = useFollowed(operationId);
  const repeat = useRepeat(operationId, onRepeated);
  const confirmed = operation?.state === 'confirmed';
  const { data: state } = useQuery({
    ...refundsOptions(account, paymentId),
    refetchInterval: confirmed ? WATCH_MS : false,
  });
  if (operation === undefined)
    return error === null ? null : <ErrorCard error={error} onRetry={() => void refetch()} />;
  if (operation.state === 'awaiting_approval') return <ApprovalWaiting operation={operation} />;
  if (!confirmed)
    return (
      <>
        <OperationState operationId={operationId}>
          <p>{t('unknown')}</p>
        </OperationState>
        {operation.state === 'rejected' && operation.may.repeat && (
          <Button aria-busy={repeat.busy || undefined} onClick={() => void repeat.submit(undefined)}>
            {t('sendAgain')}
          </Button>
        )}
        {Boolean(repeat.error) && <ErrorCard error={repeat.error} />}
      </>
    );
  const done = state !== undefined && wentBack({ status: state.status }) === 'back';
  return (
    <>
      <Callout tone={done ? 'ok' : 'flow'} role="status" title={t(done ? 'doneTitle' : 'onItsWay')}>
        {t(done ? 'doneWords' : 'onItsWayWords')}
      </Callout>
      <Facts
        of={[
          { label: t('amount'), value: <Money cents={operation.amount} /> },
          {
            label: t('left'),
            value:
              state && (state.refundable === null ? t('leftUnknown') : <Money cents={state.refundable} />),
          },
        ]}
      />
    </>
  );
}
