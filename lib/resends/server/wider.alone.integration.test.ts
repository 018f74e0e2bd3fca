import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { setConfiguredAccounts } from '#lib/accounts/server/account.ts';
import { once } from '#lib/api/steps/idempotency.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { resendRequests, resends } from '#lib/data/schema/resends.ts';
import type { ProviderPort, ResendFilter } from '#lib/providers/port.ts';
import { continueResend } from '#lib/resends/server/change-resend.ts';
import { countsOf } from '#lib/resends/server/items.ts';
import { maintainResends } from '#lib/resends/server/maintain-resends.ts';
import { recordRequest } from '#lib/resends/server/request-operation.ts';
import { previewResend, startResend } from '#lib/resends/server/start-resend.ts';
import { stepResend } from '#lib/resends/server/step-resend.ts';
import { drive, readWhole, rowOf, takeOver } from '#lib/resends/server/testing/drive.ts';
import { contextOn, type Simulated, simulated } from '#lib/resends/server/testing/simulated.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.GUICHE_RESEND_PAUSE_MS = '120';
process.env.GUICHE_RESENDS_PER_MINUTE = '10000';
process.env.LOG_LEVEL = 'silent';
vi.mock('#lib/data/jobs/queue.ts', () => ({ enqueue: async () => undefined }));
/** A service that knows no `transactionIds` and takes the whole window. */
const service = vi.hoisted(() => ({ ignoresIds: false }));
vi.mock('#lib/providers/registry.ts', async (original) => {
  const real = await original<typeof import('#lib/providers/registry.ts')>();
  const deaf = (port: ProviderPort): ProviderPort => {
    const { resends: routes } = port;
    if (routes === undefined || !service.ignoresIds) return port;
    const without = ({ transactionIds: _, ...filter }: ResendFilter) => filter;
    return {
      ...port,
      resends: { ...routes, byFilter: (filter, change) => routes.byFilter(without(filter), change) },
    };
  };
  return { ...real, portFor: (account: Parameters<typeof real.portFor>[0]) => deaf(real.portFor(account)) };
});
withDatabase();

let world: Simulated;
let ctx: ReturnType<typeof contextOn>['ctx'];
beforeAll(async () => {
  world = await simulated({ transactions: 300, days: 10 });
  ({ ctx } = contextOn(world.account));
  await readWhole(world);
});
afterAll(() => world.stop());
beforeEach(async () => {
  service.ignoresIds = false;
  await world.control('time', { advanceMs: 61_000 });
});

async function reachable(count: number): Promise<string[]> {
  const page = await ctx.port.transactions?.list({}, { limit: 300, position: null }, {});
  const found = page?.items.filter(({ callbackUrl }) => callbackUrl !== null) ?? [];
  // Far apart, so that the window holds others.
  const apart = Math.floor(found.length / count);
  return found
    .filter((_, place) => place % apart === 0)
    .slice(0, count)
    .map(({ id }) => id);
}
const requestsOf = (id: string) =>
  db().select().from(resendRequests).where(eq(resendRequests.resendId, id)).orderBy(resendRequests.number);

it('M5: a repeat of a start whose call died after it, or could not write its end, starts nothing twice', async () => {
  const body = { scope: 'selection', transactionIds: await reachable(2) } as const;
  const intent = {
    ...{ operatorId: 'op', account: 'pix', endpoint: 'POST /resends', key: 'r'.repeat(20), body },
    status: 202,
  };
  const dying = () =>
    once(intent, async (bound) => {
      await startResend({ ctx: { ...ctx, intent: bound }, body });
      throw new Error('the process ends here');
    });
  await expect(dying()).rejects.toThrow('ends here');
  const [started, ...more] = await db().select().from(resends);
  expect(more).toEqual([]);
  expect(await dying()).toEqual({ status: 202, value: { id: started?.id, state: 'queued' } });
  expect(await db().$count(resends)).toBe(1);
});

