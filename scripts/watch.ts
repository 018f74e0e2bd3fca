import type { Settings } from '#lib/env/settings.ts';
import { setMeters } from '#lib/watch/meters.ts';
import { onEnd } from './ending.ts';

/** Before the framework starts: counting and traces, each loaded only where it was asked for. */
export async function startWatching({ metricsToken, otlpEndpoint }: Settings): Promise<void> {
  if (metricsToken !== null) {
    const { makeMeters } = await import('#lib/watch/make-meters.ts');
    setMeters(makeMeters());
  }
  if (otlpEndpoint !== null) {
    const { startTraces } = await import('./traces.ts');
    onEnd('traces', startTraces(otlpEndpoint));
  }
}
