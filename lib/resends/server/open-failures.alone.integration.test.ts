import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { db } from '#lib/data/client.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { resendItems, resendLines, resends } from '#lib/data/schema/resends.ts';
import { listIncidents } from '#lib/deliveries/server/get-incidents.ts';
import { indexState, keepIndexCurrent } from '#lib/deliveries/server/index-state.ts';
import { listDeliveries } from '#lib/deliveries/server/list-deliveries.ts';
import { readIndex } from '#lib/deliveries/server/read-index.ts';
import { Resend, ResendPreview, type ResendScope } from '#lib/resends/contract.ts';
import { cancelResend, continueResend } from '#lib/resends/server/change-resend.ts';
import { getResend, listResends } from '#lib/resends/server/list-resends.ts';
import { maintainResends } from '#lib/resends/server/maintain-resends.ts';
import { previewResend, startResend } from '#lib/resends/server/start-resend.ts';
import { drive, follow, readWhole, rowOf } from '#lib/resends/server/testing/drive.ts';
import { contextOn, type Simulated, simulated } from '#lib/resends/server/testing/simulated.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.GUICHE_RESEND_PAUSE_MS = '120';
process.env.GUICHE_RESENDS_PER_MINUTE = '10000';
// These tests make the steps themselves.
vi.mock('#lib/data/jobs/queue.ts', () => ({ enqueue: async () => undefined }));
withDatabase();

let world: Simulated;
let ctx: ReturnType<typeof contextOn>['ctx'];
beforeAll(async () => {
  world = await simulated({ transactions: 600, days: 20 });
  ({ ctx } = contextOn(world.account));
  await readWhole(world);
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.control('clear', { all: true });
  await world.control('time', { advanceMs: 61_000 });
  await db().update(resendLines).set({ registered: null, pausedUntil: null });
  world.resendRequests.length = 0;
});

const HOUR_MS = 3_600_000;
/** Requests the index again: a busy machine takes longer than the minute that it stays current. */
async function readOn(): Promise<void> {
  do {
    await keepIndexCurrent(world.account.id);
    await readIndex(world.account, { until: Date.now() + 20_000, call: { priority: 'background' } });
  } while ((await indexState(world.account.id))?.head !== null);
}
/** Everything fails from now on, until it is cleared. A whole day of it: at night hardly anything happens. */
async function breakAll(): Promise<void> {
  await world.control('fail-deliveries', { kind: 'status', status: 503, untilMs: 90_000_000_000 });
  await world.control('time', { advanceMs: 24 * HOUR_MS });
  await readOn();
}
const incidents = () => listIncidents({ ctx });
async function worst() {
  const { items } = await incidents();
  const one = items.find(({ webhookId }) => webhookId !== null);
  if (one?.webhookId == null) throw new Error('No registered address fails.');
  return { ...one, webhookId: one.webhookId };
}
async function preview(body: ResendScope): Promise<ResendPreview> {
  let read = ResendPreview.parse(await previewResend({ ctx, body }));
  while (!read.complete)
    read = ResendPreview.parse(await previewResend({ ctx, body: { previewId: read.previewId } }));
  return read;
}

