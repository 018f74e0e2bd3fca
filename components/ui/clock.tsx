'use client';

import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { serverClock, serverNow } from '#lib/core/clock.ts';
import { type Day, saoPauloDay } from '#lib/core/dates.ts';

const PageInstant = createContext<number | null>(null);

/** `now`: the server's time (epoch ms) when it rendered the page. The browser sets its clock from it first. */
export function ClockProvider({ now, children }: { now: number; children: ReactNode }) {
  const [instant] = useState(() => {
    if (typeof window !== 'undefined') learnFromPage(now);
    return now;
  });
  return <PageInstant value={instant}>{children}</PageInstant>;
}

/** The server rendered the page between the browser's request and the first byte of the response. */
function learnFromPage(now: number): void {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const since = performance.now();
  const answered = page === undefined ? 0 : since - page.responseStart;
  serverClock.learn(now, since - (page?.requestStart ?? 0), answered);
}

const subscribe = () => () => undefined;

/** False on the server and while React hydrates, then true: for data that only the browser has. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );

/** The server's time (epoch ms), updated every `everyMs`; never before `since`, an instant already shown. */
export function useNow(everyMs: number, since?: string | null): number {
  return Math.max(useServerTime(everyMs, asIs), Date.parse(since ?? '') || 0);
}

/** The São Paulo day of the server's time; never before the day of `since`. */
export function useToday(since?: string | null): Day {
  const today = useServerTime(TODAY_EVERY_MS, saoPauloDay);
  const sinceDay = saoPauloDay(since ?? '');
  return sinceDay > today ? sinceDay : today;
}

const TODAY_EVERY_MS = 15_000;
const asIs = (now: number) => now;

/** The result of `read` for the server's time; re-renders only when it changes. */
function useServerTime<T>(everyMs: number, read: (now: number) => T): T {
  const page = useContext(PageInstant);
  const isHydrated = useIsHydrated();
  // While React hydrates, the first render shows the server's instant, so that both render the same.
  const [value, setValue] = useState(() => read(page === null || isHydrated ? serverNow() : page));
  useEffect(() => {
    const tick = () => setValue(read(serverNow()));
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, read]);
  return value;
}

/** The remaining whole seconds of `seconds`; restarts with a new `key`. Calls `onEnd` at zero, unless stopped. */
export function useCountdown(seconds: number, key: unknown, onEnd?: () => void) {
  const [left, setLeft] = useState(seconds);
  const [stopped, setStopped] = useState(false);
  const end = useRef(onEnd);
  end.current = onEnd;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a new wait, even of the same length
  useEffect(() => {
    setLeft(seconds);
    if (seconds <= 0 || stopped) return;
    const until = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      end.current?.();
    }, 250);
    return () => clearInterval(timer);
  }, [seconds, key, stopped]);
  return { left, running: left > 0 && !stopped, stop: () => setStopped(true) };
}

/** 42 → '0:42', 102 → '1:42'. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const CIRCUMFERENCE = 2 * Math.PI * 19;

/** The remaining seconds of a wait as a ring; the text next to it carries the meaning. */
export function CountdownRing({ left, total }: { left: number; total: number }) {
  const share = total > 0 ? Math.min(1, Math.max(0, left / total)) : 0;
  return (
    <svg
      className="size-11 flex-none fill-none stroke-3"
      viewBox="0 0 44 44"
      aria-hidden="true"
      focusable="false"
    >
      <circle className="stroke-line-strong" cx="22" cy="22" r="19" />
      <circle
        className="stroke-warn-line transition-[stroke-dasharray] duration-(--t-slow) ease-linear"
        cx="22"
        cy="22"
        r="19"
        strokeDasharray={`${CIRCUMFERENCE * share} ${CIRCUMFERENCE}`}
        transform="rotate(-90 22 22)"
      />
      <text className="fill-ink stroke-none text-[13px] font-semibold" x="22" y="27" textAnchor="middle">
        {left < 60 ? left : clock(left)}
      </text>
    </svg>
  );
}
