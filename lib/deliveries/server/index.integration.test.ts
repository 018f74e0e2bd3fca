import { and, count, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { awaitBackground } from '#lib/data/jobs/background.ts';
import { beat } from '#lib/data/jobs/instance.ts';
import { deliveries, deliveryIndexes } from '#lib/data/schema/deliveries.ts';
import {
  DeliveryDetail,
  DeliveryHealth,
  DeliveryList,
  DeliveryListQuery,
  HealthInterval,
} from '#lib/deliveries/contract.ts';
import type { HealthSpan } from '#lib/deliveries/rules.ts';
import { getDelivery } from '#lib/deliveries/server/get-delivery.ts';
import { getHealth, getHealthInterval, getWebhookWeek, nowOf } from '#lib/deliveries/server/get-health.ts';
import { listIncidents } from '#lib/deliveries/server/get-incidents.ts';
import { indexState, keepIndexCurrent } from '#lib/deliveries/server/index-state.ts';
import { listDeliveries } from '#lib/deliveries/server/list-deliveries.ts';
import { fromTheTop, readIndex } from '#lib/deliveries/server/read-index.ts';
import { sweepIndexes, syncIndexes } from '#lib/deliveries/server/sync-indexes.ts';
import { portFor } from '#lib/providers/registry.ts';
import { contextOn, type Simulated, simulated } from '#lib/resends/server/testing/simulated.ts';
import { withClockAhead } from '../../../e2e/support/skewed-clock.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
let world: Simulated;
beforeAll(async () => {
  world = await simulated({ transactions: 2_000 });
});
afterAll(() => world.stop());

const call = { priority: 'background' } as const;
const readOn = () => readIndex(world.account, { until: Date.now() + 100_000, call });
const all = { limit: 200 };

/** Every record the provider has, read past the product. */
async function recorded(): Promise<{ id: string; transactionId: string; status: number; url: string }[]> {
  const found = [];
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${world.pix.baseUrl}/user/callbacks?limit=100&page=${page}`, {
      headers: { authorization: `Bearer ${world.pix.accessToken}` },
    });
    const { callbacks, pagination } = await answer.json();
    found.push(...callbacks);
    if (!pagination.hasNextPage) return found;
  }
}

describe('the index', () => {
  it('begins with its first page when somebody looks, and says how far it goes', async () => {
    const { ctx } = contextOn(world.account);
    const list = DeliveryList.parse(await listDeliveries({ ctx, query: all }));
    expect(list.reach).toMatchObject({ reading: true, whole: false, problem: null });
    expect(list.reach.rows).toBeGreaterThanOrEqual(100);
    expect(list.total).toBe(list.reach.rows);
    expect(list.items.at(-1)?.createdAt?.localeCompare(list.reach.from ?? '')).toBeGreaterThanOrEqual(0);
  });

  it('reads on into the past until it has everything, once', async () => {
    await readOn();
    const there = await recorded();
    const rows = await db().select().from(deliveries);
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(there.map(({ id }) => id)));
    expect(await indexState(world.account.id)).toMatchObject({ rows: there.length, backDone: true });
  });

  it('M14: records read while the webhooks did not answer learn theirs afterwards', async () => {
    const { id } = world.account;
    const ids = async () =>
      new Map((await db().select().from(deliveries)).map((one) => [one.id, one.webhookId]));
    const before = await ids();
    await db().delete(deliveries);
    await db().delete(deliveryIndexes);
    await keepIndexCurrent(id);
    const { webhooks, deliveries: history } = portFor(world.account);
    if (webhooks === undefined || history === undefined) throw new Error('The simulator has both.');
    // The cached list has expired, and the records themselves name no webhook.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    const list = vi.spyOn(webhooks, 'list').mockRejectedValueOnce(new GuicheError('provider_timeout', ''));
    const read = history.list.bind(history);
    const records = vi.spyOn(history, 'list').mockImplementation(async (...args) => {
      const page = await read(...args);
      return { ...page, items: page.items.map((item) => ({ ...item, webhookId: null })) };
    });
    try {
      await readIndex(world.account, { until: 0, call });
      expect([...(await ids()).values()].filter((one) => one !== null)).toEqual([]);
      await readOn();
      expect(list).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
      list.mockRestore();
      records.mockRestore();
    }
    expect(await ids()).toEqual(before);
  });

  it('M14: who goes away is no problem of the account’s', async () => {
    const list = vi.spyOn(portFor(world.account).deliveries ?? { list: null as never }, 'list');
    list.mockImplementationOnce(async (_filter, _page, { signal }) => {
      ending.abort(new Error('gone'));
      signal?.throwIfAborted();
      throw new Error('The signal was not this call’s.');
    });
    const ending = new AbortController();
    // A page is due.
    await db()
      .update(deliveryIndexes)
      .set({ head: fromTheTop(new Date().toISOString()) });
    const reading = readIndex(world.account, { until: 0, call: { ...call, signal: ending.signal } });
    await expect(reading).rejects.toThrow('gone');
    list.mockRestore();
    expect(await indexState(world.account.id)).toMatchObject({ problem: null });
  });

  it('gives attempts and outcomes as they follow from the records', async () => {
    const rows = await db().select().from(deliveries);
    const groups = Map.groupBy(rows, (row) => `${row.transactionId} ${row.event} ${row.url}`);
    let several = 0;
    for (const group of groups.values()) {
      group.sort((a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1));
      if (group.length > 1) several += 1;
      const delivered = group.findLastIndex((row) => row.delivered);
      for (const [place, row] of group.entries()) {
        const outcome = row.delivered ? 'delivered' : place < delivered ? 'recovered' : null;
        if (outcome === null) expect(['failed', 'given_up']).toContain(row.outcome);
        else expect(row.outcome).toBe(outcome);
        expect([row.attempt, row.attempts]).toEqual([place + 1, group.length]);
      }
    }
    expect(several).toBeGreaterThan(3);
  });

  it('shows no document in a reference, whoever asks the verb: a first paint as well', async () => {
    const { ctx } = contextOn(world.account);
    const [{ id, clientReference } = { id: '', clientReference: null }] = (
      await listDeliveries({ ctx, query: { ...all } })
    ).items;
    const write = (reference: string | null) =>
      db().update(deliveries).set({ clientReference: reference }).where(eq(deliveries.id, id));
    await write('529.982.247-25');
    const { items } = await listDeliveries({ ctx, query: { ...all } });
    await write(clientReference);
    expect(items.find((item) => item.id === id)?.clientReference).toBe('***.982.247-**');
  });

  it('walks all rows by cursor and counts them by outcome', async () => {
    const { ctx } = contextOn(world.account);
    const seen = new Set<string>();
    let cursor: string | undefined;
    let total = 0;
    do {
      const list = await listDeliveries({ ctx, query: { ...all, ...(cursor ? { cursor } : {}) } });
      for (const item of list.items) seen.add(item.id);
      total = list.total ?? 0;
      cursor = list.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.size).toBe(total);
    const failed = await listDeliveries({ ctx, query: { ...all, outcome: ['failed', 'given_up'] } });
    expect(failed.items.every((item) => item.open && !item.outcome.startsWith('deliv'))).toBe(true);
    expect(failed.total).toBe(failed.facets.failed);
    expect(failed.items).toHaveLength(failed.total ?? 0);
    expect(failed.facets.given_up).toBeLessThanOrEqual(failed.facets.failed);
    await expect(
      listDeliveries({ ctx, query: { ...all, event: ['TRANSACTION_COMPLETED'], cursor: 'x.y' } }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('filters by status class, event, receiver, transaction and period', async () => {
    const { ctx } = contextOn(world.account);
    const list = (query: object) => listDeliveries({ ctx, query: { ...all, ...query } });
    const some = (await list({ statusClass: ['5xx'] })).items;
    expect(some.length).toBeGreaterThan(0);
    expect(some.every(({ status }) => (status ?? 0) >= 500)).toBe(true);
    const silent = (await list({ statusClass: ['none'] })).items;
    expect(silent.every(({ status }) => status === null)).toBe(true);
    const one = some[0];
    const mine = await list({ transactionId: one?.transactionId });
    expect(new Set(mine.items.map(({ transactionId }) => transactionId)).size).toBe(1);
    const hook = await list({ webhookId: one?.webhookId, event: ['TRANSACTION_COMPLETED'] });
    expect(hook.items.every((item) => item.webhookId === one?.webhookId)).toBe(true);
    const day = some[0]?.createdAt ?? '';
    const later = await list({ from: day });
    expect(later.items.every(({ createdAt }) => (createdAt ?? '') >= day)).toBe(true);
    await expect(list({ from: '2026-02-30' })).rejects.toMatchObject({
      details: { fields: [{ field: 'from' }] },
    });
  });

  it('misses nothing that arrives while it reads', async () => {
    const before = (await indexState(world.account.id))?.rows ?? 0;
    await db().execute(sql`delete from deliveries`);
    await db().execute(sql`delete from delivery_indexes`);
    await keepIndexCurrent(world.account.id);
    // One page at a time, and the world goes on between them, ten hours in all: at night hardly anybody pays.
    for (let pass = 0; pass < 60; pass += 1) {
      await readIndex(world.account, { until: Date.now() + 5, call });
      if (pass < 20) await world.control('time', { advanceMs: 1_800_000 });
    }
    await readOn();
    const there = await recorded();
    expect(there.length).toBeGreaterThan(before);
    const [{ rows } = { rows: 0 }] = await db().select({ rows: count() }).from(deliveries);
    expect(Number(rows)).toBe(there.length);
    expect(await indexState(world.account.id)).toMatchObject({ rows: there.length, head: null });
  });

  it('goes on where a reading of many new records was cut off', async () => {
    const before = (await recorded()).length;
    await world.control('time', { advanceMs: 6 * 86_400_000 });
    // The simulator sends the due callbacks a few at a time.
    await vi.waitFor(async () => expect((await recorded()).length).toBeGreaterThan(before + 150), 20_000);
    await readIndex(world.account, { until: Date.now() + 1, call });
    expect((await indexState(world.account.id))?.head).not.toBeNull();
    const known = await indexState(world.account.id);
    await world.control('time', { advanceMs: 3_600_000 });
    await readOn();
    await readOn();
    const there = await recorded();
    const [{ rows } = { rows: 0 }] = await db().select({ rows: count() }).from(deliveries);
    expect(Number(rows)).toBe(there.length);
    expect(there.length).toBeGreaterThan(known?.rows ?? 0);
  });

  it('knows which receivers take nothing now, and that a single delivery ends it', async () => {
    const { ctx } = contextOn(world.account);
    await world.control('fail-deliveries', { kind: 'status', status: 503, untilMs: 12 * 3_600_000 });
    await world.control('time', { advanceMs: 6 * 3_600_000 });
    await readOn();
    const { items } = await listIncidents({ ctx });
    expect(items.length).toBeGreaterThan(0);
    const [worst] = items;
    expect(worst).toMatchObject({ lastStatus: 503, failing: true });
    expect(worst?.bars).toHaveLength(30);
    expect(worst?.callbacks).toBeGreaterThan(0);
    await world.control('clear', { all: true });
    await world.control('time', { advanceMs: 24 * 3_600_000 });
    await readOn();
    const after = await listIncidents({ ctx });
    expect(after.items.filter(({ failing }) => failing).map(({ url }) => url)).not.toContain(worst?.url);
  });

  it('shows one record with its attempts, masked', async () => {
    const { ctx, audited } = contextOn(world.account);
    const rows = await db()
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.outcome, 'recovered'), eq(deliveries.event, 'TRANSACTION_COMPLETED')))
      .limit(20);
    const read = async (id: string) => DeliveryDetail.parse(await getDelivery({ ctx, id }));
    const details = await Promise.all(rows.map(({ id }) => read(id)));
    // Not every transaction has a payer.
    const detail = details.find(({ body }) => JSON.stringify(body).includes('"payerDocument":"'));
    if (detail === undefined) throw new Error('No payer was found.');
    expect(detail.attempts.length).toBeGreaterThan(1);
    expect(detail.attempts.map(({ attempt }) => attempt)).toEqual(detail.attempts.map((_, at) => at + 1));
    expect(JSON.stringify(detail.body)).toMatch(/"payerDocument":"\*/);
    expect(audited).toEqual([]);
    await expect(getDelivery({ ctx, id: detail.delivery.id, reveal: true })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const seeing = contextOn(world.account, ['read', 'reveal']);
    const clear = await getDelivery({ ctx: seeing.ctx, id: detail.delivery.id, reveal: true });
    expect(JSON.stringify(clear.body)).not.toMatch(/"payerDocument":"\*/);
    expect(seeing.audited).toEqual([{ action: 'delivery.reveal', target: detail.delivery.id }]);
    await expect(getDelivery({ ctx, id: 'nothing' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('U11: a webhook’s seven days, its bars of 24 hours, 7 and 30 days, and one of them by address', async () => {
    const [row] = await db()
      .select()
      .from(deliveries)
      .where(and(isNotNull(deliveries.webhookId), eq(deliveries.delivered, true)))
      .orderBy(desc(deliveries.createdAt))
      .limit(1);
    const id = row?.webhookId ?? '';
    const week = await getWebhookWeek(world.account.id, [id, 'wh_none']);
    expect(week?.get('wh_none')).toEqual({ delivered: 0, failed: 0, open: 0 });
    const { ctx } = contextOn(world.account);
    const read = async (span: HealthSpan) => DeliveryHealth.parse(await getHealth({ ctx, span }));
    const sum = (bars: { delivered: number }[] | undefined) =>
      bars?.reduce((all, { delivered }) => all + delivered, 0);
    const barsIn = ({ webhooks }: DeliveryHealth) => webhooks?.find((one) => one.id === id)?.bars;
    const [hours, days, month] = [await read('hours'), await read('days'), await read('month')];
    expect([hours, days, month].map(({ at }) => at.length)).toEqual([24, 7, 30]);
    expect(sum(barsIn(days))).toBe(week?.get(id)?.delivered);
    expect(sum(barsIn(month)) ?? 0).toBeGreaterThanOrEqual(sum(barsIn(days)) ?? 0);
    const bars = barsIn(hours) ?? [];
    const place = bars.findIndex(({ ms, delivered }) => delivered > 0 && (ms ?? 0) > 0);
    expect(place).toBeGreaterThanOrEqual(0);
    const from = hours.at[place] ?? '';
    const to = new Date(Date.parse(from) + 3_600_000).toISOString();
    const moment = HealthInterval.parse(await getHealthInterval({ ctx, query: { from, to } }));
    const mine = moment.items.find(({ webhookId }) => webhookId === id);
    expect(mine).toMatchObject({ address: row?.url, ...bars[place] });
    expect(mine?.statuses).toContain(row?.status);
    expect(mine?.slowest).toBeGreaterThanOrEqual(mine?.ms ?? Number.POSITIVE_INFINITY);
    const listed = await listDeliveries({
      ctx,
      query: DeliveryListQuery.parse({ webhookId: id, from, to, limit: 200 }),
    });
    const own = listed.items.filter(({ resendId }) => resendId === null);
    expect(own, 'the link leads to what was counted').toHaveLength(
      (mine?.delivered ?? 0) + (mine?.failed ?? 0),
    );
  });

  it('U11: where the index does not reach so far, it says since when it knows', async () => {
    const { ctx } = contextOn(world.account);
    const of = eq(deliveryIndexes.accountId, world.account.id);
    const [before] = await db().select().from(deliveryIndexes).where(of);
    const at = new Date((await nowOf(world.account.id)) - 3 * 86_400_000);
    await db().update(deliveryIndexes).set({ backDone: false, fromAt: at }).where(of);
    expect((await getHealth({ ctx, span: 'month' })).since).toBe(at.toISOString());
    expect((await getHealth({ ctx, span: 'hours' })).since).toBeNull();
    expect(await getWebhookWeek(world.account.id, ['wh_none'])).toBeNull();
    await db().update(deliveryIndexes).set({ completeAt: null }).where(of);
    expect((await getHealth({ ctx, span: 'hours' })).webhooks).toBeUndefined();
    await db()
      .update(deliveryIndexes)
      .set({ backDone: true, fromAt: before?.fromAt ?? null, completeAt: before?.completeAt ?? null })
      .where(of);
  });
});

/** Only on PostgreSQL: the embedded database uses the clock of its process, so the clocks cannot differ. */
it.runIf(process.env.GUICHE_TEST_ENGINE === 'postgres')(
  'M9: a process 500 days ahead sweeps away nothing, and writes the database’s times',
  async () => {
    const of = eq(deliveryIndexes.accountId, world.account.id);
    const before = await db().$count(deliveries);
    await db()
      .update(deliveryIndexes)
      .set({ sweptAt: new Date(0), triedAt: null, completeAt: new Date(0) })
      .where(of);
    await keepIndexCurrent(world.account.id);
    await withClockAhead(500 * 86_400_000, async () => {
      await beat();
      await syncIndexes(new AbortController().signal);
      await awaitBackground();
      await sweepIndexes(new AbortController().signal);
    });
    await beat();
    expect(await db().$count(deliveries)).toBeGreaterThanOrEqual(before);
    const state = await indexState(world.account.id);
    for (const time of [state?.sweptAt, state?.triedAt, state?.completeAt])
      expect(Math.abs((time?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  },
);
