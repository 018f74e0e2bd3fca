import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import { databaseNow } from '#lib/data/clock.ts';
import type { IndexReach } from '#lib/deliveries/contract.ts';
import { type IndexState, indexState, keepIndexCurrent } from '#lib/deliveries/server/index-state.ts';
import { readIndex } from '#lib/deliveries/server/read-index.ts';
import type { Call } from '#lib/providers/port.ts';
import { SHARED_CALL } from '#lib/providers/reach.ts';

const FIRST_READ_MS = 200;

export const reachOf = (state: IndexState | null): IndexReach => ({
  completeAt: state?.completeAt?.toISOString() ?? null,
  from: state?.fromAt?.toISOString() ?? null,
  rows: state?.rows ?? 0,
  whole: state?.backDone ?? false,
  reading: state === null || state.completeAt === null || state.head !== null || !state.backDone,
  problem: state?.problem ?? null,
});

/** The index's state, kept current; the first call waits for its first page. */
export async function loadIndex(account: Account): Promise<IndexState | null> {
  const state = await keepIndexCurrent(account.id);
  if (state.completeAt !== null) return state;
  // Callers share this read, so it does not end with the request that started it. An error is stored as the
  // index's `problem`.
  await readIndex(account, { until: Date.now() + FIRST_READ_MS, call: SHARED_CALL }).catch(() => undefined);
  return indexState(account.id);
}

/** Keeps an account's index current for `forMs`; creates a missing one. */
export const followIndex = (accountId: string, forMs: number) => keepIndexCurrent(accountId, forMs);

const FRESH_MS = 5_000;
const BETWEEN_MS = 100;

type Covered = {
  /** Null: the index has everything since the requested time; otherwise complete since this time. */
  from: Date | null;
  newestAt: Date | null;
};

/** Updates the index and extends it back to `from`, until `until` (epoch ms). Never throws. */
export async function getCoveredIndex(
  account: Account,
  { from, until, call }: { from: number; until: number; call: Call },
): Promise<Covered> {
  let state = await keepIndexCurrent(account.id);
  const reads = () => !isCurrent(state) || !covers(state, from);
  while (reads() && Date.now() < until && call.signal?.aborted !== true) {
    const problem = await readIndex(account, { until, call }).catch((error: unknown) => error);
    state = (await indexState(account.id)) ?? state;
    if (problem !== undefined) break;
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
