import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/data/client.ts';
import { deliveries, deliveryIndexes } from '#lib/data/schema/deliveries.ts';
import { getIncidents } from '#lib/deliveries/server/get-incidents.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

const NEWEST = Date.parse('2026-11-19T12:00:00Z');
const DAY_MINUTES = 24 * 60;
/** So many minutes before the index's newest record. */
const ago = (minutes: number) => new Date(NEWEST - minutes * 60_000);

let count = 0;
let account = '';
beforeEach(async () => {
  count += 1;
  account = `acc_${count}`;
  await db()
    .insert(deliveryIndexes)
    .values({ accountId: account, wantedUntil: ago(0), newestAt: ago(0) });
});

type Over = Partial<typeof deliveries.$inferInsert>;
async function deliver(minutes: number, delivered: boolean, over: Over = {}): Promise<void> {
  count += 1;
  await db()
    .insert(deliveries)
    .values({
      ...{ accountId: account, id: `d${count}`, transactionId: `t${count}`, host: 'a.example' },
      ...{ url: 'https://a.example/hook', event: 'TRANSACTION_COMPLETED', transactionStatus: 'COMPLETED' },
      ...{ status: delivered ? 200 : 503, delivered, outcome: delivered ? 'delivered' : 'failed' },
      ...{ open: !delivered, amount: 1_000, createdAt: ago(minutes), lastAt: ago(minutes) },
      ...over,
    });
}
const found = () => getIncidents(account);
const one = async () => (await found()).items[0];

test('an account without an index, or with no record, has none', async () => {
  expect(await getIncidents('nobody')).toEqual({ items: [], open: 0 });
  expect(await found()).toEqual({ items: [], open: 0 });
});

test('R6: the amount is of what was paid, by whatever word the service has for it', async () => {
  const statuses = [
    'COMPLETED',
    'PAID',
    'pago',
    'PARTIALLY_REFUNDED',
    'PENDING',
    'REFUNDED',
    'SLEEPING',
    null,
  ];
  for (const [at, status] of statuses.entries())
    await deliver(at, false, { transactionStatus: status, amount: 10 ** at });
  expect(await one()).toMatchObject({ callbacks: 8, transactions: 8, amount: 1_111 });
  // Another account does not count.
  await deliver(1, false, { accountId: 'other', amount: 5 });
  expect((await one())?.amount).toBe(1_111);
});

test('only words of which nobody knows the meaning come to nothing', async () => {
  await deliver(1, false, { transactionStatus: 'SLEEPING' });
  expect(await one()).toMatchObject({ callbacks: 1, amount: 0 });
});

test('it fails after two records that nobody took, not after one, and not once one was taken since', async () => {
  await deliver(20, true);
  await deliver(10, false);
  expect(await one()).toMatchObject({ failing: false, since: ago(10).toISOString(), bars: [] });
  await deliver(5, false, { status: null });
  expect(await one()).toMatchObject({ failing: true, since: ago(10).toISOString(), lastStatus: null });
  await deliver(3, true);
  expect(await one()).toMatchObject({ failing: false, callbacks: 2 });
});

test('what lies more than a day back, or what Guichê sent again itself, says nothing of now', async () => {
  await deliver(DAY_MINUTES + 2, false);
  await deliver(DAY_MINUTES + 1, false);
  await deliver(10, false);
  expect((await one())?.failing).toBe(false);
  await deliver(5, false, { resendId: 'r1' });
  expect((await one())?.failing).toBe(false);
  await deliver(4, false);
  expect((await one())?.failing).toBe(true);
  await deliver(3, true, { resendId: 'r1' });
  expect(await one()).toMatchObject({ failing: true, since: ago(10).toISOString() });
});

test('a webhook is one receiver; another address is told apart by its host; failing ones stand first', async () => {
  await deliver(9, false, { host: 'b.example' });
  await deliver(8, false, { host: 'b.example', url: 'https://b.example/other' });
  for (const at of [7, 6, 5]) await deliver(at, true, { webhookId: 'wh', host: 'a.example' });
  for (const at of [30, 29, 28])
    await deliver(at, false, { webhookId: 'wh', transactionId: 'same', host: 'a.example' });
  // It names neither a webhook nor an address: counted, and nobody's.
  await deliver(4, false, { host: null, url: null });
  const { items, open } = await found();
  expect(open).toBe(6);
  expect(
    items.map(({ host, webhookId, failing, callbacks, transactions }) => [
      ...[host, webhookId, failing, callbacks, transactions],
    ]),
  ).toEqual([
    ['b.example', null, true, 2, 2],
    ['a.example', 'wh', false, 3, 1],
  ]);
  expect(items[0]?.url).toBe('https://b.example/other');
});

test('its last hour stands in bars of two minutes, empty ones too', async () => {
  await deliver(90, false);
  for (const at of [3, 3, 2]) await deliver(at, false);
  await deliver(1, true, { resendId: 'r1' });
  const bars = (await one())?.bars ?? [];
  expect(bars).toHaveLength(30);
  expect(bars.at(-1)?.at).toBe(ago(0).toISOString());
  expect(bars.map(({ failed }) => failed).filter((failed) => failed > 0)).toEqual([2, 1]);
  expect(bars.every(({ delivered }) => delivered === 0)).toBe(true);
});