describe('open failures', () => {
  it('U4: one count everywhere: banner, badge, facet, address, and what the aim reaches', async () => {
    await breakAll();
    const { items, open } = await incidents();
    const { facets } = await listDeliveries({ ctx, query: { limit: 1 } });
    expect(open).toBeGreaterThan(5);
    expect(items.reduce((sum, { callbacks }) => sum + callbacks, 0)).toBe(open);
    expect(facets.failed).toBe(open);
    for (const { webhookId, callbacks } of items.filter((one) => one.webhookId !== null)) {
      const list = await listDeliveries({
        ctx,
        query: { limit: 200, outcome: ['failed'], webhookId: webhookId ?? '' },
      });
      expect(list.total).toBe(callbacks);
      expect(new Set(list.items.map(({ transactionId }) => transactionId)).size).toBe(callbacks);
      const { counts } = await preview({ scope: 'failures', webhookId: webhookId ?? '' });
      expect([counts.total, counts.skipped]).toEqual([callbacks, 0]);
    }
  });

  it('U4: a period of one address reaches its failures of that period', async () => {
    const { webhookId } = await worst();
    const newest = (await listDeliveries({ ctx, query: { limit: 1 } })).items[0]?.createdAt ?? '';
    const from = new Date(Date.parse(newest) - 12 * HOUR_MS).toISOString();
    // A list reads the index on behind its answer: what a retry delivered meanwhile is missing in the later count.
    await vi.waitFor(async () => {
      const list = await listDeliveries({ ctx, query: { limit: 1, outcome: ['failed'], webhookId, from } });
      const { counts } = await preview({ scope: 'failures', webhookId, from });
      expect(counts.total).toBe(list.total);
      expect(counts.total).toBeGreaterThan(0);
    }, 10_000);
    await expect(preview({ scope: 'failures', webhookId, from, to: from })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('U4: an aim that reaches nothing names those that would', async () => {
    await vi.waitFor(async () => {
      const found = await preview({ scope: 'failures', host: 'nobody.example' });
      const { webhookId, callbacks } = await worst();
      expect(found.counts.total).toBe(0);
      expect(found.instead).toContainEqual(expect.objectContaining({ webhookId, count: callbacks }));
    }, 10_000);
    const { webhookId } = await worst();
    const reaching = await preview({ scope: 'failures', webhookId });
    expect(reaching.instead).toEqual([]);
  });

  it('a resend of nothing is refused before it begins, by its aim and by its preview', async () => {
    const aim = { scope: 'failures', host: 'nobody.example' } as const;
    const before = (await listResends({ ctx, query: { limit: 50 } })).items.length;
    const refused = (field: string) => ({
      code: 'invalid_request',
      details: { fields: [{ field, message: 'nothing' }] },
    });
    await expect(startResend({ ctx, body: aim })).rejects.toMatchObject(refused('scope'));
    const { previewId } = await preview(aim);
    await expect(startResend({ ctx, body: { previewId } })).rejects.toMatchObject(refused('previewId'));
    expect((await listResends({ ctx, query: { limit: 50 } })).items).toHaveLength(before);
  });

  it('U4: where the service has no such route for a period, all of the address, and it is said', async () => {
    const { webhookId } = await worst();
    await preview({ scope: 'failures', webhookId });
    await db().update(resendLines).set({ registered: 'no' });
    const found = await preview({ scope: 'failures', webhookId, from: '2026-01-01' });
    expect(found).toMatchObject({ scope: 'webhook', estimated: true, requestsTotal: 1 });
  });
});

describe('when it answers again', () => {
  async function waiting(): Promise<string> {
    const { webhookId } = await worst();
    const { previewId, failing } = await preview({ scope: 'failures', webhookId });
    expect(failing).toHaveLength(1);
    const { id, state } = await startResend({ ctx, body: { previewId, whenAnswers: true } });
    expect(state).toBe('paused');
    return id;
  }
  const keep = () => maintainResends(new AbortController().signal);

  it('U4: it waits, over a restart too, begins when the address takes a notice, and asks only for the rest', async () => {
    await breakAll();
    const id = await waiting();
    const { items } = await listResends({ ctx, query: { limit: 5 } });
    expect(items[0]).toMatchObject({ id, state: 'paused', pauseReason: 'receiver_down', pausedUntil: null });
    const total = (await rowOf(id)).waitsFor;
    expect(total).not.toBeNull();
    // A restart resumes abandoned resends; this one is not abandoned.
    Object.assign(globalThis, { guicheResendsBegun: false });
    await world.control('time', { advanceMs: HOUR_MS });
    await readOn();
    await keep();
    expect(await drive(id)).toMatchObject({ state: 'paused', pauseReason: 'receiver_down' });
    expect(world.resendRequests).toEqual([]);
    const before = new Date(Date.parse((total as { since: string }).since) - 72 * HOUR_MS).toISOString();
    await db()
      .update(resends)
      .set({ waitsFor: { ...(total as object), since: before } })
      .where(eq(resends.id, id));
    await keep();
    expect(await rowOf(id), 'an answer from before the failures is none').toMatchObject({ state: 'paused' });

    await world.control('clear', { all: true });
    await world.control('time', { advanceMs: HOUR_MS });
    await readOn();
    await keep();
    // R6: the same event reports a state that the provider spells differently.
    const own = { COMPLETED: 'PAID', PENDING: 'AWAITING_PAYMENT', EXPIRED: 'expirado', CANCELED: 'voided' };
    for (const [status, word] of Object.entries(own))
      await db()
        .update(resendItems)
        .set({ status: word })
        .where(and(eq(resendItems.resendId, id), eq(resendItems.status, status)));
    expect(await rowOf(id)).toMatchObject({ state: 'running', pauseReason: null });
    expect(await drive(id)).toMatchObject({ state: 'completed', waitsFor: null });
    const { counts } = Resend.parse(await getResend({ ctx, id }));
    // The service's own attempts delivered some of them meanwhile.
    expect(counts.skipped).toBeGreaterThan(0);
    expect(counts.total).toBe(counts.skipped + counts.requested);
    const requested = world.resendRequests.flatMap(({ ids }) => ids);
    expect(requested).toHaveLength(counts.requested);
    const skipped = await db()
      .select({ id: resendItems.transactionId })
      .from(resendItems)
      .where(and(eq(resendItems.resendId, id), eq(resendItems.state, 'skipped')));
    for (const one of skipped) expect(requested).not.toContain(one.id);
  });

  it('U4: an operator begins it at once, or cancels it', async () => {
    await breakAll();
    const cancelled = await waiting();
    await cancelResend({ ctx, id: cancelled });
    const begun = await waiting();
    expect(await continueResend({ ctx, id: begun })).toMatchObject({ state: 'running' });
    expect(await drive(begun)).toMatchObject({ state: 'completed' });
    expect(world.resendRequests.length).toBeGreaterThan(0);
    await world.control('clear', { all: true });
    await world.control('time', { advanceMs: HOUR_MS });
    await follow(world, begun, ({ accepted, delivered }) => delivered === accepted);
    expect(await rowOf(cancelled)).toMatchObject({ state: 'cancelled' });
    const rows = await db().select().from(deliveries).where(eq(deliveries.resendId, cancelled));
    expect(rows).toEqual([]);
  });
});
