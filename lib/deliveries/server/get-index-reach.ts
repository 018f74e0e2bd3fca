import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import type { IndexReach } from '#lib/deliveries/contract.ts';
import { type IndexState, indexState, wantIndex } from '#lib/deliveries/server/index-state.ts';
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

/** How far the index reaches; asking keeps it current for a minute. */
export async function getIndexReach(account: Account): Promise<IndexReach> {
  if (portFor(account).deliveries === undefined) return reachOf(null);
  return reachOf(await wantIndex(account.id));
}

/** The state of an index that somebody looks at; the first look waits for its first page. */
export async function lookedAt(account: Account): Promise<IndexState | null> {
  const state = await wantIndex(account.id);
  if (state.completeAt !== null) return state;
  // For everybody who looks: the reading outlives the request that happened to begin it. A failure here
  // stands in the index's reach as its problem.
  await readIndex(account, { until: Date.now() + FIRST_READ_MS, call: SHARED_CALL }).catch(() => undefined);
  return indexState(account.id);
}

/** Keeps an account's index current for so long (ms); begins it where there is none. */
export async function getFollowedIndex(accountId: string, forMs: number): Promise<IndexState> {
  return wantIndex(accountId, forMs);
}
