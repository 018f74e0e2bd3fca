import type { TimeoutProvider } from '@tanstack/react-query';

type Timer = { run: () => void; at: number; everyMs: number | undefined };

/** Runs each; one that fails keeps no other back. */
export function runEach(runs: readonly (() => void)[]): void {
  for (const run of runs)
    try {
      run();
    } catch (thrown) {
      reportError(thrown);
    }
}

/**
 * Timers that share one of the browser's, each due on its own millisecond. A page of twenty queries sets and clears
 * some hundred of them in the turn in which it wakes, nearly all for a time that never comes.
 */
export function sharedTimers(): TimeoutProvider<number> {
  const timers = new Map<number, Timer>();
  let made = 0;
  let looking = false;
  let next: { at: number; timer: ReturnType<typeof setTimeout> } | null = null;

  /** Once for all that a turn changed. One that is armed too early is left: it finds nothing due and looks again. */
  const look = () => {
    if (looking) return;
    looking = true;
    queueMicrotask(() => {
      looking = false;
      let at = Number.POSITIVE_INFINITY;
      for (const timer of timers.values()) at = Math.min(at, timer.at);
      if (at === Number.POSITIVE_INFINITY || (next && next.at <= at)) return;
      clearTimeout(next?.timer);
      next = { at, timer: setTimeout(ring, at - performance.now()) };
    });
  };
  const ring = () => {
    next = null;
    const now = performance.now();
    const due = [...timers.keys()].map((id) => () => {
      const timer = timers.get(id);
      // Undefined: one that ran before it has cleared it.
      if (timer === undefined || timer.at > now) return;
      if (timer.everyMs === undefined) timers.delete(id);
      else timer.at = now + timer.everyMs;
      timer.run();
    });
    runEach(due);
    look();
  };
  const set = (run: () => void, delayMs: number, everyMs?: number) => {
    made += 1;
    timers.set(made, { run, at: performance.now() + delayMs, everyMs });
    look();
    return made;
  };
  const clear = (id: number | undefined) => {
    if (id !== undefined) timers.delete(id);
  };
  return {
    setTimeout: set,
    setInterval: (run, everyMs) => set(run, everyMs, everyMs),
    clearTimeout: clear,
    clearInterval: clear,
  };
}
