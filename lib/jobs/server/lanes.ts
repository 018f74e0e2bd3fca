import 'server-only';
import { unattended } from '#lib/db/unattended.ts';
import { log } from '#lib/log.ts';

const ENDING_MS = 5_000;

const processState = globalThis as { guicheLanes?: Map<string, Promise<void>> };

/**
 * Work that waits for a provider, each account's beside the others': one lane goes on over many ticks, and nothing is
 * begun in a lane that is taken. Nobody waits for it but the shutdown. Gives whether it was begun.
 */
export function inLane(name: string, work: () => Promise<void>): boolean {
  const lanes = lanesNow();
  if (lanes.has(name)) return false;
  const running = unattended(work)
    .catch((error: unknown) => log().error({ err: error, lane: name }, 'background work failed'))
    .finally(() => lanes.delete(name));
  lanes.set(name, running);
  return true;
}

/** Waits for what is under way, for a few seconds. */
export async function endLanes(): Promise<void> {
  const ended = Promise.all(lanesNow().values());
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, ENDING_MS).unref())]);
}

function lanesNow(): Map<string, Promise<void>> {
  processState.guicheLanes ??= new Map();
  return processState.guicheLanes;
}
