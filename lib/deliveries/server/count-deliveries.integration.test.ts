import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { db } from '#lib/data/client.ts';
import {
  closedFailures,
  deliveries,
  deliveryAddresses,
  deliveryCounts,
} from '#lib/data/schema/deliveries.ts';
import type { DeliveryFilter } from '#lib/deliveries/contract.ts';
import { countDeliveries } from '#lib/deliveries/server/count-deliveries.ts';
import { isGivenUp, ofOutcomes, whereOf } from '#lib/deliveries/server/delivery-filter.ts';
import { assignWebhooks, type NewDelivery, storeRecords } from '#lib/deliveries/server/store-records.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const ACCOUNT = 'one';
const END = Date.parse('2026-11-22T12:00:00.000Z');
const EVENTS = ['TRANSACTION_COMPLETED', 'TRANSACTION_REFUNDED', null];
const STATUSES = [200, 200, 201, 500, 404, null, 307, 100];
const HOUR_MS = 3_600_000;

/** Ten days of records around midnights, three of a transaction, to five addresses. */
const records = (accountId: string, from: number, count: number): NewDelivery[] =>
  Array.from({ length: count }, (_, place) => {
    const n = from + place;
    const status = STATUSES[(n * 7) % STATUSES.length] ?? null;
    const delivered = status !== null && status >= 200 && status < 300;
    const at = new Date(END - ((n * 37) % 240) * HOUR_MS);
    const shop = `shop-${Math.floor(n / 3) % 5}.example.com`;
    return {
      ...{
        accountId,
        id: `r${n}`,
        transactionId: `tx${Math.floor(n / 3)}`,
        url: `https://${shop}/`,
        status,
        delivered,
      },
      ...{ event: EVENTS[Math.floor(n / 3) % 3] ?? null, outcome: delivered ? 'delivered' : 'failed' },
      ...{ host: shop, lastAt: at, createdAt: at, amount: n % 5 === 0 ? null : n * 100 },
    };
  });

const store = (rows: NewDelivery[]) => db().transaction((tx) => storeRecords(tx, rows));
const FILTERS: DeliveryFilter[] = [
  {},
  { statusClass: ['none'] },
  { statusClass: ['2xx', '5xx'] },
  { event: ['TRANSACTION_REFUNDED'] },
  { webhookId: 'wh_3' },
  { webhookId: 'wh_none' },
  { url: 'https://shop-2.example.com/' },
  { url: 'https://shop-2.example.com/', statusClass: ['4xx'] },
  { url: 'https://shop-3.example.com/', webhookId: 'wh_3' },
  { url: 'https://nobody.example.com/' },
  { transactionId: 'tx7' },
  { from: '2026-11-17', to: '2026-11-19' },
  { from: '2026-11-18' },
  { to: '2026-11-18', event: ['TRANSACTION_COMPLETED'] },
  { from: '2026-11-15T10:30:00.000Z', to: '2026-11-20T03:00:00.000Z' },
  { from: '2026-11-15T10:30:00.000Z', to: '2026-11-15T15:30:00.000Z' },
  { from: '2026-11-15T22:30:00.000Z', to: '2026-11-16T05:00:00.000Z', webhookId: 'wh_3' },
  { from: '2026-11-18T02:59:59.000Z', url: 'https://shop-1.example.com/' },
  { amountFrom: 5_000, amountTo: 15_000 },
  { amountFrom: 5_100, url: 'https://shop-2.example.com/', from: '2026-11-15' },
];

/** Expects the stored counts to equal the rows, whatever the filter. */
async function expectRight(): Promise<void> {
  const completeAt = new Date(END);
  for (const filter of FILTERS) {
    const where = whereOf(ACCOUNT, filter);
    const count = (which?: ReturnType<typeof isGivenUp>) => db().$count(deliveries, and(where, which));
    const facets = {
      all: await count(),
      delivered: await count(ofOutcomes(['delivered'], completeAt)),
      failed: await count(ofOutcomes(['failed'], completeAt)),
      recovered: await count(ofOutcomes(['recovered'], completeAt)),
      given_up: await count(isGivenUp(completeAt)),
      closed: await count(ofOutcomes(['closed'], completeAt)),
      earlier: await count(ofOutcomes(['earlier'], completeAt)),
    };
    const { all, given_up: _, ...others } = facets;
    expect(Object.values(others).reduce((sum, one) => sum + one, 0)).toBe(all);
    expect([filter, (await countDeliveries(ACCOUNT, filter, completeAt)).facets]).toEqual([filter, facets]);
  }
}

beforeAll(async () => {
  const at = new Date(END);
  await db()
    .insert(closedFailures)
    .values(
      Array.from({ length: 50 }, (_, n) => ({
        accountId: ACCOUNT,
        deliveryId: `r${n * 4}`,
        reason: 'other',
        at,
      })),
    );
  await store(records(ACCOUNT, 0, 200));
  await store(records('another', 0, 50));
});

it('counts are right after records came, once or twice', async () => {
  await expectRight();
  const { facets } = await countDeliveries(ACCOUNT, {}, new Date(END));
  // No count may be zero: the comparison would prove little.
  expect(Object.values(facets).filter((one) => one === 0)).toEqual([]);
  await store(records(ACCOUNT, 150, 100));
  await expectRight();
});

it('an amount narrows to those that tell one, both ends in', async () => {
  const { total } = await countDeliveries(ACCOUNT, { amountFrom: 100, amountTo: 600 }, null);
  // 100 to 600 except the fifth, which has no amount.
  expect(total).toBe(5);
});

it('counts are right after records learnt their webhook', async () => {
  await assignWebhooks(ACCOUNT, new Map([['https://shop-3.example.com/', 'wh_3']]));
  const { total } = await countDeliveries(ACCOUNT, { url: 'https://shop-3.example.com/' }, null);
  expect((await countDeliveries(ACCOUNT, { webhookId: 'wh_3' }, null)).total).toBe(total);
  await expectRight();
});

it('counts are right after records went, and of nothing there is nothing', async () => {
  await db()
    .delete(deliveries)
    .where(sql`${deliveries.createdAt} < ${new Date(END - 100 * HOUR_MS).toISOString()}`);
  await expectRight();
  await db().delete(deliveries).where(eq(deliveries.accountId, ACCOUNT));
  await expectRight();
  const left = await db().select().from(deliveryCounts).where(eq(deliveryCounts.accountId, ACCOUNT));
  expect(left.filter(({ rows }) => rows !== 0)).toEqual([]);
});

it('addresses beyond the two hundredth are counted row by row', async () => {
  const many = records('many', 0, 400).map((row, n) => ({
    ...row,
    url: `https://shop.example.com/?order=${n % 300}`,
  }));
  await store(many.slice(0, 250));
  await store(many.slice(250));
  const known = await db().select().from(deliveryAddresses).where(eq(deliveryAddresses.accountId, 'many'));
  expect(known).toHaveLength(200);
  const totals = await Promise.all(
    Array.from({ length: 300 }, async (_, n) => {
      const { total } = await countDeliveries('many', { url: `https://shop.example.com/?order=${n}` }, null);
      return total;
    }),
  );
  expect(totals).toEqual(Array.from({ length: 300 }, (_, n) => (n < 100 ? 2 : 1)));
});
