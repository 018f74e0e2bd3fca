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
import { type Answer, CallError, call } from '#lib/api/client.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { EndedLink } from '#lib/team/contract.ts';
import { PersonForm } from './person-form.tsx';

type Read = Answer<'POST /api/invitation/read'>;
/** Page of the link. A link for a forgotten password uses the `reset` page. */
type Purpose = 'invitation' | 'reset';
type State =
  | { is: 'reading' }
  | { is: 'ended'; endedLink: EndedLink | null }
  | { is: 'failed'; error: unknown }
  | { is: 'open'; token: string; link: Read }
  | { is: 'accepted'; name: string };

/** Page of a link. Its token is in the URL's fragment and is sent only in request bodies. */
export function LinkExpiredPage({ purpose }: { purpose: Purpose }) {
  const t = useTranslations('invitation');
  const [state, setState] = useState<State>({ is: 'reading' });
  const read = useCallback(async () => {
    const token = location.hash.slice(1);
    setState({ is: 'reading' });
    try {
      setState({ is: 'open', token, link: await call('POST /api/invitation/read', { body: { token } }) });
    } catch (error) {
      const { code = null, existing } = error instanceof CallError ? error.problem : {};
      // `invalid_request`: the token is malformed.
      const ended = code === 'not_found' || code === 'invalid_request';
      setState(
        ended ? { is: 'ended', endedLink: (existing ?? null) as EndedLink | null } : { is: 'failed', error },
      );
    }
  }, []);
  useEffect(() => {
    void read();
    // Pasting another link changes only the fragment, which does not reload the page.
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, [read]);
  if (state.is === 'accepted') return <Accepted name={state.name} />;
  if (state.is === 'ended') return <LinkEnded purpose={purpose} endedLink={state.endedLink} />;
  return (
    <>
      <h1>{t(`title.${purpose}`)}</h1>
      {state.is === 'open' && (
        <Open
          token={state.token}
          link={state.link}
          onAccepted={(name) => setState({ is: 'accepted', name })}
        />
      )}
      {state.is === 'failed' && <ErrorCard error={state.error} onRetry={() => void read()} />}
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

type OpenProps = { token: string; link: Read; onAccepted: (name: string) => void };

function Open({ token, link, onAccepted }: OpenProps) {
  const t = useTranslations('invitation');
  const roleLabel = useTranslations('shell.roles');
  const { purpose, email, name, expiresAt, passwordLength, invitedBy, roles } = link;
  const invitation = purpose === 'invitation';
  const page = invitation ? 'invitation' : 'reset';
  return (
    <>
      <p className="text-ink-3">
        {t.rich('until', { email, until: () => <Instant at={expiresAt} variant="minute" /> })}
      </p>
      {invitation ? (
        <Facts
          of={[
            { label: t('invitedBy'), value: invitedBy },
            {
              label: t('role'),
              value: roles.map(({ account, role }) => (
                <span key={`${account} ${role}`} className="block">
                  {t('roleOn', { role: roleLabel(role), account: account ?? t('all') })}
                </span>
              )),
            },
          ]}
        />
      ) : (
        <p>{t(purpose === 'reset' ? 'resetDescription' : 'forgottenDescription')}</p>
      )}
      <PersonForm
        key={token}
        fields={invitation ? ['name', 'password', 'again'] : ['password', 'again']}
        known={{ name, email }}
        least={passwordLength}
        send={[t(`send.${page}`), t('sending')]}
        over={{ title: t(`ended.${page}`), description: t('ended.unusedDescription') }}
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

/** Welcomes a person who accepted an invitation, and offers to add a second factor. */
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
      <p>{t('description')}</p>
      {/* Full page loads, because the session began with the last response. */}
      <a className={buttonVariants({ variant: 'main', full: true })} href="/settings/profile">
        {t('factor')}
      </a>
      <a className={buttonVariants({ full: true })} href="/">
        {t('enter')}
      </a>
    </>
  );
}

type EndedProps = { purpose: Purpose; endedLink: EndedLink | null };

/** An invalid link: since when it is invalid, and a text to request a new one. */
function LinkEnded({ purpose, endedLink }: EndedProps) {
  const t = useTranslations('invitation.ended');
  const forgotten = endedLink?.purpose === 'forgotten';
  const by = endedLink?.by;
  return (
    <>
      <h1 className="flex items-center gap-2">
        <Icon name="barred" tone="idle" />
        {t(purpose)}
      </h1>
      <p>
        {endedLink !== null &&
          t.rich(endedLink.used ? 'usedAt' : 'endedAt', {
            at: () => (
              <b key="at">
                <Instant at={endedLink.endedAt} variant="minute" />
              </b>
            ),
          })}{' '}
        {t('description')}
      </p>
      <ul className="grid gap-3 [&>li]:flex [&>li]:items-start [&>li]:gap-2 [&_small]:block [&_small]:text-xs [&_small]:text-ink-3">
        <li>
          <Icon name="check" tone="ok" />
          <span className="flex-1">
            {t(`usedTitle.${purpose}`)}
            <small>{t('usedDescription')}</small>
          </span>
          <Link href="/sign-in">{t('signIn')}</Link>
        </li>
        <li>
          <Icon name="mail" />
          <span className="flex-1">
            {t('unusedTitle')}
            <small>
              {forgotten ? t('unusedOwn') : by ? t('unusedBy', { name: by }) : t('unusedDescription')}
            </small>
          </span>
          {forgotten && <Link href="/forgotten">{t('requestAgain')}</Link>}
        </li>
      </ul>
      {!forgotten && <Request purpose={purpose} endedLink={endedLink} />}
    </>
  );
}

/** Text to send to a person who can create a new link. It never contains the link itself. */
function Request({ purpose, endedLink }: EndedProps) {
  const t = useTranslations('invitation.ended');
  const locale = useLocale() as Locale;
  const first = endedLink?.by?.split(' ')[0];
  const text =
    endedLink === null
      ? t(`request.${purpose}`)
      : t(`requestOf.${purpose}`, {
          name: first ?? '',
          named: first === undefined ? 'no' : 'yes',
          email: endedLink.email ?? '–',
          at: formatInstant(locale, endedLink.endedAt, 'minute'),
        });
  return (
    <>
      <CopyButton value={text} main>
        {first === undefined ? t('copy') : t('copyFor', { name: first })}
      </CopyButton>
      <p className="text-xs text-ink-3">{t(endedLink === null ? 'copiesLittle' : 'copies')}</p>
    </>
  );
}
