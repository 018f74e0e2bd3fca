'use client';

import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useCallback, useEffect, useRef, useState } from 'react';
import { buttonVariants } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { CallError, call } from '#lib/api/client.ts';
import type { OutputOf } from '#lib/api/endpoint.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import type { EndedLink } from '#lib/team/contract.ts';
import { PersonForm } from './person-form.tsx';

type Read = OutputOf<Endpoints['POST /api/invitation/read'], 'response'>;
/** Page of the link; a link for a forgotten password is one for a new one. */
type Purpose = 'invitation' | 'reset';
type State =
  | { is: 'reading' }
  | { is: 'ended'; told: EndedLink | null }
  | { is: 'failed'; error: unknown }
  | { is: 'open'; token: string; link: Read }
  | { is: 'accepted'; name: string };

type Props = { purpose: 'invitation' | 'reset'; told: EndedLink | null };

/** A link that can be used no more: since when, and whom to ask for another, in words that can be sent as they are. */
function LinkEnded({ purpose, told }: Props) {
  const t = useTranslations('invitation.ended');
  const forgotten = told?.purpose === 'forgotten';
  return (
    <>
      <h1 className="flex items-center gap-2">
        <Icon name="barred" tone="idle" />
        {t(purpose)}
      </h1>
      <p>
        {told !== null &&
          t.rich(told.used ? 'usedAt' : 'endedAt', {
            at: () => (
              <b key="at">
                <Instant at={told.endedAt} variant="minute" />
              </b>
            ),
          })}{' '}
        {t('words')}
      </p>
      <ul className="grid gap-3">
        <li className="flex items-start gap-2">
          <Icon name="check" tone="ok" />
          <span className="flex-1">
            {t(`usedTitle.${purpose}`)}
            <small className="block text-xs text-ink-3">{t('usedWords')}</small>
          </span>
          <Link href="/sign-in">{t('signIn')}</Link>
        </li>
        <li className="flex items-start gap-2">
          <Icon name="mail" />
          <span className="flex-1">
            {t('unusedTitle')}
            <small className="block text-xs text-ink-3">
              {forgotten ? t('unusedOwn') : told?.by ? t('unusedBy', { name: told.by }) : t('unusedWords')}
            </small>
          </span>
          {forgotten && <Link href="/forgotten">{t('askAgain')}</Link>}
        </li>
      </ul>
      {!forgotten && <Request purpose={purpose} told={told} />}
    </>
  );
}

/** Text to send to a person who can give another link: never the link itself. */
function Request({ purpose, told }: Props) {
  const t = useTranslations('invitation.ended');
  const locale = useLocale() as Locale;
  const first = told?.by?.split(' ')[0];
  const text =
    told === null
      ? t(`ask.${purpose}`)
      : t(`askOf.${purpose}`, {
          name: first ?? '',
          named: first === undefined ? 'no' : 'yes',
          email: told.email ?? '–',
          at: formatInstant(locale, told.endedAt, 'minute'),
        });
  return (
    <>
      <CopyButton value={text} main>
        {first === undefined ? t('copy') : t('copyFor', { name: first })}
      </CopyButton>
      <p className="text-xs text-ink-3">{t(told === null ? 'copiesLittle' : 'copies')}</p>
    </>
  );
}

/** Page of a link: its token stands behind `#` and is sent in a body, never in an address. */
export function LinkExpiredPage({ purpose }: { purpose: Purpose }) {
  const { state, retry, onAccepted } = useLink();
  const t = useTranslations('invitation');
  if (state.is === 'accepted') return <Accepted name={state.name} />;
  if (state.is === 'ended') return <LinkEnded purpose={purpose} told={state.told} />;
  return (
    <>
      <h1>{t(`title.${purpose}`)}</h1>
      {state.is === 'open' && <Open {...state} onAccepted={onAccepted} />}
      {state.is === 'failed' && <ErrorCard error={state.error} onRetry={retry} />}
      {state.is === 'reading' && (
        <div className="grid gap-3" aria-busy="true">
          <span className="sr-only">{t('reading')}</span>
          <Skeleton width="60%" />
          <Skeleton width="80%" />
        </div>
      )}
    </>
  );
}

function useLink() {
  const [state, setState] = useState<State>({ is: 'reading' });
  const read = useCallback(async () => {
    const token = location.hash.slice(1);
    setState({ is: 'reading' });
    try {
      setState({ is: 'open', token, link: await call('POST /api/invitation/read', { body: { token } }) });
    } catch (error) {
      const { code = null, existing } = error instanceof CallError ? error.problem : {};
      // A token that cannot be one is refused for its form.
      const ended = code === 'not_found' || code === 'invalid_request';
      setState(
        ended ? { is: 'ended', told: (existing ?? null) as EndedLink | null } : { is: 'failed', error },
      );
    }
  }, []);
  useEffect(() => {
    void read();
    // Another link that is pasted here changes no more than what stands behind `#`.
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, [read]);
  return {
    state,
    retry: () => void read(),
    onAccepted: (name: string) => setState({ is: 'accepted', name }),
  };
}

type OpenProps = { token: string; link: Read; onAccepted: (name: string) => void };

function Open({ token, link, onAccepted }: OpenProps) {
  const t = useTranslations('invitation');
  const { purpose, email, name, expiresAt, passwordLength } = link;
  const invitation = purpose === 'invitation';
  const page = invitation ? 'invitation' : 'reset';
  return (
    <>
      <p className="text-ink-3">
        {t.rich('until', { email, until: () => <Instant at={expiresAt} variant="minute" /> })}
      </p>
      {invitation ? <To link={link} /> : <p>{t(purpose === 'reset' ? 'resetWords' : 'forgottenWords')}</p>}
      <PersonForm
        key={token}
        fields={invitation ? ['name', 'password', 'again'] : ['password', 'again']}
        known={{ name, email }}
        least={passwordLength}
        send={[t(`send.${page}`), t('sending')]}
        over={{ title: t(`ended.${page}`), words: t('ended.unusedWords') }}
        to={invitation ? null : '/'}
        onSend={async (typed) => {
          await call('POST /api/invitation', {
            body: { token, name: typed.name.trim(), password: typed.password },
          });
          if (invitation) onAccepted(typed.name.trim());
        }}
      />
    </>
  );
}

/** Welcomes a person signed in by an invitation with a password alone; offers a second factor at once. */
function Accepted({ name }: { name: string }) {
  const t = useTranslations('invitation.accepted');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="flex items-center gap-2">
        <Icon name="check" tone="ok" />
        {t('title', { name })}
      </h1>
      <p>{t('words')}</p>
      {/* Whole loads: the session began with the last answer. */}
      <a className={buttonVariants({ variant: 'main', full: true })} href="/settings/profile">
        {t('factor')}
      </a>
      <a className={buttonVariants({ full: true })} href="/">
        {t('enter')}
      </a>
    </>
  );
}

function To({ link: { invitedBy, roles } }: { link: Read }) {
  const t = useTranslations('invitation');
  const words = useTranslations('shell.roles');
  return (
    <Facts
      of={[
        { label: t('invitedBy'), value: invitedBy },
        {
          label: t('role'),
          value: roles.map(({ account, role }) => (
            <span key={`${account} ${role}`} className="block">
              {t('roleOn', { role: words(role), account: account ?? t('all') })}
            </span>
          )),
        },
      ]}
    />
  );
}
