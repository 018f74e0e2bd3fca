'use client';

import { useLocale, useTranslations } from 'next-intl';
import {
  AuthLayout,
  type BandKind,
  EnvBand,
  FormSecrets,
  SIGN_IN_ACTION,
} from '#components/app-shell/auth-layout.tsx';
import { Button, buttonVariants, TextButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { Role } from '#lib/auth/permissions.ts';
import type { SignInError } from '#lib/session/contract.ts';
import { CredentialsForm, PasskeyForm, SecondStep, type SecondStepOf } from './credentials-form.tsx';

type ReadySignIn = { role: Role; email: string; password: string };
type SignInProps = {
  csrfToken: string;
  callbackUrl: string;
  error?: SignInError | undefined;
  /** Set when the password was correct: the second step. */
  second?: SecondStepOf;
  /** Host of the single sign-on issuer. */
  signOn: string | null;
  /** Guichê can send e-mail, so a forgotten password can be reset. */
  canMail: boolean;
  waitSeconds: number;
  readySignIns?: ReadySignIn[];
  host: string;
  environment: BandKind;
};

type Props = { csrfToken: string; callbackUrl: string; people: readonly ReadySignIn[] };

/** The simulator's ready sign-ins; each row is its own form. */
function ReadySignIns({ people, ...secrets }: Props) {
  const t = useTranslations('sign-in.ready');
  const roles = useTranslations('shell.roles');
  const [first] = people;
  return (
    <section
      className="grid content-start gap-2 border-line border-l bg-surface px-5 pt-5 pb-4 max-wide:border-t max-wide:border-l-0"
      aria-labelledby="ready-sign-ins"
    >
      <div className="flex flex-wrap items-center gap-x-2">
        <h2 id="ready-sign-ins">{t('title')}</h2>
        {first && (
          <span className="cap ml-auto flex items-center gap-1">
            {t('samePassword')} <span className="mono text-xs">{first.password}</span>
            <CopyButton value={first.password} label={t('copyPassword')} />
          </span>
        )}
      </div>
      <ul>
        {people.map((person, index) => (
          <li
            key={person.email}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)_max-content] items-center gap-x-3 border-line py-1.5 not-last:border-b max-wide:grid-cols-[minmax(0,1fr)_max-content]"
          >
            <b>{roles(person.role)}</b>
            <div className="min-w-0">
              <span className="mono block truncate">{person.email}</span>
              <small className="block text-ink-3 text-xs">{t(`can.${person.role}`)}</small>
            </div>
            <form className="max-wide:[grid-area:1/2/3/3]" method="post" action={SIGN_IN_ACTION}>
              <FormSecrets {...secrets} />
              <input type="hidden" name="email" value={person.email} />
              <input type="hidden" name="password" value={person.password} />
              <Button
                type="submit"
                size="sm"
                variant={index === 0 ? 'main' : 'plain'}
                aria-label={t('enterAs', { role: roles(person.role) })}
              >
                {t('enter')}
              </Button>
            </form>
          </li>
        ))}
      </ul>
      <Callout tone="warn" variant="thin">
        {t('vanish')}
      </Callout>
    </section>
  );
}

/** The sign-in page. In the simulator it lists a ready sign-in for each role. */
export function SignIn(props: SignInProps) {
  const { csrfToken, callbackUrl, error, waitSeconds, readySignIns = [], environment, second } = props;
  const secrets = { csrfToken, callbackUrl };
  const t = useTranslations('sign-in');
  const ready = readySignIns.length > 0;
  return (
    <AuthLayout
      band={<EnvBand kind={environment} />}
      aside={ready && <ReadySignIns {...secrets} people={readySignIns} />}
    >
      {second === undefined && <Heading {...props} />}
      {error !== undefined && <ErrorNotice error={error} first={second === undefined} />}
      {second === undefined ? (
        <>
          <CredentialsForm
            {...secrets}
            wrong={error === 'credentials' || error === 'throttled'}
            waitSeconds={waitSeconds}
            main={!ready}
          />
          {!ready && <PasskeyForm {...secrets} />}
          {props.signOn !== null && (
            <a
              className={buttonVariants({ full: true, size: 'tall' })}
              href={`/api/sso/start?callbackUrl=${encodeURIComponent(callbackUrl)}`}
            >
              <Icon name="key" />
              {t('signOn.enter', { issuer: props.signOn })}
            </a>
          )}
          {props.canMail && (
            <p>
              <a className="link" href="/forgotten">
                {t('forgottenLink')}
              </a>
            </p>
          )}
          <p className="text-xs text-ink-3">{t(environment === 'simulator' ? 'noSecondStep' : 'noAccess')}</p>
        </>
      ) : (
        <SecondStep
          of={second}
          {...secrets}
          refused={error === 'otp_refused' ? 'code' : error === 'passkey_refused' ? 'passkey' : null}
          waitSeconds={waitSeconds}
        />
      )}
      <LanguageLink />
    </AuthLayout>
  );
}

/** Errors with a title and a description of their own. */
type NamedError = Extract<SignInError, 'no-account' | 'unavailable' | 'network'>;
const isNamed = (error: SignInError): error is NamedError =>
  error === 'no-account' || error === 'unavailable' || error === 'network';
const isSignOn = (error: SignInError): error is Extract<SignInError, `sso_${string}`> =>
  error.startsWith('sso_');

/** An error that the form does not show itself. `first`: the page shows the first step. */
function ErrorNotice({ error, first }: { error: SignInError; first: boolean }) {
  const t = useTranslations('sign-in');
  if (!first && error !== 'no-account' && error !== 'unavailable') return null;
  if (isNamed(error)) {
    const name = error === 'no-account' ? 'noAccount' : error;
    return (
      <Callout tone="warn" role={name === 'noAccount' ? 'status' : 'alert'} title={t(`${name}.title`)}>
        {t(`${name}.description`)}
      </Callout>
    );
  }
  if (isSignOn(error)) return <Callout tone="warn" role="alert" title={t(`signOn.${error}`)} />;
  if (error === 'passkey_refused')
    return <Callout tone="warn" role="alert" title={t('second.passkeyRefused')} />;
  // The code came too late, so both steps start again.
  if (error === 'otp_required' || error === 'otp_refused')
    return <Callout tone="warn" role="alert" title={t('second.late')} />;
  return null;
}

function Heading({ error, host, environment }: SignInProps) {
  const t = useTranslations('sign-in');
  if (error === 'ended')
    return (
      <div role="status">
        <h1 className="flex items-center gap-2">
          <Icon name="lock" tone="idle" />
          {t('ended.title')}
        </h1>
        <p className="mt-2">{t('ended.description')}</p>
      </div>
    );
  return (
    <div>
      <h1>{t('title')}</h1>
      <p className="text-ink-3">
        {host} · {t(`places.${environment}`)}
      </p>
    </div>
  );
}

const YEAR_SECONDS = 31_536_000;

/** Switches the language before sign-in. Only a cookie stores it. */
function LanguageLink() {
  const t = useTranslations('sign-in');
  const other = useLocale() === 'en' ? 'pt-BR' : 'en';
  const change = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in two browsers
    document.cookie = `locale=${other}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
    location.reload();
  };
  return (
    <p className="text-xs">
      <TextButton lang={other} onClick={change}>
        {t('otherLanguage')}
      </TextButton>
    </p>
  );
}
