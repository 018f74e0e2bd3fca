import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { resendItems, resendLines, resendRequests, resends } from '#lib/data/schema/resends.ts';
import { repeatedAfterCrash } from '#lib/operations/server/testing/crash.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { portFor } from '#lib/providers/registry.ts';
import { cancelResend, continueResend } from '#lib/resends/server/change-resend.ts';
import { countsOf } from '#lib/resends/server/items.ts';
import { maintainResends } from '#lib/resends/server/maintain-resends.ts';
import { previewResend, startResend } from '#lib/resends/server/start-resend.ts';
import { stepResend } from '#lib/resends/server/step-resend.ts';
import {
  drive,
  follow,
  readWhole,
  requestCounts,
  rowOf,
  takeOver,
} from '#lib/resends/server/testing/drive.ts';
import { contextOn, type Simulated, simulated } from '#lib/resends/server/testing/simulated.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.GUICHE_RESEND_PAUSE_MS = '100';
process.env.GUICHE_RESENDS_PER_MINUTE = '10000';
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
  await world.control('time', { advanceMs: 61_000 });
  world.resendRequests.length = 0;
});

const signal = new AbortController().signal;
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
const all = { scope: 'filter', filter: { from: day(28), to: day(0) }, everything: true } as const;

async function start(body: Parameters<typeof previewResend>[0]['body'] = all): Promise<string> {
  const { previewId } = await previewResend({ ctx, body });
  return (await startResend({ ctx, body: { previewId } })).id;
}
type ByFilter = NonNullable<ProviderPort['resends']>['byFilter'];
/** Simulates a process that dies: replaces its port's routes by ones that end in the middle. */
async function dying<T>(routes: Partial<NonNullable<ProviderPort['resends']>>, run: () => Promise<T>) {
  const port = portFor(world.account);
  const original = port.resends;
  Object.assign(port, { resends: { ...original, ...routes } });
  try {
    return await run();
  } finally {
    Object.assign(port, { resends: original });
  }
}
/** Steps the resend in a process that dies in its call, once `until` is done: the call never ends. */
async function dyingIn(id: string, until: (...of: Parameters<ByFilter>) => Promise<unknown>) {
  const died = Promise.withResolvers<void>();
  const die: ByFilter = async (filter, change) => {
    await until(filter, change);
    died.resolve();
    return new Promise<never>(() => undefined);
  };
  await dying({ byFilter: die }, async () => {
    void step(id);
    await died.promise;
  });
}
const real = () => {
  const routes = portFor(world.account).resends;
  if (routes === undefined) throw new Error('no resends');
  return routes;
};
const operationsOf = async (id: string) => {
  const ofResend = like(operations.target, `${id}/%`);
  const rows = await db().select().from(operations).where(ofResend).orderBy(operations.createdAt);
  return rows.map(({ state, reason }) => [state, reason]);
};
const step = async (id: string) => stepResend(id, (await rowOf(id)).chain, signal);

describe('M5: one key', () => {
  it('M5: cancels once, and continues once, though the process ended before its answer', async () => {
    const id = await start();
    await db().update(resends).set({ state: 'paused', pauseReason: 'failures' }).where(eq(resends.id, id));
    const going = await repeatedAfterCrash((intent) => continueResend({ ctx: { ...ctx, intent }, id }));
    expect(going.again).toEqual(going.first);
    expect(going.again.value).toEqual({ id, state: 'running' });
    // A request without the key is refused: the resend does not wait any more.
    await expect(continueResend({ ctx, id })).rejects.toMatchObject({ code: 'conflict' });
    const { chain } = await rowOf(id);
    const over = await repeatedAfterCrash((intent) => cancelResend({ ctx: { ...ctx, intent }, id }));
    expect(over.again).toEqual(over.first);
    expect(over.again.value).toEqual({ id, state: 'cancelled' });
    expect((await rowOf(id)).chain).toBe(chain + 1);
  });
});

