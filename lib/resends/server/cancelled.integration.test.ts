import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { db } from '#lib/db/client.ts';
import { noticeSteps, notices } from '#lib/db/schema/notifications.ts';
import { cancelResend } from '#lib/resends/server/change-resend.ts';
import { startResend } from '#lib/resends/server/start-resend.ts';
import { contextOn, type Simulated, simulated } from '#lib/resends/server/testing/simulated.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

// Nothing is sent here: what began waits until it is cancelled.
vi.mock('#lib/jobs/server/queue.ts', () => ({ enqueue: async () => undefined }));
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
const told = async (id: string) => {
  const steps = await db()
    .select()
    .from(noticeSteps)
    .where(eq(noticeSteps.cause, `resend:${id}`));
  return steps.map(({ step, facts }) => [step, facts.by]);
};

it('a resend that somebody else cancelled is told to whoever began it; one’s own is not', async () => {
  const own = await started(0);
  await cancelResend({ ctx, id: own });
  expect(await told(own)).toEqual([]);
  const id = await started(1);
  await cancelResend({ ctx: { ...ctx, operator: { ...ctx.operator, id: 'op_other' } }, id });
  expect(await told(id)).toEqual([['resend_cancelled', 'op_other']]);
  const lines = await db()
    .select()
    .from(notices)
    .where(eq(notices.cause, `resend:${id}`));
  expect(lines.map(({ operatorId, readAt }) => [operatorId, readAt])).toEqual([['op_test', null]]);
});
