'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { useFollowed } from '#components/operations/use-followed.ts';
import { Button } from '#components/ui/button.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { serverNow } from '#lib/core/clock.ts';
import { stateOf } from '#lib/core/status/money.ts';
import type { Operation } from '#lib/operations/queries.ts';
import { byReferenceOptions, type Payment, paymentOptions } from '#lib/payments/queries.ts';
import { paymentDirection } from '#lib/payments/rules.ts';
import { CallbackOutcome } from '../callback-came.tsx';
import { PayCode } from '../detail/pay-code.tsx';
import { ChargeStory } from '../detail/payment-facts.tsx';
import { CounterpartyCell } from '../list/payment-rows.tsx';
import { Outcome } from '../outcome.tsx';
import { PaymentStatus } from '../payment-status.tsx';

/** A charge requested on this page, and the payment of the first response. */
export type CreatedCharge = { operationId: string; payment: Payment | null; askedSeconds: number | null };

export const createdChargeOf = (operationId: string): CreatedCharge => ({
  operationId,
  payment: null,
  askedSeconds: null,
});

type Props = {
  made: CreatedCharge;
  onRepeated: (operationId: string) => void;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** The charge once the provider has confirmed it; until then the state of its operation. */
export function ChargeResult(props: Props) {
  const top = useRef<HTMLDivElement>(null);
  // The form may be scrolled far below on a phone, so the result is scrolled into view and focused.
  useEffect(() => top.current?.focus(), []);
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <Result {...props} />
    </div>
  );
}

type LiveChargeProps = {
  charge: Payment;
  askedSeconds: number | null;
  /** The requested callback URL. */
  askedUrl: unknown;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** A charge just created: the data to pay it, and its status as it changes. */
function LiveCharge({ charge: first, askedSeconds, askedUrl, onOpen, onClose }: LiveChargeProps) {
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
      <CallbackOutcome asked={askedUrl} payment={data?.payment ?? null} />
      {waits ? (
        <PayCode
          charge={charge}
          askedSeconds={askedSeconds}
          onCopied={() => setCopiedAt(new Date(serverNow()).toISOString())}
        >
          <p className="text-xs text-ink-3">{t('next')}</p>
          {story}
        </PayCode>
      ) : (
        <div className="grid gap-3">
          <div className="flex flex-wrap items-end justify-between gap-2">
            <Money
              cents={charge.amount}
              size="big"
              direction={paymentDirection(charge, 'charges')}
              exact={charge.amountExact}
            />
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

function Result({ made, onRepeated, onOpen, onClose }: Props) {
  const t = useTranslations('payments.charges');
  const account = useSession().account.slug;
  const { operation } = useFollowed(made.operationId);
  const reference = operation?.clientReference ?? null;
  const found = useQuery({
    ...byReferenceOptions(account, 'charges', reference ?? ''),
    enabled: made.payment === null && operation?.state === 'confirmed' && reference !== null,
  });
  const charge = made.payment ?? found.data?.payment ?? null;
  if (charge !== null)
    return (
      <LiveCharge
        charge={charge}
        askedUrl={operation?.intent.callbackUrl}
        askedSeconds={made.askedSeconds ?? askedOf(operation)}
        onOpen={onOpen}
        onClose={onClose}
      />
    );
  return (
    <Outcome
      operationId={made.operationId}
      page="charges"
      title={t('resultTitle')}
      newLabel={t('close')}
      onRepeated={onRepeated}
      onNew={onClose}
      onOpen={onOpen}
    />
  );
}

/** The requested expiry in seconds, because the provider may not return it. */
const askedOf = (operation: Operation | undefined) =>
  typeof operation?.intent.expiresInSeconds === 'number' ? operation.intent.expiresInSeconds : null;
