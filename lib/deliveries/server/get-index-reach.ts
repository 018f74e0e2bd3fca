import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import type { IndexReach } from '#lib/deliveries/contract.ts';
import { type IndexState, indexState, keepIndexCurrent } from '#lib/deliveries/server/index-state.ts';
import { readIndex } from '#lib/deliveries/server/read-index.ts';
import { SHARED_CALL } from '#lib/providers/reach.ts';
import { portFor } from '#lib/providers/registry.ts';

const FIRST_READ_MS = 200;

export const reachOf = (state: IndexState | null): IndexReach => ({
  completeAt: state?.completeAt?.toISOString() ?? null,
  from: state?.fromAt?.toISOString() ?? null,
  rows: state?.rows ?? 0,
  whole: state?.backDone ?? false,
  reading: state === null || state.completeAt === null || state.head !== null || !state.backDone,
  problem: state?.problem ?? null,
});

/** How far the index reaches. A call keeps it current for a minute. */
export async function getIndexReach(account: Account): Promise<IndexReach> {
  if (portFor(account).deliveries === undefined) return reachOf(null);
  return reachOf(await keepIndexCurrent(account.id));
}

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
export async function followIndex(accountId: string, forMs: number): Promise<IndexState> {
  return keepIndexCurrent(accountId, forMs);
}