it('M17: a service that ignores the ids is noticed at its first answer; the rest waits, then goes one by one', async () => {
  service.ignoresIds = true;
  const ids = await reachable(3);
  const { id } = await startResend({
    ctx,
    body: { scope: 'selection', transactionIds: ids, everything: true },
  });
  const paused = await drive(id);
  expect(paused).toMatchObject({
    state: 'paused',
    pauseReason: 'ids_ignored',
    pausedUntil: null,
    problem: { code: 'ids_ignored' },
  });
  const [request] = await requestsOf(id);
  expect(request?.accepted).toBeGreaterThan(request?.transactions ?? 0);
  const [entry] = await db()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.target, id), eq(auditLog.action, 'resend.paused')));
  expect(entry).toBeDefined();
  await continueResend({ ctx, id });
  expect(await drive(id)).toMatchObject({ state: 'completed' });
  const later = await requestsOf(id);
  expect(later.filter(({ route }) => route === 'filter')).toHaveLength(1);
});

it('M11: a resend of an account that was removed ends, and says why', async () => {
  const [transactionId = ''] = await reachable(1);
  const { id } = await startResend({ ctx, body: { scope: 'transaction', transactionId } });
  const waiting = { state: 'paused', pausedUntil: null, stepDueAt: null };
  await db().update(resends).set(waiting).where(eq(resends.id, id));
  const archived = (archivedAt: Date | null) =>
    invalidateAfter('accounts', () => db().update(accounts).set({ archivedAt }));
  await archived(new Date());
  await maintainResends(new AbortController().signal);
  await archived(null);
  expect(await rowOf(id)).toMatchObject({
    state: 'failed',
    problem: { code: 'account_archived' },
    stepDueAt: null,
  });
});

it('M3: a resend of an account whose variables are absent here waits, and goes on when they are back', async () => {
  const [transactionId = ''] = await reachable(1);
  const { id } = await startResend({ ctx, body: { scope: 'transaction', transactionId, everything: true } });
  const origin = (to: string) => invalidateAfter('accounts', () => db().update(accounts).set({ origin: to }));
  setConfiguredAccounts([]);
  await origin('environment');
  const { chain } = await rowOf(id);
  const requestsBefore = world.resendRequests.length;
  const signal = new AbortController().signal;
  expect(await stepResend(id, chain, signal)).toMatchObject({ againAt: expect.any(Date) });
  await maintainResends(signal);
  expect(await rowOf(id)).toMatchObject({ state: 'queued', problem: null });
  expect(world.resendRequests).toHaveLength(requestsBefore);
  await origin('simulator');
  expect(await drive(id)).toMatchObject({ state: 'completed' });
});

it('M4: a resend that a restored backup brought back goes on by a person only', async () => {
  const [, transactionId = ''] = await reachable(2);
  const { id } = await startResend({ ctx, body: { scope: 'transaction', transactionId, everything: true } });
  const restored = { state: 'paused', pauseReason: 'restored', stepDueAt: null };
  await db().update(resends).set(restored).where(eq(resends.id, id));
  const requestsBefore = world.resendRequests.length;
  await maintainResends(new AbortController().signal);
  await drive(id);
  expect(await rowOf(id)).toMatchObject({ state: 'paused', pauseReason: 'restored' });
  expect(world.resendRequests).toHaveLength(requestsBefore);
  await continueResend({ ctx, id });
  expect(await drive(id)).toMatchObject({ state: 'completed' });
});

it('M4: a request written before the restored backup may have been sent since: it is not sent again', async () => {
  const [, , transactionId = ''] = await reachable(3);
  const body = { scope: 'transaction', transactionId, everything: true } as const;
  const { previewId } = await previewResend({ ctx, body });
  const { id } = await startResend({ ctx, body: { previewId } });
  const [planned] = await requestsOf(id);
  if (planned === undefined) throw new Error('Nothing is planned.');
  await recordRequest(await rowOf(id), planned, { perMinute: 10_000, minuteMs: 1 });
  await db()
    .update(operations)
    .set({ restoredAt: dbNow })
    .where(eq(operations.target, `${id}/1`));
  const restored = { state: 'paused', pauseReason: 'restored', stepDueAt: null };
  await db().update(resends).set(restored).where(eq(resends.id, id));
  const requestsBefore = world.resendRequests.length;
  await takeOver();
  await continueResend({ ctx, id });
  expect(await drive(id)).toMatchObject({ state: 'completed' });
  expect(world.resendRequests).toHaveLength(requestsBefore);
  expect((await countsOf(await rowOf(id))).counts).toMatchObject({ unknown: 1, requested: 0, remaining: 0 });
});
