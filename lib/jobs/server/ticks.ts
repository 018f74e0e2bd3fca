import 'server-only';
import { sleep } from '#lib/http/retry.ts';
import { log } from '#lib/log.ts';
import { onShutdown } from '#lib/shutdown.ts';

export type Tick = {
  name: string;
  everyMs: number;
  /** Does what is due; several processes may run it at once, so it claims what it does (`takeTurn`, claimed rows). */
  run: (signal: AbortSignal) => Promise<void>;
};

/** Runs each tick again `everyMs` after its last run ended, until the process shuts down; none runs beside itself. */
export function startTicks(ticks: readonly Tick[]): void {
  const ending = new AbortController();
  const running = ticks.map((tick) => keepOn(tick, ending.signal));
  onShutdown('background work', async () => {
    ending.abort();
    await Promise.race([Promise.all(running), new Promise((resolve) => setTimeout(resolve, 5_000).unref())]);
  });
}

async function keepOn({ name, everyMs, run }: Tick, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await run(signal);
    } catch (error) {
      if (!signal.aborted) log().error({ err: error, tick: name }, 'background work failed');
    }
    await sleep(everyMs, signal);
  }
}
