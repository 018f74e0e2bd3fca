'use client';

import { useEffect, useRef, useState } from 'react';
import { serverNow } from '#lib/core/clock.ts';
import { type Day, saoPauloDay } from '#lib/core/dates.ts';
import { useFirstInstant } from './clock-provider.tsx';

/** The server's time (epoch ms), renewed every so often; never before `since`, an instant that was told already. */
export function useNow(everyMs: number, since?: string | null): number {
  return Math.max(useServerTime(everyMs, asIs), Date.parse(since ?? '') || 0);
}

/** The São Paulo day of the server's time; never before that of `since`. */
export function useToday(since?: string | null): Day {
  const today = useServerTime(TODAY_EVERY_MS, saoPauloDay);
  const told = saoPauloDay(since ?? '');
  return told > today ? told : today;
}

const TODAY_EVERY_MS = 15_000;
const asIs = (now: number) => now;

/** What `read` makes of the server's time; drawn again only when that changes. */
function useServerTime<T>(everyMs: number, read: (now: number) => T): T {
  const first = useFirstInstant();
  const [value, setValue] = useState(() => read(first));
  useEffect(() => {
    const tick = () => setValue(read(serverNow()));
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, read]);
  return value;
}

type Countdown = { left: number; running: boolean; stop: () => void };

/** Whole seconds left of `seconds`, begun anew whenever `key` changes; `onEnd` once at zero unless stopped. */
export function useCountdown(seconds: number, key: unknown, onEnd?: () => void): Countdown {
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
