import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { type IndexState, indexState, keepIndexCurrent } from '#lib/deliveries/server/index-state.ts';
import { readIndex } from '#lib/deliveries/server/read-index.ts';
import type { Call } from '#lib/providers/port.ts';

const FRESH_MS = 5_000;
const BETWEEN_MS = 100;

export type Covered = {
  /**
   * Null: the index has everything since the requested time; otherwise the time since which it is complete.
   */
  from: Date | null;
  newestAt: Date | null;
};

/**
 * Updates the index and extends it back to `from`, until `until` (both epoch ms). Never throws: `from` in the
 * result shows what could not be read.
 */
export async function getCoveredIndex(
  account: Account,
  { from, until, call }: { from: number; until: number; call: Call },
): Promise<Covered> {
  let state = await keepIndexCurrent(account.id);
  const reads = () => !isCurrent(state) || !covers(state, from);
  while (reads() && Date.now() < until && call.signal?.aborted !== true) {
    const failed = await readIndex(account, { until, call }).then(
      () => false,
      () => true,
    );
    state = (await indexState(account.id)) ?? state;
    if (failed) break;
    // Another process may be reading it too.
    if (reads()) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
  const { completeAt, fromAt, newestAt } = state;
  if (completeAt === null) return { from: new Date(databaseNow()), newestAt: null };
  return { from: covers(state, from) ? null : fromAt, newestAt };
}

const isCurrent = ({ completeAt, head }: IndexState) =>
  head === null && completeAt !== null && databaseNow() - completeAt.getTime() < FRESH_MS;

const covers = ({ backDone, fromAt }: IndexState, from: number) =>
  backDone || (fromAt !== null && fromAt.getTime() <= from);
