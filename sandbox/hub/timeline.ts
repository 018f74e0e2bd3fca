import type { SandboxClock } from '../types.ts';
import { Queue } from '../world/clock.ts';

export type Timeline = {
  /** Simulated epoch ms of the running job. */
  time(): number;
  later(atMs: number, run: () => void): void;
  advance(toMs: number): void;
  /**
   * Runs every job up to the clock's now; never goes back before what already ran. Returns the time reached.
   */
  settle(): number;
  /**
   * Sets a lower bound for settle: a crash may have lost some simulated seconds, but what ran by then stays.
   */
  hold(atMs: number): void;
  /** From here on the clock runs the jobs. */
  start(): void;
};

/** Runs jobs strictly in order of time. */
export function createTimeline(clock: SandboxClock, startAt: number): Timeline {
  const queue = new Queue();
  let time = startAt;
  let order = 0;
  let floor = 0;
  let live = false;
  let armed = Infinity;

  function advance(to: number): void {
    for (let job = queue.peek(); job && job.at <= to; job = queue.peek()) {
      queue.pop();
      time = Math.max(time, job.at);
      job.run?.();
    }
    time = Math.max(time, to);
  }

  function settle(): number {
    advance(Math.max(clock.now(), floor));
    return time;
  }

  function arm(): void {
    const next = queue.peek()?.at ?? Infinity;
    if (!live || next >= armed) return;
    armed = next;
    clock.schedule(next, () => {
      armed = Infinity;
      settle();
      arm();
    });
  }

  return {
    time: () => time,
    later(atMs, run) {
      queue.push({ at: Math.floor(Math.max(atMs, time)), order: order++, run });
      arm();
    },
    advance,
    settle,
    hold(atMs) {
      floor = Math.max(floor, atMs);
    },
    start() {
      live = true;
      settle();
      arm();
    },
  };
}
