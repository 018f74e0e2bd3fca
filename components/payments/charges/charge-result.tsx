'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { useFollowed } from '#components/operations/operation-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { serverNow } from '#lib/core/clock.ts';
import { stateOf } from '#lib/core/status/money.ts';
import { byReferenceOptions, type Payment, paymentOptions } from '#lib/payments/queries.ts';
import { PayCode } from '../detail/pay-code.tsx';
import { ChargeStory } from '../detail/payment-facts.tsx';
import { CounterpartyCell, PaymentAmount, PaymentStatus } from '../list/payment-rows.tsx';
import { CallbackOutcome, Outcome } from '../outcome.tsx';

/** A charge requested on this page, and the payment of the first response. */
export type CreatedCharge = { operationId: string; payment: Payment | null; requestedSeconds: number | null };

export const createdChargeOf = (operationId: string): CreatedCharge => ({
  operationId,
  payment: null,
  requestedSeconds: null,
});

type Props = {
  created: CreatedCharge;
  onRepeated: (operationId: string) => void;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** The form may be scrolled far below on a phone, so the result is scrolled into view and focused. */
const focusOnMount = (result: HTMLElement | null) => result?.focus();

/** The charge once the provider has confirmed it; until then the state of its operation. */
export function ChargeResult({ created, onRepeated, onOpen, onClose }: Props) {
  const t = useTranslations('payments.charges');
  const account = useSession().account.slug;
  const { operation } = useFollowed(created.operationId);
  const reference = operation?.clientReference ?? null;
  const found = useQuery({
    ...byReferenceOptions(account, 'charges', reference ?? ''),
    enabled: created.payment === null && operation?.state === 'confirmed' && reference !== null,
  });
  const charge = created.payment ?? found.data?.payment ?? null;
  // The requested expiry, because the provider may not return it.
  const seconds = operation?.intent.expiresInSeconds;
  return (
    <div ref={focusOnMount} tabIndex={-1} className="outline-none">
      {charge === null ? (
        <Outcome
          operationId={created.operationId}
          page="charges"
          title={t('resultTitle')}
          newLabel={t('close')}
          onRepeated={onRepeated}
          onNew={onClose}
          onOpen={onOpen}
        />
      ) : (
        <LiveCharge
          charge={charge}
          requestedUrl={operation?.intent.callbackUrl}
          requestedSeconds={created.requestedSeconds ?? (typeof seconds === 'number' ? seconds : null)}
          onOpen={onOpen}
          onClose={onClose}
        />
      )}
    </div>
  );
}

type LiveChargeProps = Pick<Props, 'onOpen' | 'onClose'> & {
  charge: Payment;
  requestedSeconds: number | null;
  /** The requested callback URL. */
  requestedUrl: unknown;
};

/** A charge just created: the data to pay it, and its status as it changes. */
function LiveCharge({ charge: first, requestedSeconds, requestedUrl, onOpen, onClose }: LiveChargeProps) {
  const t = useTranslations('payments.live');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(paymentOptions(account, 'charges', first.id));
  const [copiedAt, setCopiedAt] = useState<string | null>(null);
  // A provider may omit the code on later reads; the code of the first response stays valid.
  const charge =
    data === undefined ? first : { ...data.payment, qrCodeText: data.payment.qrCodeText ?? first.qrCodeText };
  const waits = stateOf(charge) === 'waiting';
  const story = <ChargeStory charge={charge} copiedAt={copiedAt} />;
  return (
    <Panel
      title={
        <>
          {t('title')} <CopyId value={charge.clientReference ?? charge.id} />
        </>
      }
      note={<PaymentStatus payment={charge} page="charges" badge />}
      action={
        <>
          <Button size="sm" variant="quiet" onClick={() => onOpen(charge.id)}>
            {t('open')}
          </Button>
          <Button size="sm" variant="quiet" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <span className="sr-only" role="status">
        {!waits && t('changed')}
      </span>
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} asOf={data?.asOf ?? null} />}
      {/* Only a read returns the stored callback URL; the creation response does not. */}
      <CallbackOutcome requested={requestedUrl} payment={data?.payment ?? null} />
      {waits ? (
        <PayCode
          charge={charge}
          requestedSeconds={requestedSeconds}
          onCopied={() => setCopiedAt(new Date(serverNow()).toISOString())}
        >
          <p className="text-xs text-ink-3">{t('next')}</p>
          {story}
        </PayCode>
      ) : (
        <div className="grid gap-3">
          <div className="flex flex-wrap items-end justify-between gap-2">
            <PaymentAmount payment={charge} page="charges" size="big" />
            <span className="text-right text-xs">
              <CounterpartyCell page="charges" payment={charge} />
            </span>
          </div>
          {story}
        </div>
      )}
    </Panel>
  );
}
