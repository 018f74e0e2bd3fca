'use client';

import { useEffect, useRef, useState } from 'react';

export type Countdown = { left: number; running: boolean; stop: () => void };

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
