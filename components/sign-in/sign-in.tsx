'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Brand } from '#components/shell/brand.tsx';
import { type BandKind, EnvBand } from '#components/shell/env-band.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { Role } from '#lib/auth/permissions.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { ReadySignIns } from './ready-sign-ins.tsx';

export type ReadySignIn = { role: Role; email: string; password: string };
type SignInError = 'credentials' | 'throttled' | 'ended' | 'no-account' | 'unavailable';
type SignInProps = {
  csrfToken: string;
  callbackUrl: string;
  error?: SignInError | undefined;
  waitSeconds?: number | undefined;
  readySignIns?: ReadySignIn[];
  host: string;
  environment: BandKind;
};

/** One door; in the simulator it stands open, one row a role. */
export function SignIn(props: SignInProps) {
  const { csrfToken, callbackUrl, error, waitSeconds = 0, readySignIns = [], environment } = props;
  const t = useTranslations('sign-in');
  const ready = readySignIns.length > 0;
  return (
    <div className="doors">
      <div className={ready ? 'door door-wide' : 'door'}>
        <EnvBand kind={environment} />
        <div className="door-halves">
          <main className="door-in">
            <p className="brand">
              <Brand />
            </p>
            <Heading {...props} />
            {error === 'no-account' && (
              <Callout tone="warn" role="status" title={t('noAccount.title')}>
                {t('noAccount.words')}
              </Callout>
            )}
            {error === 'unavailable' && (
              <Callout tone="warn" role="alert" title={t('unavailable.title')}>
                {t('unavailable.words')}
              </Callout>
            )}
            <CredentialsForm
              csrfToken={csrfToken}
              callbackUrl={callbackUrl}
              wrong={error === 'credentials' || error === 'throttled'}
              waitSeconds={error === 'throttled' ? waitSeconds : 0}
              main={!ready}
            />
            <p className="text-xs text-ink-3">
              {t(environment === 'simulator' ? 'noSecondStep' : 'noAccess')}
            </p>
            <LanguageLink />
          </main>
          {ready && <ReadySignIns csrfToken={csrfToken} callbackUrl={callbackUrl} people={readySignIns} />}
        </div>
      </div>
    </div>
  );
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
        <p className="mt-2">{t('ended.words')}</p>
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

/** The other language, before anybody is known: it is kept in the cookie alone. */
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
      <button type="button" className="link-btn" lang={other} onClick={change}>
        {t('otherLanguage')}
      </button>
    </p>
  );
}
