import 'server-only';
import { sql } from 'drizzle-orm';
import { within } from '#lib/core/http/retry.ts';
import { log } from '#lib/core/log.ts';
import { onShutdown } from '#lib/core/shutdown.ts';
import { sleep } from '#lib/core/sleep.ts';
import { metrics } from '#lib/core/telemetry/metrics.ts';
import { db } from '#lib/data/client.ts';
import { fromNow } from '#lib/data/clock.ts';
import { unattended } from '#lib/data/jobs/background.ts';
import { jobLeases } from '#lib/data/schema/operations.ts';

export type Tick = {
  name: string;
  everyMs: number;
  /** True: its database queries do not wait behind those of other background work. */
  first?: boolean;
  /** Does what is due. Several processes may run it at once: it claims its work (`acquireLease`, rows). */
  run: (signal: AbortSignal) => Promise<void>;
};

export type TickOutcome = 'well' | 'failed';

/** Runs each tick `everyMs` after its last run ended, until the process shuts down; none overlaps itself. */
export function startTicks(ticks: readonly Tick[]): void {
  const ending = new AbortController();
  const running = ticks.map((tick) => repeatTick(tick, ending.signal));
  onShutdown('background work', async () => {
    ending.abort();
    await within(5_000, Promise.all(running)).catch(() => undefined);
  });
}

async function repeatTick({ name, everyMs, first, run }: Tick, signal: AbortSignal): Promise<void> {
  announceTick(name, everyMs);
  while (!signal.aborted) {
    await countRun(name, () => (first ? run(signal) : unattended(() => run(signal))), signal);
    await sleep(everyMs, signal);
  }
}

/** Sets the metrics of repeated work before its first run, so that they also show work that hangs in it. */
export function announceTick(name: string, everyMs: number): void {
  metrics()?.tickEnded.setToCurrentTime({ tick: name });
  metrics()?.tickInterval.set({ tick: name }, everyMs / 1000);
}

/** Runs and counts repeated work. Logs its error, except one of a run that `ending` cut off. */
export async function countRun(name: string, run: () => Promise<void>, ending: AbortSignal): Promise<void> {
  let outcome: TickOutcome = 'well';
  try {
    await run();
  } catch (error) {
    outcome = 'failed';
    if (!ending.aborted) log().error({ err: error, tick: name }, 'background work failed');
  }
  metrics()?.ticks.inc({ tick: name, outcome });
  metrics()?.tickEnded.setToCurrentTime({ tick: name });
}

/** True for the one process that gets the lease `name` for `forMs` ms: the work runs once, anywhere. */
export async function acquireLease(name: string, forMs: number): Promise<boolean> {
  const until = fromNow(forMs);
  const taken = await db()
    .insert(jobLeases)
    .values({ name, until })
    .onConflictDoUpdate({
      target: jobLeases.name,
      set: { until },
      setWhere: sql`${jobLeases.until} <= now()`,
    })
    .returning({ name: jobLeases.name });
  return taken.length > 0;
}
