import 'server-only';
import { sql } from 'drizzle-orm';
import { sleep } from '#lib/core/http/retry.ts';
import { log } from '#lib/core/log.ts';
import { onShutdown } from '#lib/core/shutdown.ts';
import { metrics } from '#lib/core/telemetry/metrics.ts';
import { unattended } from '#lib/data/background-priority.ts';
import { db } from '#lib/data/client.ts';
import { jobLeases } from '#lib/data/schema/jobs.ts';

export type Tick = {
  name: string;
  everyMs: number;
  /** ms before its first run: what asks providers by itself leaves the start to those who wait. */
  firstAfterMs?: number;
  /** Its questions to the database do not wait behind those of other work. */
  first?: boolean;
  /** Does what is due; several processes may run it at once, so it claims what it does (`acquireLease`, claimed rows). */
  run: (signal: AbortSignal) => Promise<void>;
};

/** Runs each tick again `everyMs` after its last run ended, until the process shuts down; none runs beside itself. */
export function startTicks(ticks: readonly Tick[]): void {
  const ending = new AbortController();
  const running = ticks.map((tick) => repeatTick(tick, ending.signal));
  onShutdown('background work', async () => {
    ending.abort();
    await Promise.race([Promise.all(running), new Promise((resolve) => setTimeout(resolve, 5_000).unref())]);
  });
}

async function repeatTick(
  { name, everyMs, firstAfterMs, first, run }: Tick,
  signal: AbortSignal,
): Promise<void> {
  // One that hangs in its first run must grow old too.
  metrics()?.tickEnded.setToCurrentTime({ tick: name });
  metrics()?.tickInterval.set({ tick: name }, Math.max(everyMs, firstAfterMs ?? 0) / 1000);
  if (firstAfterMs !== undefined) await sleep(firstAfterMs, signal);
  while (!signal.aborted) {
    try {
      await (first ? run(signal) : unattended(() => run(signal)));
      countRun(name, 'well');
    } catch (error) {
      countRun(name, 'failed');
      if (!signal.aborted) log().error({ err: error, tick: name }, 'background work failed');
    }
    await sleep(everyMs, signal);
  }
}

export type TickOutcome = 'well' | 'failed';

function countRun(tick: string, outcome: TickOutcome): void {
  metrics()?.ticks.inc({ tick, outcome });
  metrics()?.tickEnded.setToCurrentTime({ tick });
}

/**
 * True for the one process whose turn `name` is for the next `forMs`: what is done by turns is done once, however
 * many instances run, and goes on elsewhere when one dies.
 */
export async function acquireLease(name: string, forMs: number): Promise<boolean> {
  const until = sql`now() + ${forMs} * interval '1 millisecond'`;
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
