'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useActionParam } from '#components/app-shell/address-state.ts';
import { Button } from '#components/ui/button.tsx';
import { ResendOne } from './resend-one.tsx';
import { useMayResend } from './use-labels.ts';

type Notice = { transactionId: string; name: string };
type Props = Notice & {
  /** True where this is what the record needs most: the one filled button. */
  needed?: boolean;
};

/** Sends one transaction's notice again; absent where the account or the operator cannot. */
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

/** The same where a receiver may hold an older state: what goes is the current one. */
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
