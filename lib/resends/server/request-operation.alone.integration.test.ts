import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operationAttempts, operations } from '#lib/data/schema/operations.ts';
import { listOperations } from '#lib/operations/server/get-operation.ts';
import { lookUpOperation } from '#lib/operations/server/look-up.ts';
import { getResend } from '#lib/resends/server/list-resends.ts';
import { lineOf, rateWait } from '#lib/resends/server/rate-state.ts';
import { startResend } from '#lib/resends/server/start-resend.ts';
import { drive, follow, readWhole, requestCounts } from '#lib/resends/server/testing/drive.ts';
import { contextOn, type Simulated, simulated } from '#lib/resends/server/testing/simulated.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.GUICHE_RESEND_PAUSE_MS = '120';
process.env.GUICHE_RESENDS_PER_MINUTE = '10000';
process.env.GUICHE_CHANGE_MS = '400';
// These tests make the steps themselves.
vi.mock('#lib/data/jobs/queue.ts', () => ({ enqueue: async () => undefined }));
withDatabase();

let world: Simulated;
let ctx: ReturnType<typeof contextOn>['ctx'];
let unused: string[];
beforeAll(async () => {
  world = await simulated({ transactions: 400, days: 20 });
  ({ ctx } = contextOn(world.account));
  await readWhole(world);
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000).toISOString();
  const page = await ctx.port.transactions?.list({ to: twoDaysAgo }, { limit: 300, position: null }, {});
  // Days old: the provider's own attempts are over.
  unused = page?.items.flatMap(({ id, callbackUrl }) => (callbackUrl === null ? [] : id)) ?? [];
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.control('clear', { all: true });
  await world.control('time', { advanceMs: 61_000 });
  world.resendRequests.length = 0;
});

/** A resend of one transaction that no other test resends, in one request that meets `fault`. */
async function sent(fault?: string): Promise<string> {
  if (fault !== undefined)
    await world.control('fault', { method: 'POST', path: '/user/callbacks/resend*', kind: fault, count: 1 });
  const transactionId = unused.shift() ?? '';
  const { id } = await startResend({ ctx, body: { scope: 'transaction', transactionId, everything: true } });
  expect(await drive(id)).toMatchObject({ state: 'completed' });
  return id;
}
const ofResend = (id: string) => like(operations.target, `${id}/%`);
async function operationOf(id: string) {
  const [row, ...more] = await db().select().from(operations).where(ofResend(id));
  if (row === undefined || more.length > 0) throw new Error('Not one operation.');
  return row;
}
async function lookedUp(id: string) {
  await lookUpOperation((await operationOf(id)).id, { due: false });
  return operationOf(id);
}
const countsOf = async (id: string) => (await getResend({ ctx, id })).counts;

it('a request is an operation, in the name of who began the resend; only its own kind lists it', async () => {
  const id = await sent();
  const operation = await operationOf(id);
  expect(operation).toMatchObject({
    ...{ kind: 'callback.resend', target: `${id}/1`, state: 'confirmed', attempts: 1, operatorId: 'op_test' },
    intent: { resend: 'R-1', transactions: 1 },
    // That route reports no count.
    result: { accepted: null, truncated: false },
  });
  const entries = await db()
    .select()
    .from(auditLog)
    .where(eq(auditLog.target, `${id}/1`));
  expect(entries.map(({ action }) => action)).toEqual([
    'callback.resend.requested',
    'callback.resend.confirmed',
  ]);
  const listed = async (query: object) =>
    (await listOperations({ ctx, query: { limit: 200, ...query } })).items.map((one) => one.id);
  expect(await listed({ kind: ['callback.resend'] })).toContain(operation.id);
  expect(await listed({})).toEqual([]);
});

it('one request is sent at a time, and the rate counts the ends of those that the provider counted', async () => {
  const id = await sent();
  const line = await lineOf(world.account.id);
  const slow = { perMinute: 1, minuteMs: 60_000 };
  const fast = { perMinute: 1, minuteMs: 1 };
  expect((await rateWait(line, slow))?.waitMs).toBeGreaterThan(30_000);
  expect(await rateWait(line, fast)).toBeNull();
  const changed = (state: string) => db().update(operations).set({ state }).where(ofResend(id));
  await changed('sent');
  expect(await rateWait(line, fast)).toEqual({ waitMs: 250, pausedUntil: null });
  await changed('rejected');
  await db().update(operationAttempts).set({ outcome: 'rejected:never_sent' });
  expect(await rateWait(line, slow)).toBeNull();
});

it('a look-up without an answer: taken where a record shows it', async () => {
  const id = await sent('apply-silent');
  expect(await countsOf(id)).toMatchObject({ unknown: 1, requested: 0 });
  await world.control('time', { advanceMs: 60_000 });
  await follow(world, id, ({ unknown }) => unknown === 0, 8_000);
  expect(await lookedUp(id)).toMatchObject({ state: 'confirmed' });
  expect(await countsOf(id)).toMatchObject({ unknown: 0, requested: 1 });
  expect(new Set(requestCounts(world).values())).toEqual(new Set([1]));
});

it('a look-up without an answer: not found once the index shows none for five minutes', async () => {
  const id = await sent('silent');
  await follow(world, id, () => false, 300);
  expect(await lookedUp(id)).toMatchObject({ state: 'unknown' });
  const sentAt = sql`now() - interval '6 minutes'`;
  await db().update(operations).set({ lastSentAt: sentAt }).where(ofResend(id));
  await follow(world, id, () => false, 300);
  expect(await lookedUp(id)).toMatchObject({ state: 'rejected', reason: 'not_found' });
  // What it asked for stays unknown, and is offered to an operator.
  expect(await countsOf(id)).toMatchObject({ unknown: 1, requested: 0, remaining: 0 });
  expect((await getResend({ ctx, id })).requests.map(({ state }) => state)).toEqual(['unknown']);
});

it('an unreadable success is no proof: unknown, and never sent again', async () => {
  const id = await sent('truncated');
  expect(await operationOf(id)).toMatchObject({ state: 'unknown', attempts: 1 });
  expect(await countsOf(id)).toMatchObject({ unknown: 1, requested: 0 });
  expect(world.resendRequests).toHaveLength(1);
});
