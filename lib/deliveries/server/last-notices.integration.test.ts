import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { db } from '#lib/data/client.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { resendItems, resends } from '#lib/data/schema/resends.ts';
import { lastNotices } from '#lib/deliveries/server/get-notices.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 12, minute));
const FAILED = { status: 503, delivered: false, outcome: 'failed' };

const record = (accountId: string, transactionId: string, minute: number, over: object = {}) =>
  db()
    .insert(deliveries)
    .values({
      ...{ accountId, id: randomUUID(), transactionId, delivered: true, outcome: 'delivered', status: 200 },
      ...{ event: 'TRANSACTION_COMPLETED', url: 'https://shop.example/h', createdAt: at(minute) },
      ...{ lastAt: at(minute), ...over },
    });

async function resent(
  accountId: string,
  transactionId: string,
  over: object = {},
  counts: object | null = null,
) {
  const id = randomUUID();
  await db()
    .insert(resends)
    .values({
      ...{ id, accountId, state: 'running', scope: 'selection', operatorId: 'o', counts },
      ...{ earliest: at(0), createdAt: at(0) },
    });
  await db()
    .insert(resendItems)
    .values({ resendId: id, transactionId, accountId, state: 'requested', result: 'accepted', ...over });
}

it('tells each transaction by its open failure, else by what was accepted last, of this account only', async () => {
  const mine = randomUUID();
  await record(mine, 'open', 1);
  await record(mine, 'open', 2, { ...FAILED, url: 'https://other.example/h', open: true, attempts: 5 });
  await record(mine, 'open', 3);
  await record(mine, 'silent', 3, { ...FAILED, status: null, open: true });
  await record(mine, 'taken', 1, { status: 204 });
  await record(mine, 'taken', 2, { ...FAILED, event: 'TRANSACTION_PENDING' });
  await record(mine, 'disputed', 1);
  await record(mine, 'disputed', 2, { ...FAILED, event: 'INFRACTION_CHANGED' });
  await record(randomUUID(), 'elsewhere', 1);
  const notices = await lastNotices(mine, ['open', 'silent', 'taken', 'disputed', 'elsewhere', 'unknown']);
  const event = 'TRANSACTION_COMPLETED';
  const byId = notices.toSorted((one, other) => one.transactionId.localeCompare(other.transactionId));
  expect(byId).toEqual([
    { transactionId: 'disputed', state: 'delivered', event, lastStatus: 200, attempts: 1 },
    { transactionId: 'open', state: 'failed', event, lastStatus: 503, attempts: 5 },
    { transactionId: 'silent', state: 'failed', event, lastStatus: null, attempts: 1 },
    { transactionId: 'taken', state: 'delivered', event, lastStatus: 204, attempts: 1 },
  ]);
});

it('says queued while a resend was accepted and nothing came, not once it ended or was refused', async () => {
  const mine = randomUUID();
  const failing = { ...FAILED, open: true };
  for (const id of ['waits', 'failed', 'ended']) await record(mine, id, 1, failing);
  await resent(mine, 'waits');
  await resent(mine, 'new');
  await resent(mine, 'failed', { result: 'failed' });
  await resent(mine, 'ended', {}, { total: 1 });
  await resent(randomUUID(), 'failed');
  const notices = await lastNotices(mine, ['waits', 'new', 'failed', 'ended']);
  expect(notices.map(({ transactionId, state }) => [transactionId, state]).toSorted()).toEqual([
    ['ended', 'failed'],
    ['failed', 'failed'],
    ['new', 'queued'],
    ['waits', 'queued'],
  ]);
});
