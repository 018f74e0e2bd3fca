'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormSecrets, SIGN_IN_ACTION } from '#components/shell/form-secrets.tsx';
import { Button } from '#components/ui/button.tsx';
import { CodeField } from '#components/ui/code-field.tsx';
import { useCountdown } from '#components/ui/use-countdown.ts';
import { PasskeyForm } from './passkey-form.tsx';
import { Wait } from './wait.tsx';

export type SecondStepOf = { email: string; passkey: boolean; codeApp: boolean };
type Props = {
  of: SecondStepOf;
  csrfToken: string;
  callbackUrl: string;
  refused: 'code' | 'passkey' | null;
  waitSeconds: number;
};

/** The password was right; what proves the person now. A plain form: it works before, and without, any script. */
export function SecondStep({ of, refused, waitSeconds, ...secrets }: Props) {
  const t = useTranslations('sign-in.second');
  const form = useRef<HTMLFormElement>(null);
  const [recovery, setRecovery] = useState(!of.codeApp);
  const [code, setCode] = useState('');
  const { left } = useCountdown(waitSeconds, waitSeconds);
  const whole = (next: string) => {
    if (left > 0) return;
    // The form posts what its field holds.
    flushSync(() => setCode(next));
    form.current?.requestSubmit();
  };
  const passkeyFirst = of.passkey && (left > 0 || !of.codeApp) && !recovery;
  return (
    <>
      <div>
        <h1>{t(recovery && of.codeApp ? 'recoveryTitle' : 'title')}</h1>
        <p className="text-ink-3">
          {of.email} ·{' '}
          <a className="link" href={`/sign-in?callbackUrl=${encodeURIComponent(secrets.callbackUrl)}`}>
            {t('notMe')}
          </a>
        </p>
      </div>
      {waitSeconds > 0 && (
        <Wait left={left} total={waitSeconds} words={t(of.passkey ? 'waitPasskey' : 'wait')} />
      )}
      <form ref={form} className="form" method="post" action={SIGN_IN_ACTION}>
        <FormSecrets {...secrets} />
        <CodeField
          key={String(recovery)}
          name="otp"
          kind={recovery ? 'recovery' : 'app'}
          label={t(recovery ? 'recovery' : 'code')}
          rule={t(recovery ? 'recoveryRule' : 'codeRule')}
          hint={t(recovery ? 'recoveryHint' : 'codeHint')}
          error={refused === 'code' && code === '' && <span role="alert">{t('refused')}</span>}
          value={code}
          onChange={setCode}
          onWhole={whole}
          autoFocus={!passkeyFirst}
        />
        <Button
          type="submit"
          full
          className="h-9 max-wide:h-11"
          disabled={left > 0}
          {...(!passkeyFirst && { variant: 'main' })}
        >
          {t(recovery ? 'enterByRecovery' : 'enter')}
        </Button>
      </form>
      {of.passkey && (
        <>
          {refused === 'passkey' && (
            <p className="form-answer text-danger-ink" role="alert">
              {t('passkeyRefused')}
            </p>
          )}
          <PasskeyForm {...secrets} main={passkeyFirst} />
        </>
      )}
      {of.codeApp && (
        <p>
          <button
            type="button"
            className="link-btn"
            onClick={() => {
              setRecovery(!recovery);
              setCode('');
            }}
          >
            {t(recovery ? 'useApp' : 'useRecovery')}
          </button>
        </p>
      )}
      <p className="text-xs text-ink-3">{t('lost')}</p>
    </>
  );
}