describe('kill -9', () => {
  it('between writing that it is sent and the first byte: unknown, and never asked', async () => {
    const id = await start();
    await dyingIn(id, (_, change) => change.sending());
    expect((await countsOf(await rowOf(id))).counts.unknown).toBe(0);
    await takeOver();
    const { counts: lost } = await countsOf(await rowOf(id));
    expect(lost.unknown).toBeGreaterThan(0);
    expect((await drive(id)).state).toBe('completed');
    const { counts } = await countsOf(await rowOf(id));
    expect(counts).toMatchObject({ unknown: lost.unknown, remaining: 0 });
    const times = requestCounts(world);
    expect(new Set(times.values())).toEqual(new Set([1]));
    expect(times.size).toBe(counts.requested);
  });

  it('before it is marked as sent: planned again, and asked once', async () => {
    const id = await start({ ...all, filter: { from: day(6), to: day(0) } });
    await dyingIn(id, async () => undefined);
    expect(await operationsOf(id)).toEqual([['requested', null]]);
    await takeOver();
    expect(await operationsOf(id)).toEqual([['rejected', 'never_sent']]);
    expect((await drive(id)).state).toBe('completed');
    const { counts } = await countsOf(await rowOf(id));
    expect(counts).toMatchObject({ unknown: 0, remaining: 0, accepted: counts.requested });
    expect(new Set(requestCounts(world).values())).toEqual(new Set([1]));
    const [, ...later] = await operationsOf(id);
    expect(new Set(later.map(([state]) => state))).toEqual(new Set(['confirmed']));
  });

  it('after the provider took it and before that was written: found by its deliveries', async () => {
    const id = await start({ ...all, filter: { from: day(6), to: day(0) } });
    const routes = real();
    await dyingIn(id, (filter, change) => routes.byFilter(filter, change));
    await takeOver();
    const { counts: lost } = await countsOf(await rowOf(id));
    expect(lost.unknown).toBeGreaterThan(0);
    expect((await drive(id)).state).toBe('completed');
    await world.control('time', { advanceMs: 600_000 });
    const counts = await follow(world, id, ({ unknown }) => unknown === 0);
    expect(counts).toMatchObject({ unknown: 0, requested: lost.unknown });
    expect(Math.max(...requestCounts(world).values())).toBe(1);
  });

  it('while a process still sends: its late answer counts, and nothing is asked again', async () => {
    const id = await start({ ...all, filter: { from: day(6), to: day(0) } });
    const routes = real();
    const slow: (typeof routes)['byFilter'] = async (filter, change) => {
      const answer = await routes.byFilter(filter, change);
      // Meanwhile another instance treats it as abandoned.
      await takeOver();
      return answer;
    };
    await dying({ byFilter: slow }, () => step(id));
    expect((await drive(id)).state).toBe('completed');
    const { counts } = await countsOf(await rowOf(id));
    expect(counts).toMatchObject({ unknown: 0, remaining: 0, accepted: counts.requested });
    expect(Math.max(...requestCounts(world).values())).toBe(1);
  });

  it('while it reads or plans: goes on where it was, with every transaction once', async () => {
    const { previewId } = await previewResend({ ctx, body: all });
    const whole = (await countsOf(await rowOf(previewId))).counts;
    const { id } = await startResend({ ctx, body: all });
    const list = portFor(world.account).transactions?.list;
    if (list === undefined) throw new Error('no list');
    let pages = 0;
    const port = portFor(world.account);
    Object.assign(port.transactions ?? {}, {
      list: (...args: Parameters<typeof list>) => {
        pages += 1;
        if (pages === 2) throw new Error('killed');
        return list({ ...args[0] }, { ...args[1], limit: 200 }, args[2]);
      },
    });
    await expect(step(id)).rejects.toThrow('killed');
    await takeOver();
    const after = await drive(id, {
      each: async () =>
        void (await db().update(resends).set({ version: sql`version + 1` }).where(eq(resends.id, id))),
    });
    Object.assign(port.transactions ?? {}, { list });
    expect(after.state).toBe('completed');
    const { counts } = await countsOf(after);
    expect(counts.total).toBe(whole.total);
    expect(counts.requested).toBe(whole.remaining);
    const items = await db().select().from(resendItems).where(eq(resendItems.resendId, id));
    const requested = items.filter(({ state }) => state === 'requested');
    expect(requested.every(({ request }) => request !== null)).toBe(true);
    expect(new Set(requestCounts(world).values())).toEqual(new Set([1]));
  });
});

describe('two instances', () => {
  it('step the same job at once: each request is sent by one of them', async () => {
    const id = await start();
    const planned = await db().select().from(resendRequests).where(eq(resendRequests.resendId, id));
    await Promise.all([drive(id), drive(id), drive(id)]);
    const row = await rowOf(id);
    expect(row.state).toBe('completed');
    expect(world.resendRequests.filter(({ status }) => status === 200)).toHaveLength(planned.length);
    expect(new Set(requestCounts(world).values())).toEqual(new Set([1]));
  });

  it('one cancels while the other is about to send: nothing leaves after it', async () => {
    const id = await start();
    const routes = real();
    const late: (typeof routes)['byFilter'] = async (filter, change) => {
      await cancelResend({ ctx, id });
      return routes.byFilter(filter, change);
    };
    await dying({ byFilter: late }, () => step(id));
    expect(world.resendRequests).toHaveLength(0);
    const { counts } = await countsOf(await rowOf(id));
    expect(counts).toMatchObject({ requested: 0, unknown: 0 });
    expect((await rowOf(id)).state).toBe('cancelled');
  });
});

