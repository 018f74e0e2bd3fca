'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormSecrets, SIGN_IN_ACTION } from '#components/app-shell/auth-layout.tsx';
import { Button, TextButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { useCountdown } from '#components/ui/clock.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { CodeField } from '#components/ui/secret-field.tsx';
import { PasskeyForm, useWaitLabel, Wait } from './credentials-form.tsx';

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
  const time = useWaitLabel();
  const form = useRef<HTMLFormElement>(null);
  const [recovery, setRecovery] = useState(!of.codeApp && of.recoveryCodes > 0);
  const [code, setCode] = useState('');
  const { left } = useCountdown(waitSeconds, waitSeconds);
  const send = (next: string) => {
    if (left > 0) return;
    // The form posts the field's value, so React must write it first.
    flushSync(() => setCode(next));
    form.current?.requestSubmit();
  };
  const passkeyFirst = of.passkey && (left > 0 || !of.codeApp) && !recovery;
  const tried = refused === 'code' || waitSeconds > 0;
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
        <Wait
          left={left}
          total={waitSeconds}
          text={t(of.passkey && !of.standing.passkeyWaits ? 'waitPasskey' : 'wait')}
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
            onWhole={send}
            autoFocus={!passkeyFirst}
          />
          <Button
            type="submit"
            full
            size="tall"
            disabled={left > 0}
            variant={passkeyFirst ? 'plain' : 'main'}
          >
            {t(recovery ? 'enterByRecovery' : 'enter')}
          </Button>
          {tried && left === 0 && (
            <p className="text-xs text-ink-3">
              {t('tries', { tries: of.standing.tries, time: time(of.standing.thenSeconds) })}{' '}
              {/* A wrong clock makes the codes of an app fail. */}
              {!recovery && t('clock')}
            </p>
          )}
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
          <TextButton
            onClick={() => {
              setRecovery(!recovery);
              setCode('');
            }}
          >
            {recovery ? t('useApp') : t('useRecovery', { count: of.recoveryCodes })}
          </TextButton>
        </p>
      )}
      <p className="text-xs text-ink-3">{t('lost')}</p>
    </>
  );
}
