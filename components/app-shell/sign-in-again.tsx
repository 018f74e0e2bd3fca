'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useCountdown } from '#components/ui/clock.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { CodeField } from '#components/ui/secret-field.tsx';
import { offerSignIn } from '#lib/api/client.ts';
import { SIGN_IN_ACTION } from './auth-layout.tsx';
import { useSession } from './session.tsx';

type Answer = (signedIn: boolean) => void;

/** Requests a new sign-in when the session ended while a page was open. */
export function SignInAgain() {
  const client = useQueryClient();
  const [request, setRequest] = useState<{ answer: Answer } | null>(null);
  useEffect(
    () =>
      offerSignIn(async () => {
        const signedIn = await new Promise<boolean>((resolve) => setRequest({ answer: resolve }));
        setRequest(null);
        // Reads again the queries that failed meanwhile.
        if (signedIn) void client.invalidateQueries();
        return signedIn;
      }),
    [client],
  );
  return request && <SignInAgainDialog onEnd={request.answer} />;
}

type Outcome = 'in' | 'wrong' | 'failed' | 'code' | 'refused' | { wait: number };

/** Requests the same operator's password; typed values and waiting calls stay. */
function SignInAgainDialog({ onEnd }: { onEnd: (signedIn: boolean) => void }) {
  const t = useTranslations('shell.signInAgain');
  const { operator } = useSession().session;
  const step = useTranslations('shell.stepUp');
  const [code, setCode] = useState('');
  const id = useId();
  const form = useSignIn(operator.email, () => onEnd(true));
  const footer = (
    <>
      <Button onClick={() => onEnd(false)}>{t('later')}</Button>
      <Button
        type="submit"
        form={`${id}-form`}
        variant="main"
        aria-busy={form.busy || undefined}
        aria-disabled={form.busy || form.left > 0 || undefined}
      >
        {t('confirm')}
      </Button>
    </>
  );
  const error =
    form.left > 0 ? t('wait', { seconds: form.left }) : form.errorCode !== null && t(form.errorCode);
  return (
    <Dialog open onClose={() => onEnd(false)} title={t('title')} closeLabel={t('later')} footer={footer}>
      <form
        id={`${id}-form`}
        className="grid min-w-0 grid-cols-1 gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          void form.submit(String(fields.get('password') ?? ''), String(fields.get('otp') ?? ''));
        }}
      >
        <p>{t('description')}</p>
        <input type="text" name="email" autoComplete="username" value={operator.email} readOnly hidden />
        {form.second ? (
          <CodeField
            kind="recovery"
            name="otp"
            label={step('code')}
            rule={operator.email}
            error={error}
            value={code}
            onChange={setCode}
            autoFocus
          />
        ) : (
          <PlainField
            label={step('password')}
            rule={operator.email}
            error={error && <span role="alert">{error}</span>}
            name="password"
            type="password"
            icon="key"
            autoComplete="current-password"
            maxLength={256}
            required
            autoFocus
          />
        )}
      </form>
    </Dialog>
  );
}

function useSignIn(email: string, onIn: () => void) {
  const [busy, setBusy] = useState(false);
  /** The password was correct; the server stores that in a cookie. */
  const [second, setSecond] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const wait = typeof outcome === 'object' && outcome !== null ? outcome.wait : 0;
  const { left } = useCountdown(wait, outcome);
  const submit = async (password: string, otp: string) => {
    if (busy || left > 0) return;
    setBusy(true);
    const ended = await signIn({ email, password, otp }).catch((): Outcome => 'failed');
    setBusy(false);
    setOutcome(ended);
    if (ended === 'code') setSecond(true);
    if (ended === 'in') onIn();
  };
  const errorCode = outcome === 'wrong' || outcome === 'failed' || outcome === 'refused' ? outcome : null;
  return { busy, left, submit, errorCode, second };
}

/** Signs in as the form does; next-auth answers a script with the URL it would redirect to. */
async function signIn(fields: { email: string; password: string; otp: string }): Promise<Outcome> {
  const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string };
  const body = new URLSearchParams({ csrfToken, ...fields, callbackUrl: '/', json: 'true' });
  const answer = await fetch(SIGN_IN_ACTION, { method: 'POST', body });
  const { url } = (await answer.json()) as { url?: string };
  const error = new URL(url ?? '', location.origin).searchParams.get('error');
  if (answer.ok && error === null) return 'in';
  const wait = /^wait-(\d+)$/.exec(error ?? '')?.[1];
  if (wait !== undefined) return { wait: Number(wait) };
  if (error === 'otp_required') return 'code';
  if (error === 'otp_refused') return 'refused';
  return answer.status < 500 && error !== 'unavailable' ? 'wrong' : 'failed';
}
