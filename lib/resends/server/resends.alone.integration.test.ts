import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { saoPauloDay } from '#lib/core/dates.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { resendItems, resendLines } from '#lib/data/schema/resends.ts';
import { Resend, ResendPreview } from '#lib/resends/contract.ts';
import { cancelResend, continueResend } from '#lib/resends/server/change-resend.ts';
import { listResendItems } from '#lib/resends/server/list-resend-items.ts';
import { getResend, listResends } from '#lib/resends/server/list-resends.ts';
import { previewResend, startResend } from '#lib/resends/server/start-resend.ts';
import { drive, follow, readWhole, requestCounts, rowOf } from '#lib/resends/server/testing/drive.ts';
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
beforeAll(async () => {
  world = await simulated({ transactions: 1_500, days: 40 });
  ({ ctx } = contextOn(world.account));
  await readWhole(world);
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.control('clear', { all: true });
  // The simulator's own limit, five a minute, starts anew.
  await world.control('time', { advanceMs: 61_000 });
  await db()
    .update(resendLines)
    .set({ idsRefused: false, registered: null, windowMs: null, pausedUntil: null });
  world.resendRequests.length = 0;
});

const DAY_MS = 86_400_000;
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString();
const fault = (more: object) =>
  world.control('fault', { method: 'POST', path: '/user/callbacks/resend', ...more });

async function start(body: Parameters<typeof previewResend>[0]['body']): Promise<string> {
  const preview = ResendPreview.parse(await previewResend({ ctx, body }));
  expect(preview.complete).toBe(true);
  return (await startResend({ ctx, body: { previewId: preview.previewId } })).id;
}
/** Transactions of the last days with a callbackUrl, others each time. */
const used = new Set<string>();
async function reachable(count: number, { ofEarlierDay = false } = {}): Promise<string[]> {
  const page = await ctx.port.transactions?.list({ from: day(20) }, { limit: 1000, position: null }, {});
  const found = page?.items.filter(({ id, callbackUrl }) => callbackUrl !== null && !used.has(id)) ?? [];
  const days = Map.groupBy(found, ({ createdAt }) => saoPauloDay(createdAt ?? ''));
  days.delete(saoPauloDay(Date.now()));
  const earlierDay = [...days.values()].find((rows) => rows.length >= count) ?? [];
  const candidates = ofEarlierDay ? earlierDay : found;
  const some = candidates.slice(0, count).map(({ id }) => id);
  for (const id of some) used.add(id);
  return some;
}
const counts = async (id: string) => Resend.parse(await getResend({ ctx, id })).counts;

