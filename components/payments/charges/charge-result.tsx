'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useFollowed } from '#components/operations/use-followed.ts';
import type { Operation } from '#lib/operations/queries.ts';
import { byReferenceOptions } from '#lib/payments/one-queries.ts';
import { Outcome } from '../outcome.tsx';
import { LiveCharge } from './live-charge.tsx';
import type { Made } from './made.ts';

type Props = {
  made: Made;
  onRepeated: (operationId: string) => void;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** The charge once the provider is known to have it; until then what is being done to know. */
export function ChargeResult(props: Props) {
  const top = useRef<HTMLDivElement>(null);
  // Made while the form is in hand, on a phone far below it: the answer comes into view and the next Tab is on it.
  useEffect(() => top.current?.focus(), []);
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <Result {...props} />
    </div>
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

/** The expiry that was asked for, in seconds: the provider may not tell it. */
const askedOf = (operation: Operation | undefined) =>
  typeof operation?.intent.expiresInSeconds === 'number' ? operation.intent.expiresInSeconds : null;
