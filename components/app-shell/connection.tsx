'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { useTimeLabels } from '#components/ui/instant.tsx';
import { connection, type Reach, watchNetwork } from '#lib/api/connection.ts';
import { serverClock } from '#lib/core/clock.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { follow, liveQueries } from '#lib/events/client.ts';
import { useSession } from './session.tsx';

/** Shown while the server is unreachable. A link pressed meanwhile is followed once it is back. */
export function ConnectionBanner() {
  const t = useTranslations('shell.connection');
  const locale = useLocale() as Locale;
  const reach = useReach();
  const up = reach.state === 'up';
  const router = useRouter();
  const [waitingLink, setWaitingLink] = useState<WaitingLink | null>(null);
  useEffect(() => stopLinks(setWaitingLink), []);
  useEffect(() => {
    if (!up || waitingLink === null) return;
    setWaitingLink(null);
    // The framework failed to load this link, so the browser loads it as a full page.
    if (waitingLink.failed) location.assign(waitingLink.href);
    else router.push(waitingLink.href);
  }, [up, waitingLink, router]);
  useEffect(watchNetwork, []);
  if (reach.state !== 'down') return null;
  const time = formatInstant(locale, new Date(reach.since).toISOString(), 'time');
  return (
    <Callout
      tone="warn"
      icon="pause"
      variant="banner"
      role="status"
      title={t(navigator.onLine ? 'unreached' : 'offline', { time })}
      action={waitingLink && <Button onClick={() => setWaitingLink(null)}>{t('drop')}</Button>}
    >
      {t('description')} {waitingLink && <b>{t('waiting')}</b>}
    </Callout>
  );
}

/** A waiting link; `failed`: the framework tried to load it and would leave the page. */
type WaitingLink = { href: string; failed: boolean };

const pathOf = ({ pathname, search, hash }: URL) => pathname + search + hash;

/** The used part of the Navigation API. Browsers without it rely on the click listener only. */
type Navigate = Event & {
  destination: { url: string; sameDocument: boolean };
  downloadRequest: string | null;
  navigationType: string;
};

/** Passes links to the callback while the server is unreachable. Returns a stop function. */
function stopLinks(onLink: (waitingLink: WaitingLink) => void): () => void {
  const isUnreachable = () => connection.reach().state !== 'up';
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!isUnreachable() || link === null || event.button !== 0 || event.defaultPrevented) return;
    const url = new URL(link.href, location.href);
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || link.target === '_blank';
    const isSamePage = url.pathname + url.search === location.pathname + location.search && url.hash !== '';
    if (opensElsewhere || isSamePage || link.hasAttribute('download') || url.origin !== location.origin)
      return;
    event.preventDefault();
    onLink({ href: pathOf(url), failed: false });
  };
  const onNavigate = (event: Event) => {
    const { destination, downloadRequest, navigationType } = event as Navigate;
    const url = new URL(destination.url);
    const ours = url.origin === location.origin && !destination.sameDocument && downloadRequest === null;
    if (!isUnreachable() || !ours || !event.cancelable || navigationType === 'reload') return;
    event.preventDefault();
    onLink({ href: pathOf(url), failed: true });
  };
  const navigation = 'navigation' in window ? (window.navigation as EventTarget) : null;
  document.addEventListener('click', onClick, true);
  navigation?.addEventListener('navigate', onNavigate);
  return () => {
    document.removeEventListener('click', onClick, true);
    navigation?.removeEventListener('navigate', onNavigate);
  };
}

/** Refreshes the data on screen while the account's pages are open. */
export function LiveUpdates() {
  const { account, session } = useSession();
  const client = useQueryClient();
  const operator = session.operator.id;
  const connected = useConnected();
  const missed = useRef(false);
  useEffect(() => {
    missed.current ||= !connected;
    if (!connected) return;
    const live = liveQueries(client, account.slug);
    if (missed.current) live.apply({ missed: true });
    missed.current = false;
    const stop = follow({
      account: account.slug,
      operator,
      onChange: live.apply,
      onBreak: connection.reportNoAnswer,
    });
    return () => {
      stop();
      live.stop();
    };
  }, [client, account.slug, operator, connected]);
  return null;
}

const UP: Reach = { state: 'up' };

function useReach(): Reach {
  return useSyncExternalStore(connection.subscribe, connection.reach, () => UP);
}

/** False while the server is unreachable, when no data on screen is live. */
export function useConnected(): boolean {
  return useReach().state !== 'down';
}

const MINUTE_MS = 60_000;
const none = () => 0;

/** Shows how far this computer's clock differs from the server's, if by more than a minute. */
export function ClockNotice() {
  const difference = useSyncExternalStore(serverClock.subscribe, serverClock.difference, none);
  return difference === 0 ? null : <Difference ms={difference} />;
}

/** `ms`: negative where this computer's clock is behind. */
export function Difference({ ms }: { ms: number }) {
  const t = useTranslations('shell.clock');
  const timeLabels = useTimeLabels();
  const by = timeLabels.left(Math.round(Math.abs(ms) / MINUTE_MS) * MINUTE_MS);
  return (
    <Callout
      tone="idle"
      icon="clock"
      variant="banner"
      role="status"
      title={t(ms < 0 ? 'behind' : 'ahead', { by })}
    >
      {t('description')}
    </Callout>
  );
}
