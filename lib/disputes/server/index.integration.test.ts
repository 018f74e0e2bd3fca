import { eq, sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { describe, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { saoPauloDay } from '#lib/core/dates.ts';
import { db, MIGRATIONS } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { disputeIndexes, disputes } from '#lib/data/schema/disputes.ts';
import { type Dispute, DisputeListQuery } from '#lib/disputes/contract.ts';
import { listDisputes } from '#lib/disputes/server/list-disputes.ts';
import { parseStoredInfraction, readDispute, upsertInfractions } from '#lib/disputes/server/read-dispute.ts';
import { readIndex } from '#lib/disputes/server/read-index.ts';
import { refreshDisputes } from '#lib/disputes/server/request-sync.ts';
import { ANALYST, withBench } from '#lib/disputes/server/testing/bench.ts';

const bench = withBench(80_000);
const LIST = '/user/infractions';

const list = (ctx: Ctx, query: object = {}) => listDisputes({ ctx, query: DisputeListQuery.parse(query) });

async function everything(ctx: Ctx, query: object = {}): Promise<Dispute[]> {
  const items: Dispute[] = [];
  let cursor: string | null = null;
  do {
    const page = await list(ctx, { ...query, limit: 40, ...(cursor === null ? {} : { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
}

const total = async () => {
  const { pagination } = (await bench().read(`${LIST}?limit=1`)) as { pagination: { totalItems: number } };
  return pagination.totalItems;
};
const makeDue = (more: object = {}) =>
  db()
    .update(disputeIndexes)
    .set({ nextAt: new Date(0), ...more });

describe('before the first reading', () => {
  test('a provider that fails is shown as failing; nothing is taken for an empty queue', async () => {
    await bench().control('fault', {
      kind: 'status',
      status: 403,
      errorCode: 'PZA203',
      path: LIST,
      untilCleared: true,
    });
    await expect(list(bench().context())).rejects.toMatchObject({ code: 'provider_credential' });
    await bench().control('clear', { all: true });
    expect(await db().select().from(disputes)).toEqual([]);
  });
});

describe('the queue', () => {
  test('holds every dispute of every page, once, in its order', async () => {
    await makeDue();
    const ctx = bench().context();
    const { completeAt, total: counted, sums } = await list(ctx, { limit: 1 });
    expect(completeAt).not.toBeNull();
    const all = await everything(ctx);
    expect(all.length).toBeGreaterThan(200);
    expect(counted).toBe(await total());
    expect(new Set(all.map(({ id }) => id)).size).toBe(counted);
    const now = Date.now();
    const rank = ({ state, deadline }: Dispute) =>
      state === 'open' ? (Date.parse(deadline ?? '') > now ? 0 : 1) : state === 'answered' ? 2 : 3;
    const ranks = all.map(rank);
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    const times = (which: number, of: (dispute: Dispute) => string | null) =>
      all.filter((one) => rank(one) === which).map((one) => Date.parse(of(one) ?? ''));
    const due = times(0, ({ deadline }) => deadline);
    expect(due).toEqual([...due].sort((a, b) => a - b));
    const overdue = times(1, ({ deadline }) => deadline);
    expect(overdue.length).toBeGreaterThan(0);
    expect(overdue).toEqual([...overdue].sort((a, b) => b - a));
    const answered = times(2, ({ answeredAt }) => answeredAt);
    expect(answered).toEqual([...answered].sort((a, b) => b - a));
    const open = all.filter(({ state }) => state === 'open');
    expect(sums.open).toEqual({
      count: open.length,
      amount: open.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    });
    expect(sums.overdue.count).toBe(overdue.length);
    expect(sums.closed.count).toBe(all.filter(({ state }) => state === 'closed').length);
  });

  test('narrows by state, type and nobody in charge', async () => {
    const ctx = bench().context();
    const all = await everything(ctx);
    const closed = await everything(ctx, { state: 'closed' });
    expect(closed).toEqual(all.filter(({ state }) => state === 'closed'));
    const fraud = await list(ctx, { type: 'FRAUD', limit: 200 });
    expect(fraud.items.length).toBe(all.filter(({ type }) => type === 'FRAUD').length);
    expect((await list(ctx, { assignee: 'none' })).total).toBe(all.length);
    expect((await list(ctx, { assignee: 'livia' })).total).toBe(0);
  });

  test('is searched by payer, E2E, protocol and how they begin; its sums are of what was found', async () => {
    const ctx = bench().context();
    const all = await everything(ctx);
    const clear = await db().select().from(disputes);
    const stored = clear.map(({ infraction }) => parseStoredInfraction(infraction));
    const { id, endToEndId, protocol, payer } = stored.find((one) => one?.payer.name != null) ?? {};
    const name = payer?.name ?? '';
    const idsOf = async (query: object) => (await everything(ctx, query)).map((found) => found.id);
    for (const code of [id, endToEndId, protocol?.slice(0, 12)])
      if (code) expect(await idsOf({ code })).toContain(id);
    expect(await idsOf({ code: '____' })).toEqual([]);
    const named = await list(ctx, { name: ` ${name.slice(1).toUpperCase()}`.trim(), limit: 200 });
    expect(named.items.map((found) => found.id)).toContain(id);
    expect(named.total).toBeLessThan(all.length);
    const { open, answered, closed } = named.sums;
    expect(open.count + answered.count + closed.count).toBe(named.total);
    expect(await idsOf({ document: payer?.document ?? '' })).toContain(id);
    const masked = bench().context('davi', ['read']);
    await expect(list(masked, { name })).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('narrows to what is due within a day and to what is past its deadline, as its sums count', async () => {
    await makeDue();
    const ctx = bench().context();
    const { sums } = await list(ctx, { limit: 1 });
    const [soon, over] = [await everything(ctx, { due: 'soon' }), await everything(ctx, { due: 'over' })];
    expect([soon.length, over.length]).toEqual([sums.soon.count, sums.overdue.count]);
    expect(over.length).toBeGreaterThan(0);
    const timeLeftOf = ({ deadline }: Dispute) => Date.parse(deadline ?? '') - Date.now();
    expect(soon.every((one) => timeLeftOf(one) > -5_000 && timeLeftOf(one) <= 86_400_000)).toBe(true);
  });

  test('narrows by what the report states, when it was opened and how much is blocked', async () => {
    const ctx = bench().context();
    const all = await everything(ctx);
    const ids = (items: Dispute[]) => items.map(({ id }) => id);
    const scams = all.filter(({ situation }) => situation === 'scam');
    expect(scams.length).toBeGreaterThan(0);
    expect(scams.length).toBeLessThan(all.length);
    expect(ids(await everything(ctx, { situation: 'scam' }))).toEqual(ids(scams));
    const [day = ''] = all
      .flatMap(({ openedAt }) => (openedAt === null ? [] : saoPauloDay(openedAt)))
      .slice(9);
    const opened = all.filter(({ openedAt }) => openedAt !== null && saoPauloDay(openedAt) === day);
    expect(ids(await everything(ctx, { from: day, to: day }))).toEqual(ids(opened));
    const amounts = all.flatMap(({ amount }) => amount ?? []).sort((a, b) => a - b);
    const [amountFrom = 0, amountTo = 0] = [amounts[20], amounts[60]];
    const within = all.filter(({ amount }) => amount !== null && amount >= amountFrom && amount <= amountTo);
    expect(within.length).toBeGreaterThan(40);
    expect(ids(await everything(ctx, { amountFrom: `${amountFrom}`, amountTo: `${amountTo}` }))).toEqual(
      ids(within),
    );
    await expect(list(ctx, { from: '2026-11-19', to: '2026-11-18' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  test('shows how they ended by what the report states, and by type where it states nothing known', async () => {
    const { outcomes } = await list(bench().context(), { limit: 1 });
    const reasons = outcomes.map(({ situation, type }) => `${situation} ${type}`);
    expect(new Set(reasons).size).toBe(reasons.length);
    expect(outcomes.find(({ situation }) => situation === 'scam')).toMatchObject({ type: null });
    for (const { situation, type } of outcomes) if (situation !== 'other') expect(type).toBeNull();
  });

  test('a migrated row, and one that was read before the rules knew its terms, has what its report states', async () => {
    const ctx = bench().context();
    const all = await db().select().from(disputes);
    const before = new Map(all.map(({ id, situation }) => [id, situation]));
    expect(new Set(before.values()).size).toBeGreaterThan(2);
    const forget = () => db().update(disputes).set({ situation: 'other' });
    const situations = async () =>
      new Map((await db().select().from(disputes)).map(({ id, situation }) => [id, situation]));
    await forget();
    const filled = readMigrationFiles(MIGRATIONS).flatMap(({ sql: statements }) =>
      statements.filter((statement) => statement.includes('UPDATE "disputes" d SET "situation"')),
    );
    expect(filled).toHaveLength(1);
    await db().execute(sql.raw(filled[0] ?? ''));
    expect(await situations()).toEqual(before);
    await forget();
    const infractions = all.flatMap(({ infraction }) => parseStoredInfraction(infraction) ?? []);
    await upsertInfractions(ctx.account.id, infractions, databaseNow());
    expect(await situations()).toEqual(before);
  });

  test('refuses a cursor of another filter', async () => {
    const { nextCursor } = await list(bench().context(), { limit: 1 });
    await expect(list(bench().context(), { state: 'open', cursor: nextCursor })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  test('shows names only to who may see them, documents to nobody', async () => {
    const clear = (await everything(bench().context())).filter(({ payerDocument }) =>
      payerDocument?.startsWith('***.'),
    );
    const masked = await everything(bench().context('davi', ['read']));
    expect(clear.length).toBeGreaterThan(10);
    for (const { id, payerName, payerDocument } of clear) {
      const other = masked.find((one) => one.id === id);
      expect(payerDocument).toMatch(/^\*{3}\.\d{3}\.\d{3}-\*\*$/);
      expect(other?.payerDocument).toBe(payerDocument);
      expect(other?.payerName).toMatch(/^\p{L}+ \p{L}\.$/u);
      expect(other?.payerName).not.toBe(payerName);
    }
  });

  test('never gives a row twice when it moves between two pages', async () => {
    const ctx = bench().context();
    const first = await list(ctx, { limit: 2 });
    const [moving] = first.items;
    const { infraction } = await ctx.part('disputes').get(moving?.id ?? '', {});
    await upsertInfractions(ctx.account.id, [{ ...infraction, status: 'CLOSED' }], databaseNow());
    const rest: string[] = [];
    let { nextCursor } = first;
    while (nextCursor !== null) {
      const page = await list(ctx, { limit: 50, cursor: nextCursor });
      rest.push(...page.items.map(({ id }) => id));
      nextCursor = page.nextCursor;
    }
    expect(rest).not.toContain(moving?.id);
    await upsertInfractions(ctx.account.id, [infraction], databaseNow());
  });
});

describe('refreshed', () => {
  test('a new dispute is found by one page, and the next reading changes nothing', async () => {
    const ctx = bench().context();
    await refreshDisputes({ ctx });
    const { id } = await bench().open({ hours: 1 });
    const before = await bench().calls('GET', LIST);
    const { asOf } = await refreshDisputes({ ctx });
    expect(Date.parse(asOf ?? '')).toBeGreaterThan(Date.now() - 5_000);
    const read = (await bench().calls('GET', LIST)) - before;
    expect((await list(ctx, { limit: 50 })).items.map((one) => one.id)).toContain(id);
    expect(read).toBeLessThan(Math.ceil((await total()) / 100));
  });

  test('of many askers one reads', async () => {
    await makeDue();
    const before = await bench().calls('GET', LIST);
    const accountId = bench().context().account.id;
    const read = await Promise.all(Array.from({ length: 8 }, () => readIndex(accountId, 'background')));
    expect(read.filter(Boolean)).toHaveLength(1);
    expect((await bench().calls('GET', LIST)) - before).toBeLessThanOrEqual(Math.ceil((await total()) / 100));
  });

  test('an error leaves what was read and puts the reading off', async () => {
    const ctx = bench().context();
    const before = (await list(ctx)).total;
    await makeDue();
    await bench().control('fault', {
      kind: 'status',
      status: 403,
      errorCode: 'PZA203',
      path: LIST,
      untilCleared: true,
    });
    await expect(readIndex(ctx.account.id, 'background')).rejects.toMatchObject({
      code: 'provider_credential',
    });
    expect(await readIndex(ctx.account.id, 'background')).toBe(false);
    const { total: after, completeAt } = await list(ctx);
    expect({ after, known: completeAt !== null }).toEqual({ after: before, known: true });
    await bench().control('clear', { all: true });
  });

  test('goes on where a dead reader stood, once its hold is over', async () => {
    const accountId = bench().context().account.id;
    await makeDue({
      heldUntil: new Date(Date.now() + 60_000),
      passSince: new Date(),
      passWhole: true,
      passPage: 2,
    });
    expect(await readIndex(accountId, 'background')).toBe(false);
    await makeDue({ heldUntil: new Date(Date.now() - 1) });
    const before = await bench().calls('GET', LIST);
    expect(await readIndex(accountId, 'background')).toBe(true);
    expect((await bench().calls('GET', LIST)) - before).toBeGreaterThan(0);
    const [index] = await db().select().from(disputeIndexes);
    expect(index).toMatchObject({ passSince: null, heldUntil: null });
  });

  test('what the provider no longer knows leaves the queue; a closed one stays', async () => {
    const ctx = bench().context();
    const [some] = await db().select().from(disputes).limit(1);
    if (some === undefined) throw new Error('The index is empty.');
    const at = new Date(Date.now() - 3_600_000);
    const infraction = { ...(some.infraction as object) };
    const ghost = (id: string, state: string) => ({
      ...some,
      id,
      state,
      seenAt: at,
      infraction: { ...infraction, id },
    });
    await db()
      .insert(disputes)
      .values([ghost('gone-open', 'open'), ghost('gone-closed', 'closed')]);
    await makeDue({ completeAt: null });
    expect(await readIndex(ctx.account.id, 'background')).toBe(true);
    const left = await db().select().from(disputes).where(eq(disputes.accountId, ctx.account.id));
    expect(left.map(({ id }) => id)).not.toContain('gone-open');
    expect(left.map(({ id }) => id)).toContain('gone-closed');
  });

  test('R4: where no single dispute can be requested, one that slipped between pages stays and the pass ends', async () => {
    const ctx = bench().context();
    const [some] = await db().select().from(disputes).limit(1);
    if (some === undefined) throw new Error('The index is empty.');
    const infraction = { ...(some.infraction as object), id: 'slipped' };
    const seenAt = new Date(Date.now() - 3_600_000);
    await db()
      .insert(disputes)
      .values({ ...some, id: 'slipped', state: 'open', seenAt, infraction });
    const absent = { kind: 'status', status: 404, errorCode: 'ROUTE_NOT_FOUND', path: `${LIST}/{id}` };
    await bench().control('fault', { ...absent, untilCleared: true });
    await makeDue({ completeAt: null });
    expect(await readIndex(ctx.account.id, 'background')).toBe(true);
    const [index] = await db().select().from(disputeIndexes);
    expect(index?.completeAt).not.toBeNull();
    expect(await readDispute(ctx, 'slipped')).toMatchObject({ infraction: { id: 'slipped' }, raw: null });
    await bench().control('clear', { all: true });
    await db().delete(disputes).where(eq(disputes.id, 'slipped'));
  });

  test('without permission to see people the sums are the same', async () => {
    const mine = await list(bench().context('livia', ANALYST), { limit: 1 });
    const theirs = await list(bench().context('davi', ['read']), { limit: 1 });
    expect(theirs.sums).toEqual(mine.sums);
    expect(theirs.outcomes).toEqual(mine.outcomes);
  });
});
