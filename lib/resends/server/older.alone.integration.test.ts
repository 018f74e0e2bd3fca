import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { db } from '#lib/data/client.ts';
import { resendRequests } from '#lib/data/schema/resends.ts';
import { Resend } from '#lib/resends/contract.ts';
import { getResend } from '#lib/resends/server/list-resends.ts';
import { startResend } from '#lib/resends/server/start-resend.ts';
import { drive } from '#lib/resends/server/testing/drive.ts';
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
