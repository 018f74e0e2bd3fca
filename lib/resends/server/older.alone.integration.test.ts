import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { db } from '#lib/data/client.ts';
import { resendItems, resendLines, resendRequests, resends } from '#lib/data/schema/resends.ts';
import { Resend } from '#lib/resends/contract.ts';
import { getResend } from '#lib/resends/server/list-resends.ts';
import { resumeResends } from '#lib/resends/server/maintain-resends.ts';
import { previewResend, startResend } from '#lib/resends/server/start-resend.ts';
import { stepResend } from '#lib/resends/server/step-resend.ts';
import { drive, requestCounts, rowOf } from '#lib/resends/server/testing/drive.ts';
import { contextOn, type Simulated, simulated } from '#lib/resends/server/testing/simulated.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.GUICHE_RESEND_PAUSE_MS = '120';
process.env.GUICHE_RESENDS_PER_MINUTE = '10000';
process.env.GUICHE_CHANGE_MS = '2000';
// These tests make the steps themselves.
vi.mock('#lib/data/jobs/queue.ts', () => ({ enqueue: async () => undefined }));
withDatabase();

let world: Simulated;
let ctx: ReturnType<typeof contextOn>['ctx'];
beforeAll(async () => {
  world = await simulated({ transactions: 4_000, days: 40 });
  ({ ctx } = contextOn(world.account));
});
afterAll(() => world.stop());
beforeEach(async () => {
  // The simulator's own limit, five a minute, starts anew.
  await world.control('time', { advanceMs: 61_000 });
  world.resendRequests.length = 0;
});

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
/** Transactions with a callbackUrl, `older` than any window reaches or of the last days. */
async function some(count: number, older: boolean): Promise<string[]> {
  const period = older ? { to: day(34) } : { from: day(20) };
  const page = await ctx.port.transactions?.list(period, { limit: 1_000, position: null }, {});
  const found = page?.items.filter(({ callbackUrl }) => callbackUrl !== null) ?? [];
  return found.slice(0, count).map(({ id }) => id);
}
const requestsOf = async (id: string) => {
  const rows = await db().select().from(resendRequests).where(eq(resendRequests.resendId, id));
  return rows.map(({ route, transactions, state }) => `${route} ${transactions} ${state}`).toSorted();
};

it('R12: one transaction goes by its own route, at any age', async () => {
  for (const older of [true, false]) {
    const [transactionId = ''] = await some(1, older);
    const body = { scope: 'transaction', transactionId, everything: true } as const;
    const { id } = await startResend({ ctx, body });
    expect(await drive(id)).toMatchObject({ state: 'completed' });
    expect(await requestsOf(id)).toEqual(['transaction 1 accepted']);
    expect(world.resendRequests.at(-1)?.path).toBe(`/resend/${transactionId}`);
  }
});

it('R12: more than 200 older ones of a selection are read and asked for one by one too', async () => {
  const transactionIds = await some(205, true);
  expect(transactionIds).toHaveLength(205);
  const { id } = await startResend({ ctx, body: { scope: 'selection', transactionIds, everything: true } });
  await drive(id, { atMost: 60 });
  const { counts } = Resend.parse(await getResend({ ctx, id }));
  expect(counts).toMatchObject({ total: 205, outside: 0, unreachable: 0 });
  expect(new Set((await requestsOf(id)).map((line) => line.split(' ', 1)[0]))).toEqual(
    new Set(['transaction']),
  );
});

it('R12: of a selection what is recent goes together by filter, what is older one by one', async () => {
  const [recent, older] = [await some(20, false), await some(3, true)];
  const transactionIds = [...older, ...recent];
  const { id } = await startResend({ ctx, body: { scope: 'selection', transactionIds, everything: true } });
  expect(await drive(id)).toMatchObject({ state: 'completed' });
  const requests = await requestsOf(id);
  expect(requests.filter((line) => line === 'transaction 1 accepted')).toHaveLength(3);
  expect(requests.filter((line) => line.startsWith('filter')).length).toBeLessThanOrEqual(4);
  const { counts } = Resend.parse(await getResend({ ctx, id }));
  expect(counts).toMatchObject({ total: 23, requested: 23, outside: 0 });
});

it('a resend that an earlier build began goes on: nothing is lost, and nothing is sent twice', async () => {
  const transactionIds = await some(6, true);
  const body = { scope: 'selection', transactionIds, everything: true } as const;
  const { previewId } = await previewResend({ ctx, body });
  const { id } = await startResend({ ctx, body: { previewId } });
  const ofRequest = (number: number) =>
    and(eq(resendRequests.resendId, id), eq(resendRequests.number, number));
  const ofItems = (number: number) => and(eq(resendItems.resendId, id), eq(resendItems.request, number));
  const asked = { requestedAt: sql`now()`, askedAt: sql`now()`, askedSeq: 0 };
  // What that build writes: no operation, its own marks, and its hold on the line.
  await db().update(resends).set({ state: 'running', startedAt: sql`now()` }).where(eq(resends.id, id));
  const hour = sql`now() + interval '1 hour'`;
  await db()
    .update(resendLines)
    .set({ heldBy: 'another', heldUntil: hour, taken: [Date.now()] });
  const sentAt = sql`now()`;
  await db()
    .update(resendRequests)
    .set({ state: 'accepted', accepted: 1, sends: 1, sentAt })
    .where(ofRequest(1));
  await db()
    .update(resendItems)
    .set({ ...asked, state: 'requested', result: 'accepted' })
    .where(ofItems(1));
  await db().update(resendRequests).set({ state: 'sent', sends: 1, sentAt }).where(ofRequest(2));
  await db()
    .update(resendItems)
    .set({ ...asked, state: 'requested' })
    .where(ofItems(2));
  await db().update(resendRequests).set({ state: 'unknown', sends: 1, sentAt }).where(ofRequest(3));
  await db()
    .update(resendItems)
    .set({ ...asked, state: 'unknown' })
    .where(ofItems(3));
  await db().update(resendRequests).set({ sends: 1, sentAt, code: 'PZG422' }).where(ofRequest(4));

  // That process may still wait for its answer.
  await resumeResends(false);
  await stepResend(id, (await rowOf(id)).chain, new AbortController().signal);
  expect(world.resendRequests).toEqual([]);
  expect(await requestsOf(id)).toContain('transaction 1 sent');
  const tenMinutes = sql`now() - interval '10 minutes'`;
  await db().update(resendRequests).set({ sentAt: tenMinutes }).where(ofRequest(2));
  await resumeResends(false);
  expect(await drive(id)).toMatchObject({ state: 'completed' });
  expect(await requestsOf(id)).toEqual([
    ...['transaction 1 accepted', 'transaction 1 accepted', 'transaction 1 accepted'],
    ...['transaction 1 accepted', 'transaction 1 unknown', 'transaction 1 unknown'],
  ]);
  const items = await db().select().from(resendItems).where(eq(resendItems.resendId, id));
  const later = items.filter(({ request }) => (request ?? 0) > 3).map((item) => item.transactionId);
  expect(requestCounts(world)).toEqual(new Map(later.map((transactionId) => [transactionId, 1])));
  const { counts } = Resend.parse(await getResend({ ctx, id }));
  expect(counts).toMatchObject({ total: 6, accepted: 4, requested: 4, unknown: 2, remaining: 0 });
});
