import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { db } from '#lib/data/client.ts';
import { noticeSteps, notices } from '#lib/data/schema/notifications.ts';
import { resendLines, resends } from '#lib/data/schema/resends.ts';
import { cancelResend, continueResend } from '#lib/resends/server/change-resend.ts';
import { learn } from '#lib/resends/server/rate-state.ts';
import { startResend } from '#lib/resends/server/start-resend.ts';
import { contextOn, type Simulated, simulated } from '#lib/resends/server/testing/simulated.ts';
import { allWaitForLocks } from '../../../e2e/support/held.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

// Nothing is sent here: what began waits until it is cancelled.
vi.mock('#lib/data/jobs/queue.ts', () => ({ enqueue: async () => undefined }));
withDatabase();

let world: Simulated;
let ctx: ReturnType<typeof contextOn>['ctx'];
beforeAll(async () => {
  world = await simulated({ transactions: 200, days: 20 });
  ({ ctx } = contextOn(world.account));
});
afterAll(() => world.stop());

async function started(place: number): Promise<string> {
  const page = await ctx.port.transactions?.list({}, { limit: 100, position: null }, {});
  const found = page?.items.filter(({ callbackUrl }) => callbackUrl !== null) ?? [];
  const transactionId = found[place]?.id ?? '';
  return (await startResend({ ctx, body: { scope: 'transaction', transactionId, everything: true } })).id;
}
const noticeStepsOf = async (id: string) => {
  const steps = await db()
    .select()
    .from(noticeSteps)
    .where(eq(noticeSteps.cause, `resend:${id}`));
  return steps.map(({ step, facts }) => [step, facts.by]);
};

it('a resend that somebody else cancelled is told to whoever began it; one’s own is not', async () => {
  const own = await started(0);
  await cancelResend({ ctx, id: own });
  expect(await noticeStepsOf(own)).toEqual([]);
  const id = await started(1);
  await cancelResend({ ctx: { ...ctx, operator: { ...ctx.operator, id: 'op_other' } }, id });
  expect(await noticeStepsOf(id)).toEqual([['resend_cancelled', 'op_other']]);
  const lines = await db()
    .select()
    .from(notices)
    .where(eq(notices.cause, `resend:${id}`));
  expect(lines.map(({ operatorId, readAt }) => [operatorId, readAt])).toEqual([['op_test', null]]);
});

it('M17: who goes on lifts no wait that the provider asked for since', async () => {
  const id = await started(2);
  const of = eq(resends.id, id);
  await db().update(resends).set({ state: 'paused', pauseReason: 'provider_limit' }).where(of);
  const [inside, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // It continued in another process, and the provider requested a wait of a minute.
  const pausing = db().transaction(async (tx) => {
    const pausedUntil = sql`now() + interval '1 minute'`;
    await tx.update(resends).set({ pauseReason: 'rate_limited', pausedUntil }).where(of);
    inside.resolve();
    await open.promise;
  });
  await inside.promise;
  const going = continueResend({ ctx, id }).catch((error: unknown) => error);
  await allWaitForLocks(going).finally(open.resolve);
  await pausing;
  expect(await going).toMatchObject({
    code: 'conflict',
    details: { retryAfterSeconds: expect.any(Number) },
  });
  const [row] = await db().select().from(resends).where(of);
  expect(row).toMatchObject({ state: 'paused', pauseReason: 'rate_limited' });
});

it.each(['rate_limited', 'provider_limit'] as const)(
  'who goes on lifts a long wait that the provider asked for (%s)',
  async (pauseReason) => {
    const id = await started(pauseReason === 'rate_limited' ? 3 : 4);
    const pausedUntil = new Date('2083-01-01T00:00:00Z');
    await db().update(resends).set({ state: 'paused', pauseReason, pausedUntil }).where(eq(resends.id, id));
    await learn(db(), ctx.account.id, { pausedUntil });
    expect(await continueResend({ ctx, id })).toEqual({ id, state: 'running' });
    const [line] = await db().select().from(resendLines).where(eq(resendLines.accountId, ctx.account.id));
    expect(line?.pausedUntil).toBe(null);
  },
);
