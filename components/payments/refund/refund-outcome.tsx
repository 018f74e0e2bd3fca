'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import type { Operation } from '#lib/operations/queries.ts';
import { refundsOptions } from '#lib/payments/one-queries.ts';
import { wentBack } from '#lib/states/money.ts';
import { GiveBackOutcome } from '../give-back/give-back-outcome.tsx';
import { useRepeat } from '../use-repeat.ts';

type Props = { operationId: string; paymentId: string; onRepeated: (operationId: string) => void };
const WATCH_MS = 3_000;

/** How the refund that was asked stands: the request, and then the money. */
export function RefundOutcome({ operationId, paymentId, onRepeated }: Props) {
  const t = useTranslations('payments.refund');
  const repeat = useRepeat(operationId, onRepeated);
  return (
    <GiveBackOutcome
      words="payments.refund"
      operationId={operationId}
      ways={({ may }) => (
        <>
          {may.repeat && (
            <Button aria-busy={repeat.busy || undefined} onClick={() => void repeat.submit(undefined)}>
              {t('sendAgain')}
            </Button>
          )}
          {Boolean(repeat.error) && <ErrorCard error={repeat.error} />}
        </>
      )}
    >
      {(operation) => <Accepted operation={operation} paymentId={paymentId} />}
    </GiveBackOutcome>
  );
}

/** The service has it: whether the money is back is another matter. */
function Accepted({ operation, paymentId }: Pick<Props, 'paymentId'> & { operation: Operation }) {
  const t = useTranslations('payments.refund');
  const account = useSession().account.slug;
  const { data: state } = useQuery({ ...refundsOptions(account, paymentId), refetchInterval: WATCH_MS });
  const done = state !== undefined && wentBack({ status: state.status }) === 'back';
  const left = state && (state.refundable === null ? t('leftUnknown') : <Money cents={state.refundable} />);
  return (
    <>
      <Callout tone={done ? 'ok' : 'flow'} role="status" title={t(done ? 'doneTitle' : 'onItsWay')}>
        {t(done ? 'doneWords' : 'onItsWayWords')}
      </Callout>
      <Facts
        of={[
          { label: t('amount'), cents: operation.amount },
          { label: t('left'), value: left },
        ]}
      />
    </>
  );
}
