import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { db } from '#lib/data/client.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { receivedCallbacks, webhookReceivers } from '#lib/data/schema/webhooks.ts';
import { noticesOf } from '#lib/deliveries/server/get-notices.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 12, minute));
const OURS = 'https://guiche.example/api/hooks/a/1';

const sent = (accountId: string, id: string, minute: number, over: object) =>
  db()
    .insert(deliveries)
    .values({
      ...{ accountId, id, transactionId: 't1', delivered: true, outcome: 'delivered', status: 200 },
      ...{ event: 'TRANSACTION_COMPLETED', url: OURS, createdAt: at(minute), lastAt: at(minute) },
      ...over,
    });
const taken = (accountId: string, endpoint: string, minute: number, transactionId: string, event: string) =>
  db()
    .insert(receivedCallbacks)
    .values({
      ...{ id: randomUUID(), accountId, dedupeKey: randomUUID(), endpoint, transactionId, event },
      ...{ headers: {}, body: '{}', signature: 'holds', times: 2 },
      ...{ receivedAt: at(minute), lastReceivedAt: at(minute) },
    });

it('D: a payment’s notices stand with time and answer, from the index and from our own receiver, each once', async () => {
  const accountId = randomUUID();
  const endpoint = randomUUID();
  await db()
    .insert(webhookReceivers)
    .values({ endpoint, accountId, url: OURS, ownership: 'verified', createdAt: at(0) });
  await sent(accountId, 'd1', 1, { url: 'https://shop.example/h', status: 500, delivered: false });
  await sent(accountId, 'd2', 3, { responseTimeMs: 41 });
  await sent(accountId, 'd3', 4, { transactionId: 't2' });
  await sent(randomUUID(), 'd4', 5, {});
  await taken(accountId, endpoint, 3, 't1', 'TRANSACTION_COMPLETED');
  await taken(accountId, endpoint, 6, 't1', 'TRANSACTION_REFUNDED');
  await taken(accountId, endpoint, 7, 'payment:hook', 'PAYMENT_PAID');
  expect(await noticesOf(accountId, ['t1'])).toMatchObject([
    { event: 'TRANSACTION_REFUNDED', from: 'receiver', httpStatus: 200, times: 2, url: OURS },
    { id: 'd2', from: 'history', httpStatus: 200, responseTimeMs: 41, at: at(3).toISOString() },
    { id: 'd1', httpStatus: 500, delivered: false },
  ]);
  expect(await noticesOf(accountId, ['payment:p', 'payment:hook'])).toMatchObject([
    { event: 'PAYMENT_PAID' },
  ]);
});