describe('a resend by filter', () => {
  it('is previewed with counts that add up, in as few requests as can be', async () => {
    const body = { scope: 'filter', filter: { from: day(40), to: day(0) } } as const;
    const preview = ResendPreview.parse(await previewResend({ ctx, body }));
    const { total, outside, unreachable, skipped, remaining } = preview.counts;
    expect(total).toBe(outside + unreachable + skipped + remaining);
    expect(outside).toBeGreaterThan(50);
    expect(unreachable).toBeGreaterThan(100);
    expect(skipped).toBeGreaterThan(50);
    expect(preview.events.reduce((sum, { count }) => sum + count, 0)).toBe(remaining);
    expect(preview.requests.reduce((sum, { transactions }) => sum + transactions, 0)).toBe(remaining);
    expect(preview.indexFrom).toBeNull();
    const everything = await previewResend({ ctx, body: { ...body, everything: true } });
    expect(everything.counts).toMatchObject({ total, outside, unreachable, skipped: 0 });
    expect(everything.requests.length).toBeLessThanOrEqual(5);
    for (const { from, to } of everything.requests)
      expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBeLessThanOrEqual(7 * DAY_MS);
  });

  it('asks for each once, is followed until each is delivered, and is closed after its day', async () => {
    const id = await start({ scope: 'filter', filter: { from: day(28), to: day(0) }, everything: true });
    const row = await drive(id);
    expect(row).toMatchObject({ state: 'completed', number: 1 });
    const times = requestCounts(world);
    expect(new Set(times.values())).toEqual(new Set([1]));
    const afterSending = await counts(id);
    expect(afterSending.requested).toBe(times.size);
    expect(afterSending).toMatchObject({ remaining: 0, unknown: 0, accepted: afterSending.requested });
    await world.control('time', { advanceMs: 3_600_000 });
    const after = await follow(world, id, ({ delivered, requested }) => delivered === requested);
    expect(after).toMatchObject({ delivered: afterSending.requested, failed: 0 });
    const marked = await db().select().from(deliveries).where(eq(deliveries.resendId, id));
    expect(marked).toHaveLength(afterSending.requested);
    const detail = await getResend({ ctx, id });
    expect(detail.waits.reduce((sum, { count }) => sum + count, 0)).toBe(afterSending.requested);
    const actions = await db().select().from(auditLog).where(eq(auditLog.target, id));
    expect(actions.map(({ action }) => action)).toEqual(['resend.started', 'resend.completed']);
  });

  it('skips what was delivered already', async () => {
    const body = { scope: 'filter', filter: { from: day(28), to: day(0) } } as const;
    const { counts: again } = await previewResend({ ctx, body });
    const { counts: failed } = await previewResend({
      ctx,
      body: { scope: 'filter', filter: { ...body.filter, onlyFailed: true } },
    });
    expect(again.remaining).toBeLessThan(20);
    expect(failed.remaining).toBeLessThanOrEqual(again.remaining);
  });

  it('keeps to its types and statuses', async () => {
    const filter = { from: day(10), to: day(0), type: ['WITHDRAW'], status: ['COMPLETED'] };
    const preview = await previewResend({ ctx, body: { scope: 'filter', filter, everything: true } });
    expect(preview.events).toEqual([
      { event: 'TRANSACTION_COMPLETED', status: 'COMPLETED', count: preview.counts.remaining },
    ]);
  });

  it('refuses a period that is none', async () => {
    const wrong = (filter: { from: string; to: string }) =>
      previewResend({ ctx, body: { scope: 'filter', filter } });
    await expect(wrong({ from: '2026-02-30', to: '2026-03-01' })).rejects.toMatchObject({
      details: { fields: [{ field: 'filter.from' }] },
    });
    await expect(wrong({ from: day(0), to: day(1) })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('a selection', () => {
  it('names every chosen one: asked, without an address, or nowhere', async () => {
    const some = await reachable(30);
    const bare = await ctx.port.transactions?.list({ from: day(20) }, { limit: 200, position: null }, {});
    const without = bare?.items.find((one) => one.callbackUrl === null)?.id ?? '';
    const ids = [...some, without, 'tx_nowhere', some[0] ?? ''];
    const id = await start({ scope: 'selection', transactionIds: ids, everything: true });
    await drive(id);
    expect(await counts(id)).toMatchObject({ total: 32, requested: 30, outside: 0, unreachable: 2 });
    const { items } = await listResendItems({ ctx, id, query: { limit: 200 } });
    expect(new Set(items.map(({ transactionId }) => transactionId))).toEqual(new Set(ids));
    const { items: beyond } = await listResendItems({ ctx, id, query: { state: 'unreachable', limit: 50 } });
    expect(beyond).toHaveLength(2);
    const one = items[3];
    const found = await listResendItems({
      ctx,
      id,
      query: { q: one?.transactionId.slice(0, 12) ?? '', limit: 50 },
    });
    expect(found.items.map(({ transactionId }) => transactionId)).toEqual([one?.transactionId]);
  });

  it('of one transaction is one request, and its delivery is found', async () => {
    const [one = ''] = await reachable(1);
    const { id } = await startResend({
      ctx,
      body: { scope: 'transaction', transactionId: one, everything: true },
    });
    expect(await drive(id)).toMatchObject({ state: 'completed' });
    expect(world.resendRequests).toHaveLength(1);
    await world.control('time', { advanceMs: 60_000 });
    await follow(world, id, ({ delivered }) => delivered === 1);
    const { items } = await listResendItems({ ctx, id, query: { limit: 1 } });
    expect(items[0]).toMatchObject({
      transactionId: one,
      state: 'requested',
      result: 'delivered',
      httpStatus: expect.any(Number),
    });
    expect(items[0]?.deliveryId).not.toBeNull();
  });

  it('is walked by cursor', async () => {
    const id = await start({ scope: 'selection', transactionIds: await reachable(25), everything: true });
    const seen = [];
    let cursor: string | undefined;
    do {
      const page = await listResendItems({ ctx, id, query: { limit: 10, ...(cursor ? { cursor } : {}) } });
      seen.push(...page.items.map(({ transactionId }) => transactionId));
      expect(page.total).toBe(25);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(25);
    const first = await listResends({ ctx, query: { limit: 1 } });
    const second = await listResends({ ctx, query: { limit: 1, cursor: first.nextCursor ?? '' } });
    expect(first.items[0]?.id).toBe(id);
    expect(second.items[0]?.number).toBe((first.items[0]?.number ?? 0) - 1);
    await cancelResend({ ctx, id });
  });
});

describe('what the provider refuses', () => {
  const small = async () =>
    start({ scope: 'selection', transactionIds: await reachable(6), everything: true });

  it('PZG422 pauses, the same request goes again, and the third in a row waits for somebody', async () => {
    const id = await small();
    await fault({ kind: 'status', status: 422, errorCode: 'PZG422', count: 2 });
    // A step may find the same pause again.
    const pauses = new Map<string | undefined, string | null>();
    const done = await drive(id, {
      each: async () => {
        const { state, pauseReason, pausedUntil } = await rowOf(id);
        if (state === 'paused') pauses.set(pausedUntil?.toISOString(), pauseReason);
      },
    });
    expect([...pauses.values()]).toEqual(['rate_limited', 'rate_limited']);
    expect([...pauses.keys()]).not.toContain(undefined);
    expect(done.state).toBe('completed');
    expect(new Set(requestCounts(world).values())).toEqual(new Set([1]));

    await world.control('time', { advanceMs: 61_000 });
    const other = await small();
    await fault({ kind: 'status', status: 422, errorCode: 'PZG422', count: 3 });
    expect(await drive(other)).toMatchObject({
      state: 'paused',
      pauseReason: 'provider_limit',
      pausedUntil: null,
      problem: { code: 'PZG422' },
    });
    expect(await counts(other)).toMatchObject({ requested: 0, remaining: 6 });
    await continueResend({ ctx, id: other });
    expect((await drive(other)).state).toBe('completed');
  });

  it('429 waits as long as the provider says, and nobody goes on before', async () => {
    const id = await small();
    await fault({ kind: 'status', status: 429, errorCode: 'PZG429', retryAfterSeconds: 1, count: 1 });
    const begun = Date.now();
    let refused: unknown = null;
    const done = await drive(id, {
      each: async () => {
        const { state } = await rowOf(id);
        if (state === 'paused')
          refused ??= await continueResend({ ctx, id }).catch((error: unknown) => error);
      },
    });
    expect(refused).toMatchObject({ code: 'conflict', details: { retryAfterSeconds: 1 } });
    expect(done.state).toBe('completed');
    expect(Date.now() - begun).toBeGreaterThanOrEqual(950);
  });

  it('PZA206 stops until somebody says that the contract is signed', async () => {
    const id = await small();
    await world.control('state', { contract: 'pending' });
    expect(await drive(id)).toMatchObject({
      state: 'paused',
      pauseReason: 'account_read_only',
      pausedUntil: null,
    });
    await world.control('state', { contract: 'signed' });
    await continueResend({ ctx, id });
    expect((await drive(id)).state).toBe('completed');
    await expect(continueResend({ ctx, id })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('PZG404: asked and matched by nothing, by name', async () => {
    const id = await small();
    await fault({ kind: 'status', status: 404, errorCode: 'PZG404', count: 1 });
    expect((await drive(id)).state).toBe('completed');
    expect(await counts(id)).toMatchObject({ requested: 6, accepted: 0, remaining: 0 });
    const { items } = await listResendItems({ ctx, id, query: { state: 'not_taken', limit: 50 } });
    expect(items).toHaveLength(6);
    expect((await getResend({ ctx, id })).requests[0]).toMatchObject({ state: 'refused', code: 'PZG404' });
  });

  it('a list of ids that is refused: one by one, and remembered', async () => {
    const id = await small();
    const ids = { kind: 'status', status: 400, errorCode: 'PZV001', message: 'x', count: 1 };
    await fault({ ...ids, details: [{ field: 'transactionIds', message: 'não suportado' }] });
    const first = await drive(id, { atMost: 3 });
    // The simulator's fault names no field, so the job cannot know the cause and reports that.
    expect(first).toMatchObject({ state: 'failed', problem: { code: 'PZV001' } });
    await db().update(resendLines).set({ idsRefused: true });
    const other = await small();
    const limited = await drive(other, {
      each: async () => void (await world.control('time', { advanceMs: 61_000 })),
    });
    expect(limited.state).toBe('completed');
    expect(world.resendRequests.filter(({ path }) => path !== '/resend')).toHaveLength(6);
    expect(await counts(other)).toMatchObject({ requested: 6, accepted: 6 });
  });

  it('any other refusal ends it, and leaves the rest unasked', async () => {
    const id = await small();
    await fault({ kind: 'status', status: 422, errorCode: 'PZG423', count: 1 });
    expect(await drive(id)).toMatchObject({ state: 'failed', problem: { code: 'PZG423' } });
    expect(await counts(id)).toMatchObject({ requested: 0, remaining: 6 });
    // Of one request or of two: that is a matter of the days that the six lie in.
    const { requests } = await getResend({ ctx, id });
    expect(new Set(requests.map(({ state }) => state))).toEqual(new Set(['cancelled']));
    expect(world.resendRequests).toHaveLength(1);
  });
});

describe('a request without an answer', () => {
  // Of one earlier day: one request covers all six, and the provider's own attempts are over.
  const small = async () =>
    start({
      scope: 'selection',
      transactionIds: await reachable(6, { ofEarlierDay: true }),
      everything: true,
    });

  it.each(['apply-silent', 'apply-reset', 'error-200', 'truncated'])(
    '%s: unknown, found in the history, never asked again',
    async (kind) => {
      const id = await small();
      await fault({ kind, count: 1 });
      expect((await drive(id)).state).toBe('completed');
      const afterSending = await counts(id);
      expect(afterSending).toMatchObject({ unknown: 6, requested: 0 });
      await world.control('time', { advanceMs: 60_000 });
      const applied = kind !== 'error-200';
      const after = await follow(world, id, ({ unknown }) => unknown === 0, applied ? 8_000 : 800);
      if (applied) expect(after).toMatchObject({ unknown: 0, requested: 6 });
      else expect(after.unknown + after.requested).toBe(6);
      expect(Math.max(...requestCounts(world).values())).toBe(1);
    },
  );

  it('what never arrived stays unknown, by name', async () => {
    const id = await small();
    await fault({ kind: 'silent', count: 1 });
    expect((await drive(id)).state).toBe('completed');
    await world.control('time', { advanceMs: 60_000 });
    const after = await follow(world, id, ({ unknown }) => unknown === 0, 600);
    expect(after.unknown).toBe(6);
    const { items } = await listResendItems({ ctx, id, query: { state: 'unknown', limit: 10 } });
    expect(items).toHaveLength(6);
  });
});

describe('a job', () => {
  it('that is cancelled asks for nothing more and keeps what it asked for', async () => {
    const id = await start({ scope: 'filter', filter: { from: day(28), to: day(0) }, everything: true });
    await drive(id, { each: async (step) => void (step === 0 && (await cancelResend({ ctx, id }))) });
    const after = await counts(id);
    expect(after.requested).toBeGreaterThan(0);
    expect(after.remaining).toBeGreaterThan(0);
    expect(world.resendRequests).toHaveLength(1);
    const { requests } = await getResend({ ctx, id });
    expect(new Set(requests.map(({ state }) => state))).toEqual(new Set(['accepted', 'cancelled']));
    const { items } = await listResendItems({ ctx, id, query: { state: 'cancelled', limit: 1 } });
    expect(items[0]?.state).toBe('cancelled');
    await expect(cancelResend({ ctx, id })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is started once for a preview, which is over after its time', async () => {
    const body = { scope: 'selection', transactionIds: await reachable(2), everything: true } as const;
    const { previewId } = await previewResend({ ctx, body });
    const both = await Promise.allSettled([1, 2].map(() => startResend({ ctx, body: { previewId } })));
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(startResend({ ctx, body: { previewId } })).rejects.toMatchObject({ code: 'already_done' });
    await expect(startResend({ ctx, body: { previewId: 'rs_none' } })).rejects.toMatchObject({
      code: 'not_found',
    });
    await cancelResend({ ctx, id: previewId });
  });

  it('of a webhook is one request; what the provider lists is what was asked for', async () => {
    const webhooks = (await ctx.port.webhooks?.list({}))?.items ?? [];
    const troubled = webhooks[1]?.id ?? '';
    const id = await start({ scope: 'webhook', webhookId: troubled });
    const before = await counts(id);
    expect(before.remaining).toBeGreaterThan(0);
    expect((await drive(id)).state).toBe('completed');
    expect(world.resendRequests.map(({ path }) => path)).toEqual([`/resend/webhook/${troubled}`]);
    const after = await counts(id);
    expect(after.requested).toBe((await getResend({ ctx, id })).requests[0]?.accepted);
    const missing = await startResend({ ctx, body: { scope: 'webhook', webhookId: 'wh_none' } });
    expect(await drive(missing.id)).toMatchObject({ state: 'failed', problem: { code: 'PZW300' } });
    const quiet = await startResend({ ctx, body: { scope: 'webhook', webhookId: webhooks[2]?.id ?? '' } });
    expect(await drive(quiet.id)).toMatchObject({ state: 'completed' });
    expect((await getResend({ ctx, id: quiet.id })).requests[0]).toMatchObject({
      code: 'PZW310',
      state: 'refused',
    });
  });

  it('sends a webhook’s rows by filter where the service has that route', async () => {
    const [first] = (await ctx.port.webhooks?.list({}))?.items ?? [];
    const filter = { from: day(3), to: day(0), webhookId: first?.id ?? '' };
    const id = await start({ scope: 'filter', filter, everything: true });
    expect((await drive(id)).state).toBe('completed');
    expect(new Set(world.resendRequests.map(({ path }) => path))).toEqual(new Set(['/resend/webhook']));
    const afterSending = await counts(id);
    expect(afterSending.accepted).toBe(afterSending.requested);
    const items = await db().select().from(resendItems).where(eq(resendItems.resendId, id));
    expect(new Set(items.map(({ webhookId }) => webhookId))).toEqual(new Set([first?.id]));
  });
});
