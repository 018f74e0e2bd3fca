'use client';

import { useEffect, useRef, useState } from 'react';
import { serverNow } from '#lib/core/clock.ts';
import { type Day, saoPauloDay } from '#lib/core/dates.ts';
import { useFirstInstant } from './clock-provider.tsx';

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

/**
 * The remaining whole seconds of `seconds`; restarts when `key` changes. Calls `onEnd` once at zero, unless
 * stopped.
 */
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
