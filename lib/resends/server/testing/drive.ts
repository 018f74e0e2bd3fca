import { indexState, keepIndexCurrent } from '#lib/deliveries/server/index-state.ts';
import { readIndex } from '#lib/deliveries/server/read-index.ts';
import { recoverOperations } from '#lib/operations/server/recover.ts';
import type { ResendCounts } from '#lib/resends/contract.ts';
import { countsOf } from '#lib/resends/server/items.ts';
import { maintainResends, resumeResends } from '#lib/resends/server/maintain-resends.ts';
import { type ResendRow, resendById } from '#lib/resends/server/resend-row.ts';
import { stepResend } from '#lib/resends/server/step-resend.ts';
import type { Simulated } from '#lib/resends/server/testing/simulated.ts';

const NO_SIGNAL = new AbortController().signal;

export async function rowOf(id: string): Promise<ResendRow> {
  const row = await resendById(id);
  if (row === null) throw new Error('No such resend.');
  return row;
}

/** Steps a job as its queue does until it is over or waits for somebody; `each` after every step. */
export async function drive(
  id: string,
  { each, atMost = 500 }: { each?: (step: number) => Promise<void>; atMost?: number } = {},
): Promise<ResendRow> {
  for (let step = 0; step < atMost; step += 1) {
    const next = await stepResend(id, (await rowOf(id)).chain, NO_SIGNAL);
    checkSum((await countsOf(await rowOf(id))).counts);
    await each?.(step);
    if (next === null) break;
    await pauseUntil(next.againAt);
  }
  return rowOf(id);
}

/** What the next process does first: this one died, and no other runs. */
export async function takeOver(): Promise<void> {
  await recoverOperations({ everything: true });
  await resumeResends(true);
}

async function pauseUntil(at: Date): Promise<void> {
  const left = at.getTime() - Date.now();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}

/** The parts are the whole, at every instant. */
export function checkSum(counts: ResendCounts): void {
  const { total, outside, unreachable, skipped, requested, unknown, remaining } = counts;
  const sum = outside + unreachable + skipped + requested + unknown + remaining;
  if (sum !== total) throw new Error(`The counts do not add up: ${JSON.stringify(counts)}`);
  if (counts.accepted > requested) throw new Error('More accepted than requested.');
  if (counts.delivered + counts.failed > counts.accepted) throw new Error('More results than accepted.');
}

/** The index of deliveries, read to its end. */
export async function readWhole({ account }: Simulated): Promise<void> {
  const until = Date.now() + 50_000;
  await keepIndexCurrent(account.id, 120_000);
  while ((await indexState(account.id))?.backDone !== true && Date.now() < until)
    await readIndex(account, { until, call: { priority: 'background' } });
}

/** Does the work of the ticks between requests, until `done` or until `forMs` have passed. */
export async function follow(
  { account }: Simulated,
  id: string,
  done: (counts: ResendCounts) => boolean,
  forMs = 10_000,
): Promise<ResendCounts> {
  const until = Date.now() + forMs;
  for (;;) {
    await readIndex(account, { until: Date.now() + 2_000, call: { priority: 'background' } });
    await maintainResends(NO_SIGNAL);
    const { counts } = await countsOf(await rowOf(id));
    checkSum(counts);
    if (done(counts) || Date.now() > until) return counts;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Transactions by how often an accepted request named them. */
export function requestCounts({ resendRequests }: Simulated): Map<string, number> {
  const times = new Map<string, number>();
  // A refusal of the limit proves that the provider accepted nothing.
  for (const { ids, status } of resendRequests)
    if (status !== 422 && status !== 429) for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
  return times;
}
