'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CountdownRing } from '#components/ui/countdown-ring.tsx';
import { Field } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Input } from '#components/ui/input.tsx';
import { useCountdown } from '#components/ui/use-countdown.ts';
import { FormSecrets, SIGN_IN_ACTION } from '../shell/form-secrets.tsx';

type Props = {
  csrfToken: string;
  callbackUrl: string;
  wrong: boolean;
  waitSeconds: number;
  /** Whether its button is the filled one of the screen. */
  main: boolean;
};

/** A plain form: it works before, and without, any script. */
export function CredentialsForm({ csrfToken, callbackUrl, wrong, waitSeconds, main }: Props) {
  const t = useTranslations('sign-in');
  const { left } = useCountdown(waitSeconds, waitSeconds);
  return (
    <>
      {waitSeconds > 0 && <Wait left={left} total={waitSeconds} />}
      <form className="form" method="post" action={SIGN_IN_ACTION}>
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

/** What was typed, for the page that says it was wrong; an address would keep it in history and logs. */
const TYPED = 'guiche.sign-in.email';

/** Holds the e-mail of the attempt before, in this tab alone. */
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
    <Field id="email" label={t('email')}>
      <Input
        ref={field}
        id="email"
        name="email"
        type="email"
        look="tall"
        autoComplete="username"
        placeholder={t('emailExample')}
        required
      />
    </Field>
  );
}

function PasswordField({ wrong }: { wrong: boolean }) {
  const t = useTranslations('sign-in');
  const [shown, setShown] = useState(false);
  return (
    <Field
      id="password"
      label={t('password')}
      rule={
        <button type="button" className="show-password" aria-pressed={shown} onClick={() => setShown(!shown)}>
          <Icon name="eye" size="s" />
          {t(shown ? 'hide' : 'show')}
        </button>
      }
      error={wrong && <span role="alert">{t('wrong')}</span>}
    >
      <Input
        id="password"
        name="password"
        type={shown ? 'text' : 'password'}
        look="tall"
        autoComplete="current-password"
        placeholder={wrong ? t('erased') : undefined}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? 'password-answer' : undefined}
        required
      />
    </Field>
  );
}

/** The wait has an end and says it; the account is never called blocked. */
function Wait({ left, total }: { left: number; total: number }) {
  const t = useTranslations('sign-in.wait');
  return (
    <div className="panel flex items-center gap-3 p-3">
      <CountdownRing left={left} total={total} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-ink" aria-hidden="true">
          {left > 0 ? t('title', { seconds: left }) : t('over')}
        </p>
        <p className="text-xs">{t('words')}</p>
        <p className="sr-only" role="status">
          {left > 0 ? t('title', { seconds: total }) : t('over')}
        </p>
      </div>
    </div>
  );
}

/** 42 → '0:42'. */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
