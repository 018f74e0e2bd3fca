'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useActionParam } from '#components/app-shell/address-state.ts';
import { Button } from '#components/ui/button.tsx';
import { ResendOne } from './resend-one.tsx';
import { useMayResend } from './use-labels.ts';

type Notice = { transactionId: string; name: string };
type Props = Notice & {
  /** True if resending is the record's main action: the one filled button. */
  needed?: boolean;
};

/** Resends one transaction's notice; hidden if the account or the operator cannot resend. */
export function ResendButton({ transactionId, name, needed = false }: Props) {
  const t = useTranslations('resends.action');
  const may = useMayResend();
  const [asking, setAsking] = useActionParam('resend');
  if (!may) return null;
  return (
    <>
      <Button icon="send" variant={needed ? 'main' : 'plain'} onClick={() => setAsking(true)}>
        {t('one')}
      </Button>
      {asking && <ResendOne transactionId={transactionId} name={name} onClose={() => setAsking(false)} />}
    </>
  );
}

/** The same button for a receiver that may have an outdated state: it sends the current one. */
export function CurrentStateButton({ transactionId, name }: Notice) {
  const t = useTranslations('resends.action');
  const may = useMayResend();
  const [asking, setAsking] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        {t('currentState')}
      </Button>
      {asking && <ResendOne transactionId={transactionId} name={name} onClose={() => setAsking(false)} />}
    </>
  );
}
