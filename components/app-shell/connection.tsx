'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { useTimeLabels } from '#components/ui/use-time-labels.ts';
import { connection, type Reach, watchNetwork } from '#lib/api/connection.ts';
import { serverClock } from '#lib/core/clock.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { follow, liveQueries } from '#lib/events/client.ts';
import { useSession } from './session.tsx';

/** Says that the server cannot be reached, and since when; a link pressed meanwhile is followed once it can. */
export function ConnectionBanner() {
  const t = useTranslations('shell.connection');
  const locale = useLocale() as Locale;
  const reach = useReach();
  const [wish, drop] = useWish(reach.state === 'up');
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
      action={wish === null ? undefined : <Button onClick={drop}>{t('drop')}</Button>}
    >
      {t('words')} {wish !== null && <b>{t('waiting')}</b>}
    </Callout>
  );
}

/** The last link that waits, and how to give it up; it is followed as soon as the server is there. */
function useWish(up: boolean): [Wish | null, () => void] {
  const router = useRouter();
  const [wish, setWish] = useState<Wish | null>(null);
  useEffect(() => waitLinks(setWish), []);
  useEffect(() => {
    if (!up || wish === null) return;
    setWish(null);
    // The framework failed to load this link: the browser loads it as a page of its own.
    if (wish.failed) location.assign(wish.href);
    else router.push(wish.href);
  }, [up, wish, router]);
  return [wish, () => setWish(null)];
}

/** Where somebody wanted to go; `failed`: the framework tried and would have left the page. */
type Wish = { href: string; failed: boolean };

/** Of the Navigation API what is used here; browsers without it lack the second net. */
type Navigate = Event & {
  destination: { url: string; sameDocument: boolean };
  downloadRequest: string | null;
  navigationType: string;
};

/** While the server cannot be reached no link leaves the page: `wished` hears of it instead. Returns how to end it. */
function waitLinks(wished: (wish: Wish) => void): () => void {
  const away = () => connection.reach().state !== 'up';
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!away() || link === null || event.button !== 0 || event.defaultPrevented) return;
    const url = new URL(link.href, location.href);
    const apart = event.ctrlKey || event.metaKey || event.shiftKey || link.target === '_blank';
    const beside = url.pathname + url.search === location.pathname + location.search && url.hash !== '';
    if (apart || beside || link.hasAttribute('download') || url.origin !== location.origin) return;
    event.preventDefault();
    wished({ href: url.pathname + url.search + url.hash, failed: false });
  };
  const onNavigate = (event: Event) => {
    const { destination, downloadRequest, navigationType } = event as Navigate;
    const url = new URL(destination.url);
    const ours = url.origin === location.origin && !destination.sameDocument;
    if (!away() || !ours || downloadRequest !== null || !event.cancelable || navigationType === 'reload')
      return;
    event.preventDefault();
    wished({ href: url.pathname + url.search + url.hash, failed: true });
  };
  const navigation = 'navigation' in window ? (window.navigation as EventTarget) : null;
  document.addEventListener('click', onClick, true);
  navigation?.addEventListener('navigate', onNavigate);
  return () => {
    document.removeEventListener('click', onClick, true);
    navigation?.removeEventListener('navigate', onNavigate);
  };
}

/** Keeps what is on screen fresh while the account's pages are open. */
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
    if (missed.current) live.told({ missed: true });
    missed.current = false;
    const stop = follow({ account: account.slug, operator, told: live.told, onBreak: connection.doubt });
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

/** False while the server cannot be reached: nothing on screen is live then. */
export function useConnected(): boolean {
  return useReach().state !== 'down';
}

const MINUTE_MS = 60_000;
const none = () => 0;

/** Says by how much this computer's clock differs from the server's, where that is more than a minute. */
export function ClockNotice() {
  const difference = useSyncExternalStore(serverClock.subscribe, serverClock.difference, none);
  return difference === 0 ? null : <Difference ms={difference} />;
}

/** `ms`: negative where this computer is behind. */
export function Difference({ ms }: { ms: number }) {
  const t = useTranslations('shell.clock');
  const words = useTimeLabels();
  const by = words.left(Math.round(Math.abs(ms) / MINUTE_MS) * MINUTE_MS);
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
