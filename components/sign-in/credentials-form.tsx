import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormSecrets, SIGN_IN_ACTION } from '#components/app-shell/auth-layout.tsx';
import { PasskeyClosed, requestPasskey } from '#components/app-shell/passkey.ts';
import { Button, TextButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CountdownRing, clock, useCountdown } from '#components/ui/clock.tsx';
import { cn } from '#components/ui/cn.ts';
import { fieldAnswer } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { CodeField, useCovered } from '#components/ui/secret-field.tsx';

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
  const { type, button } = useCovered();
  return (
    <>
      {waitSeconds > 0 && <Wait left={left} total={waitSeconds} text={t('wait.description')} />}
      <form className="grid min-w-0 grid-cols-1 gap-3" method="post" action={SIGN_IN_ACTION}>
        <FormSecrets csrfToken={csrfToken} callbackUrl={callbackUrl} />
        <EmailField again={wrong || waitSeconds > 0} />
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
        <Button type="submit" full size="tall" disabled={left > 0} variant={main ? 'main' : 'plain'}>
          {left > 0 ? t('continueIn', { time: clock(left) }) : t('continue')}
        </Button>
      </form>
      {waitSeconds > 0 && <p className="text-xs text-ink-3">{t('wait.own')}</p>}
    </>
  );
}

/** Session storage key of the typed e-mail, for the page after an error. A URL would leak it to history and logs. */
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
    const store = () => sessionStorage.setItem(TYPED, input?.value ?? '');
    const form = input?.form;
    form?.addEventListener('submit', store);
    return () => form?.removeEventListener('submit', store);
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

type PasskeyFormProps = { csrfToken: string; callbackUrl: string; main?: boolean };

/** Asks the device for a signature and posts it like any other sign-in. */
export function PasskeyForm({ main = false, ...secrets }: PasskeyFormProps) {
  const t = useTranslations('sign-in.passkey');
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'idle' | 'asking' | 'closed' | 'failed'>('idle');
  const submitPasskey = async () => {
    setState('asking');
    try {
      const signed = await requestPasskey('sign-in');
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
        size="tall"
        variant={main ? 'main' : 'plain'}
        aria-busy={state === 'asking'}
        onClick={() => void submitPasskey()}
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

/** Formats a wait: '42 s', '1 min 42 s', '15 min'. */
function useWaitLabel(): (seconds: number) => string {
  const t = useTranslations('sign-in.wait');
  return (seconds) => t('time', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 }).trim();
}

/** Counts a wait down. The text never calls the account blocked. */
function Wait({ left, total, text }: { left: number; total: number; text: string }) {
  const t = useTranslations('sign-in.wait');
  const time = useWaitLabel();
  return (
    <div className={cn(panelVariants(), 'flex items-center gap-3 p-3')}>
      <CountdownRing left={left} total={total} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-ink" aria-hidden="true">
          {left > 0 ? t('title', { time: time(left) }) : t('over')}
        </p>
        <p className="text-xs">{text}</p>
        <p className="sr-only" role="status">
          {left > 0 ? t('title', { time: time(total) }) : t('over')}
        </p>
      </div>
    </div>
  );
}

export type SecondStepOf = {
  email: string;
  passkey: boolean;
  codeApp: boolean;
  /** Number of unused recovery codes. */
  recoveryCodes: number;
  /** `tries`: wrong codes allowed before a wait of `thenSeconds`; `passkeyWaits`: passkeys wait too. */
  standing: { tries: number; thenSeconds: number; passkeyWaits: boolean };
};
type SecondStepProps = {
  of: SecondStepOf;
  csrfToken: string;
  callbackUrl: string;
  refused: 'code' | 'passkey' | null;
  waitSeconds: number;
};

/** The second step after a correct password. A plain HTML form, so that it works without JavaScript. */
export function SecondStep({ of, refused, waitSeconds, ...secrets }: SecondStepProps) {
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
        <p className={fieldAnswer({ error: true })} role="alert">
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
