import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { closedFailures, deliveries, deliveryIndexes } from '#lib/data/schema/deliveries.ts';
import { closeFailures, expireFailures, reopenFailures } from '#lib/deliveries/server/close-failures.ts';
import { countDeliveries } from '#lib/deliveries/server/count-deliveries.ts';
import { getIncidents } from '#lib/deliveries/server/get-incidents.ts';
import { type NewDelivery, storeRecords } from '#lib/deliveries/server/store-records.ts';
import { contextOn, type Simulated, simulated } from '#lib/resends/server/testing/simulated.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const NOW = Date.parse('2026-11-20T12:00:00Z');
const DAY_MS = 86_400_000;
let world: Simulated;
beforeAll(async () => {
  world = await simulated({ transactions: 10 });
});
afterAll(() => world.stop());

type Over = Partial<NewDelivery>;
const record = (id: string, transactionId: string, minutesAgo: number, over: Over = {}): NewDelivery => {
  const status = over.status === undefined ? 503 : over.status;
  const at = new Date(NOW - minutesAgo * 60_000);
  const delivered = status === 200;
  return {
    accountId: world.account.id,
    id,
    transactionId,
    url: 'https://erp.example/hook',
    host: 'erp.example',
    event: 'TRANSACTION_COMPLETED',
    transactionStatus: 'COMPLETED',
    amount: 1_000,
    status,
    delivered,
    outcome: delivered ? 'delivered' : 'failed',
    createdAt: at,
    lastAt: at,
    ...over,
  };
};
const store = (...rows: NewDelivery[]) => db().transaction((tx) => storeRecords(tx, rows));
const facets = async () => (await countDeliveries(world.account.id, {}, new Date(NOW))).facets;
const stateOf = async (id: string) => {
  const [row] = await db()
    .select({ outcome: deliveries.outcome, open: deliveries.open })
    .from(deliveries)
    .where(eq(deliveries.id, id));
  return row;
};
const lastAudit = async (action: string) =>
  (await db().select().from(auditLog).where(eq(auditLog.action, action)).orderBy(auditLog.seq)).at(-1);
const close = (body: Parameters<typeof closeFailures>[0]['body']) =>
  closeFailures({ ctx: contextOn(world.account).ctx, body } as Parameters<typeof closeFailures>[0]);
const reopen = (body: Parameters<typeof reopenFailures>[0]['body']) =>
  reopenFailures({ ctx: contextOn(world.account).ctx, body } as Parameters<typeof reopenFailures>[0]);

beforeEach(async () => {
  await db().delete(deliveries);
  await db().delete(closedFailures);
  await db()
    .insert(deliveryIndexes)
    .values({ accountId: world.account.id, wantedUntil: new Date(NOW), newestAt: new Date(NOW) })
    .onConflictDoUpdate({ target: deliveryIndexes.accountId, set: { newestAt: new Date(NOW) } });
});

it('a closed failure leaves counts and incidents, with its reason in the audit log and its note sealed', async () => {
  await store(record('a', 't1', 30), record('b', 't2', 20), record('c', 't3', 10, { status: 200 }));
  expect(await facets()).toMatchObject({ all: 3, failed: 2, closed: 0 });
  const note = 'Baixado à mão no ERP';
  expect(await close({ ids: ['a', 'c', 'nobody'], reason: 'elsewhere', note })).toEqual({
    changed: 1,
    more: false,
  });
  expect(await facets()).toEqual({
    ...{ all: 3, delivered: 1, failed: 1, recovered: 0 },
    ...{ given_up: 0, closed: 1, earlier: 0 },
  });
  expect(await stateOf('a')).toEqual({ outcome: 'closed', open: false });
  expect((await getIncidents(world.account.id)).open).toBe(1);
  const [stored] = await db().select().from(closedFailures);
  expect(stored).toMatchObject({ deliveryId: 'a', reason: 'elsewhere', operatorId: 'op_test' });
  expect(stored?.note).not.toContain('ERP');
  const entry = await lastAudit('delivery.closed');
  expect(entry).toMatchObject({
    target: 'a',
    after: { reason: 'elsewhere', count: 1, ids: ['a'], note: true },
  });
  expect(JSON.stringify(entry)).not.toContain('ERP');
  // Pressed twice: nothing more is closed and nothing is written.
  expect(await close({ ids: ['a'], reason: 'other' })).toEqual({ changed: 0, more: false });
  expect((await lastAudit('delivery.closed'))?.seq).toBe(entry?.seq);
});