describe('what is left behind', () => {
  it('a chain that broke begins anew; a living one is left alone', async () => {
    const id = await start();
    const { chain } = await rowOf(id);
    await maintainResends(signal);
    await db()
      .update(resends)
      .set({ stepDueAt: new Date(Date.now() - 60_000) })
      .where(eq(resends.id, id));
    await maintainResends(signal);
    expect((await rowOf(id)).chain).toBeGreaterThan(chain);
    const now = (await rowOf(id)).chain;
    await maintainResends(signal);
    expect((await rowOf(id)).chain).toBe(now);
    expect(await stepResend(id, chain, signal)).toBeNull();
    await cancelResend({ ctx, id });
  });

  it('a preview goes after its time, with its items', async () => {
    const { previewId } = await previewResend({ ctx, body: all });
    await db()
      .update(resends)
      .set({ expiresAt: new Date(0) })
      .where(eq(resends.id, previewId));
    await expect(startResend({ ctx, body: { previewId } })).rejects.toMatchObject({ code: 'conflict' });
    await maintainResends(signal);
    expect(await db().select().from(resends).where(eq(resends.id, previewId))).toEqual([]);
    expect(await db().select().from(resendItems).where(eq(resendItems.resendId, previewId))).toEqual([]);
  });

  it('after its day of follow-up its counts stay as they were', async () => {
    const [row] = await db().select().from(resends).where(eq(resends.state, 'completed')).limit(1);
    const id = row?.id ?? '';
    const before = (await countsOf(await rowOf(id))).counts;
    await db()
      .update(resends)
      .set({ followedUntil: new Date(0) })
      .where(eq(resends.id, id));
    await maintainResends(signal);
    const closed = await rowOf(id);
    expect(closed.counts).not.toBeNull();
    expect((await countsOf(closed)).counts).toEqual(before);
  });

  it('an account that refuses lists of ids is asked one by one, and one with shorter windows by those', async () => {
    const id = await start({ ...all, filter: { from: day(3), to: day(0) } });
    const routes = real();
    const { GuicheError } = await import('#lib/core/errors.ts');
    const refusing =
      (field: string, from: number): (typeof routes)['byFilter'] =>
      async (filter, change) => {
        if (Date.parse(filter.to) - Date.parse(filter.from) <= from) return routes.byFilter(filter, change);
        await change.sending();
        const error = new GuicheError('provider_rejected', 'x', {
          status: 400,
          provider: { code: 'PZV001', message: null, requestId: null, status: 400 },
          fields: [{ field, message: 'x' }],
        });
        return { kind: 'refused', error, sent: true };
      };
    const half = 86_400_000 / 2;
    const minutes = { each: async () => void (await world.control('time', { advanceMs: 61_000 })) };
    await dying({ byFilter: refusing('createdAtTo', half) }, () => drive(id, minutes));
    expect((await rowOf(id)).state).toBe('completed');
    for (const { from, to } of world.resendRequests)
      expect(Date.parse(to) - Date.parse(from)).toBeLessThanOrEqual(half);
    expect(new Set(requestCounts(world).values())).toEqual(new Set([1]));
    await world.control('time', { advanceMs: 61_000 });
    world.resendRequests.length = 0;
    const other = await start({ ...all, filter: { from: day(1), to: day(0) } });
    await dying({ byFilter: refusing('transactionIds[0]', -1) }, () => drive(other, minutes));
    const { counts } = await countsOf(await rowOf(other));
    expect(counts).toMatchObject({ remaining: 0, accepted: counts.requested });
    expect(world.resendRequests.length).toBe(counts.requested);
    const [line] = await db().select().from(resendLines);
    expect(line).toMatchObject({ idsRefused: true });
  });

  it('what grows too old while it waits ends outside, by name', async () => {
    await db().update(resendLines).set({ idsRefused: false, windowMs: null });
    const id = await start();
    await db()
      .update(resendLines)
      .set({ aheadMs: 10 * 86_400_000 });
    const { counts: before } = await countsOf(await rowOf(id));
    await drive(id, { atMost: 4 });
    const { counts } = await countsOf(await rowOf(id));
    expect(counts.outside).toBeGreaterThan(before.outside);
    expect(counts.total).toBe(before.total);
    await cancelResend({ ctx, id }).catch(() => undefined);
  });
});
