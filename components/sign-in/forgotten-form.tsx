'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { CallError, call } from '#lib/api/client.ts';

type State = 'idle' | 'sending' | 'sent' | 'failed' | { wait: number };

/** Requests a link by e-mail. The answer does not reveal whether the person exists. */
export function ForgottenForm() {
  const t = useTranslations('sign-in.forgotten');
  const [state, setState] = useState<State>('idle');
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email') ?? '');
    setState('sending');
    try {
      await call('POST /api/password-reset', { body: { email } });
      setState('sent');
    } catch (thrown) {
      const wait = thrown instanceof CallError ? thrown.problem.retryAfterSeconds : undefined;
      setState(wait === undefined ? 'failed' : { wait });
    }
  };
  if (state === 'sent')
    return (
      <Callout role="status" title={t('sent')}>
        {t('sentDescription')}
      </Callout>
    );
  const message =
    typeof state === 'object' ? t('wait', { seconds: state.wait }) : state === 'failed' && t('failed');
  return (
    <form className="grid min-w-0 grid-cols-1 gap-3" method="post" onSubmit={send}>
      <p>{t('description')}</p>
      <PlainField
        id="email"
        label={t('email')}
        error={message && <span role="alert">{message}</span>}
        name="email"
        type="email"
        variant="tall"
        autoComplete="username"
        required
      />
      <Button type="submit" variant="main" full size="tall" aria-busy={state === 'sending'}>
        {t(state === 'sending' ? 'sending' : 'send')}
      </Button>
    </form>
  );
}
