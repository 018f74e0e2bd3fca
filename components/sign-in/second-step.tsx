'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormSecrets, SIGN_IN_ACTION } from '#components/app-shell/auth-layout.tsx';
import { Button, TextButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CodeField } from '#components/ui/code-field.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { useCountdown } from '#components/ui/use-now.ts';
import { PasskeyForm } from './credentials-form.tsx';
import { useWaitWords, Wait } from './wait.tsx';

export type SecondStepOf = {
  email: string;
  passkey: boolean;
  codeApp: boolean;
  /** Number of unused recovery codes. */
  recoveryCodes: number;
  /** `tries`: wrong codes allowed before a wait of `thenSeconds`; `passkeyWaits`: passkeys wait too. */
  standing: { tries: number; thenSeconds: number; passkeyWaits: boolean };
};
type Props = {
  of: SecondStepOf;
  csrfToken: string;
  callbackUrl: string;
  refused: 'code' | 'passkey' | null;
  waitSeconds: number;
};

/** The second step after a correct password. A plain HTML form, so that it works without JavaScript. */
export function SecondStep({ of, refused, waitSeconds, ...secrets }: Props) {
  const t = useTranslations('sign-in.second');
  const form = useRef<HTMLFormElement>(null);
  const [recovery, setRecovery] = useState(!of.codeApp && of.recoveryCodes > 0);
  const [code, setCode] = useState('');
  const { left } = useCountdown(waitSeconds, waitSeconds);
  const whole = (next: string) => {
    if (left > 0) return;
    // The form posts the field's value, so React must write it first.
    flushSync(() => setCode(next));
    form.current?.requestSubmit();
  };
  const turn = () => {
    setRecovery(!recovery);
    setCode('');
  };
  const passkeyFirst = of.passkey && (left > 0 || !of.codeApp) && !recovery;
  const tried = refused === 'code' || waitSeconds > 0;
  return (
    <>
      <Who email={of.email} callbackUrl={secrets.callbackUrl}>
        {t(recovery && of.codeApp ? 'recoveryTitle' : 'title')}
      </Who>
      {waitSeconds > 0 && (
        <Wait
          left={left}
          total={waitSeconds}
          words={t(of.passkey && !of.standing.passkeyWaits ? 'waitPasskey' : 'wait')}
        />
      )}
      {(of.codeApp || recovery) && (
        <form ref={form} className="grid min-w-0 grid-cols-1 gap-3" method="post" action={SIGN_IN_ACTION}>
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
          {tried && left === 0 && <Tries of={of.standing} app={!recovery} />}
        </form>
      )}
      {recovery && (
        <Callout tone="warn" title={t('recoveryAfter', { count: of.recoveryCodes - 1 })}>
          {t('recoveryRenew')}
        </Callout>
      )}
      {refused === 'passkey' && (
        <p className={fieldAnswer({ fault: true })} role="alert">
          {t('passkeyRefused')}
        </p>
      )}
      {of.passkey && <PasskeyForm {...secrets} main={passkeyFirst} />}
      {of.codeApp && of.recoveryCodes > 0 && (
        <p>
          <TextButton onClick={turn}>
            {recovery ? t('useApp') : t('useRecovery', { count: of.recoveryCodes })}
          </TextButton>
        </p>
      )}
      <p className="text-xs text-ink-3">{t('lost')}</p>
    </>
  );
}

function Who({ email, callbackUrl, children }: { email: string; callbackUrl: string; children: string }) {
  const t = useTranslations('sign-in.second');
  return (
    <div>
      <h1>{children}</h1>
      <p className="text-ink-3">
        {email} ·{' '}
        <a className="link" href={`/sign-in?callbackUrl=${encodeURIComponent(callbackUrl)}`}>
          {t('notMe')}
        </a>
      </p>
    </div>
  );
}

/** The remaining tries. For a code app, also a hint that a wrong clock makes codes fail. */
function Tries({ of: { tries, thenSeconds }, app }: { of: SecondStepOf['standing']; app: boolean }) {
  const t = useTranslations('sign-in.second');
  const time = useWaitWords();
  return (
    <p className="text-xs text-ink-3">
      {t('tries', { tries, time: time(thenSeconds) })} {app && t('clock')}
    </p>
  );
}
