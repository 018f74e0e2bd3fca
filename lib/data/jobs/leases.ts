import 'server-only';
import { sql } from 'drizzle-orm';
import { sleep, within } from '#lib/core/http/retry.ts';
import { log } from '#lib/core/log.ts';
import { onShutdown } from '#lib/core/shutdown.ts';
import { metrics } from '#lib/core/telemetry/metrics.ts';
import { db } from '#lib/data/client.ts';
import { fromNow } from '#lib/data/clock.ts';
import { unattended } from '#lib/data/jobs/background.ts';
import { jobLeases } from '#lib/data/schema/operations.ts';

export type Tick = {
  name: string;
  everyMs: number;
  /** ms before its first run: calls to providers do not compete with requests right after start. */
  firstAfterMs?: number;
  /** True: its database queries do not wait behind those of other background work. */
  first?: boolean;
  /** Does what is due. Several processes may run it at once: it claims its work (`acquireLease`, rows). */
  run: (signal: AbortSignal) => Promise<void>;
};

/** Runs each tick `everyMs` after its last run ended, until the process shuts down; none overlaps itself. */
export function startTicks(ticks: readonly Tick[]): void {
  const ending = new AbortController();
  const running = ticks.map((tick) => repeatTick(tick, ending.signal));
  onShutdown('background work', async () => {
    ending.abort();
    await within(5_000, Promise.all(running)).catch(() => undefined);
  });
}

async function repeatTick(
  { name, everyMs, firstAfterMs, first, run }: Tick,
  signal: AbortSignal,
): Promise<void> {
  // Set before the first run, so that the metric also shows a tick that hangs in it.
  metrics()?.tickEnded.setToCurrentTime({ tick: name });
  metrics()?.tickInterval.set({ tick: name }, Math.max(everyMs, firstAfterMs ?? 0) / 1000);
  if (firstAfterMs !== undefined) await sleep(firstAfterMs, signal);
  while (!signal.aborted) {
    let outcome: TickOutcome = 'well';
    try {
      await (first ? run(signal) : unattended(() => run(signal)));
    } catch (error) {
      outcome = 'failed';
      if (!signal.aborted) log().error({ err: error, tick: name }, 'background work failed');
    }
    metrics()?.ticks.inc({ tick: name, outcome });
    metrics()?.tickEnded.setToCurrentTime({ tick: name });
    await sleep(everyMs, signal);
  }
}

export type TickOutcome = 'well' | 'failed';

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
