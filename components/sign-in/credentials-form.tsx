'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { FormSecrets, SIGN_IN_ACTION } from '#components/app-shell/auth-layout.tsx';
import { askPasskey, PasskeyClosed } from '#components/app-shell/passkey.ts';
import { Button } from '#components/ui/button.tsx';
import { clock } from '#components/ui/clock-provider.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { useCovered } from '#components/ui/secret-field.tsx';
import { useCountdown } from '#components/ui/use-now.ts';
import { Wait } from './wait.tsx';

type Props = {
  csrfToken: string;
  callbackUrl: string;
  wrong: boolean;
  waitSeconds: number;
  /** True: its button is the screen's primary one. */
  main: boolean;
};

/** A plain HTML form, so that it works without JavaScript. */
export function CredentialsForm({ csrfToken, callbackUrl, wrong, waitSeconds, main }: Props) {
  const t = useTranslations('sign-in');
  const { left } = useCountdown(waitSeconds, waitSeconds);
  return (
    <>
      {waitSeconds > 0 && <Wait left={left} total={waitSeconds} words={t('wait.description')} />}
      <form className="grid min-w-0 grid-cols-1 gap-3" method="post" action={SIGN_IN_ACTION}>
        <FormSecrets csrfToken={csrfToken} callbackUrl={callbackUrl} />
        <EmailField again={wrong || waitSeconds > 0} />
        <PasswordField wrong={wrong} />
        <Button
          type="submit"
          full
          className="h-9 max-wide:h-11"
          disabled={left > 0}
          {...(main && { variant: 'main' })}
        >
          {left > 0 ? t('continueIn', { time: clock(left) }) : t('continue')}
        </Button>
      </form>
      {waitSeconds > 0 && <p className="text-xs text-ink-3">{t('wait.own')}</p>}
    </>
  );
}

/**
 * Session storage key of the typed e-mail, for the page after an error. A URL would leak it to history and
 * logs.
 */
const TYPED = 'guiche.sign-in.email';

/** Restores the e-mail of the previous attempt, in this tab only. */
function EmailField({ again }: { again: boolean }) {
  const t = useTranslations('sign-in');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const input = field.current;
    const typed = sessionStorage.getItem(TYPED);
    if (again && input !== null && input.value === '' && typed !== null) input.value = typed;
    if (!again) sessionStorage.removeItem(TYPED);
    const keep = () => sessionStorage.setItem(TYPED, input?.value ?? '');
    const form = input?.form;
    form?.addEventListener('submit', keep);
    return () => form?.removeEventListener('submit', keep);
  }, [again]);
  return (
    <PlainField
      ref={field}
      id="email"
      label={t('email')}
      name="email"
      type="email"
      variant="tall"
      autoComplete="username"
      placeholder={t('emailExample')}
      required
    />
  );
}

function PasswordField({ wrong }: { wrong: boolean }) {
  const t = useTranslations('sign-in');
  const { type, button } = useCovered();
  return (
    <PlainField
      id="password"
      label={t('password')}
      rule={button}
      error={wrong && <span role="alert">{t('wrong')}</span>}
      name="password"
      type={type}
      variant="tall"
      autoComplete="current-password"
      placeholder={wrong ? t('erased') : undefined}
      required
    />
  );
}

type PasskeyFormProps = { csrfToken: string; callbackUrl: string; main?: boolean };

/** Asks the device for a signature and posts it like any other sign-in. */
export function PasskeyForm({ main = false, ...secrets }: PasskeyFormProps) {
  const t = useTranslations('sign-in.passkey');
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'idle' | 'asking' | 'closed' | 'failed'>('idle');
  const ask = async () => {
    setState('asking');
    try {
      const signed = await askPasskey('sign-in');
      if (field.current) field.current.value = JSON.stringify(signed);
      form.current?.requestSubmit();
    } catch (thrown) {
      setState(thrown instanceof PasskeyClosed ? 'closed' : 'failed');
    }
  };
  return (
    <form ref={form} className="grid gap-2" method="post" action="/api/auth/callback/passkey">
      <FormSecrets {...secrets} />
      <input ref={field} type="hidden" name="assertion" />
      <Button
        icon="finger"
        full
        className="h-9 max-wide:h-11"
        aria-busy={state === 'asking' || undefined}
        onClick={() => void ask()}
        {...(main && { variant: 'main' })}
      >
        {t('use')}
      </Button>
      <p className={fieldAnswer()} role="status">
        {state === 'asking' && t('asking')}
        {(state === 'closed' || state === 'failed') && (
          <>
            <Icon name="octagon" tone="danger" />
            <span>{t(state)}</span>
          </>
        )}
      </p>
    </form>
  );
}