it('later attempts of the same notice stay closed; one that arrives recovers it; another state is a new failure', async () => {
  await store(record('a1', 't1', 50), record('b1', 't2', 50));
  await close({ ids: ['a1', 'b1'], reason: 'elsewhere' });
  await store(record('a2', 't1', 40));
  expect(await stateOf('a2')).toEqual({ outcome: 'closed', open: false });
  expect(await facets()).toMatchObject({ failed: 0, closed: 2 });
  await store(record('a3', 't1', 30, { status: 200 }));
  expect(await stateOf('a2')).toEqual({ outcome: 'recovered', open: false });
  expect(await facets()).toMatchObject({ failed: 0, closed: 1 });
  await store(record('b2', 't2', 20, { event: 'TRANSACTION_REFUNDED', transactionStatus: 'REFUNDED' }));
  expect(await stateOf('b2')).toEqual({ outcome: 'failed', open: true });
  await store(
    record('c1', 't2', 10, {
      event: 'TRANSACTION_REFUNDED',
      url: 'https://other.example/',
      host: 'other.example',
    }),
  );
  expect(await stateOf('c1')).toEqual({ outcome: 'failed', open: true });
});

it('a filter closes all that it has and nothing else; reopening by the same filter brings them back', async () => {
  const other = { url: 'https://other.example/', host: 'other.example' };
  await store(record('a', 't1', 30), record('b', 't2', 20), record('c', 't3', 10, other));
  const filter = { outcome: ['failed' as const], url: 'https://erp.example/hook' };
  const { ctx } = contextOn(world.account, ['read', 'resend', 'reveal']);
  const args = { ctx, body: { filter, reason: 'other', note: 'fim do contrato' } };
  expect(await closeFailures(args as Parameters<typeof closeFailures>[0])).toEqual({
    changed: 2,
    more: false,
  });
  expect(await stateOf('c')).toEqual({ outcome: 'failed', open: true });
  const again = { ctx, body: { filter: { outcome: ['closed' as const] } } };
  expect(await reopenFailures(again as Parameters<typeof reopenFailures>[0])).toEqual({
    changed: 2,
    more: false,
  });
  expect(await facets()).toMatchObject({ failed: 3, closed: 0 });
  expect(await db().select().from(closedFailures)).toEqual([]);
  expect(await lastAudit('delivery.reopened')).toMatchObject({ after: { count: 2 } });
});

it('reopening a notice that was closed at an earlier attempt opens its last one', async () => {
  await store(record('a1', 't1', 50));
  await close({ ids: ['a1'], reason: 'elsewhere' });
  await store(record('a2', 't1', 40));
  expect(await reopen({ ids: ['a2'] })).toEqual({ changed: 1, more: false });
  expect(await stateOf('a2')).toEqual({ outcome: 'failed', open: true });
});

it('what no resend reaches any more closes by itself, and nobody opens it again', async () => {
  const old = new Date(NOW - 31 * DAY_MS);
  await store(
    record('old', 't1', 31 * 24 * 60, { transactionCreatedAt: old }),
    record('late', 't2', 5, { transactionCreatedAt: old }),
    record('unreported', 't3', 31 * 24 * 60),
    record('new', 't4', 5, { transactionCreatedAt: new Date(NOW - DAY_MS) }),
  );
  expect(await expireFailures(world.account, new Date(NOW - 30 * DAY_MS))).toBe(3);
  expect(await stateOf('new')).toEqual({ outcome: 'failed', open: true });
  expect(await facets()).toMatchObject({ failed: 1, closed: 3 });
  expect(await lastAudit('delivery.expired')).toMatchObject({ operatorId: null, after: { count: 3 } });
  expect(await reopen({ ids: ['old', 'late'] })).toEqual({ changed: 0, more: false });
  expect(await expireFailures(world.account, new Date(NOW - 30 * DAY_MS))).toBe(0);
});

it('of another account nothing is closed', async () => {
  await store(record('a', 't1', 30));
  await db().transaction((tx) => storeRecords(tx, [record('a', 't1', 30, { accountId: 'another' })]));
  await close({ ids: ['a'], reason: 'elsewhere' });
  const [foreign] = await db()
    .select({ open: deliveries.open })
    .from(deliveries)
    .where(and(eq(deliveries.accountId, 'another'), eq(deliveries.id, 'a')));
  expect(foreign).toEqual({ open: true });
});
