import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { db } from '#lib/data/client.ts';
import { receivedCallbacks } from '#lib/data/schema/webhooks.ts';
import { deadlineNoticesOf } from '#lib/disputes/server/get-dispute.ts';
import { readHubCallback } from '#lib/webhooks/callback-body.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

/** A callback as the receiver stores it. */
async function received(accountId: string, event: string, data: object, minute: number): Promise<void> {
  const body = JSON.stringify({ event, id: randomUUID(), data });
  const facts = readHubCallback(body, {});
  if (facts === null) throw new Error('The callback reports nothing.');
  const at = new Date(Date.UTC(2026, 10, 21, 12, minute));
  await db().insert(receivedCallbacks).values({
    id: randomUUID(),
    accountId,
    dedupeKey: randomUUID(),
    endpoint: 'e',
    transactionId: facts.transactionId,
    event: facts.event,
    headers: {},
    body,
    signature: 'holds',
    receivedAt: at,
    lastReceivedAt: at,
  });
}

it('gives the notices of one dispute of one account, newest first, with the hours that each names', async () => {
  const [mine, other] = [randomUUID(), randomUUID()];
  const data = { protocol: 'p1', paymentId: 'pay_1' };
  await received(mine, 'INFRACTION_DEADLINE', { ...data, hoursRemaining: 48 }, 1);
  await received(mine, 'INFRACTION_DEADLINE', { ...data, hoursRemaining: 24 }, 2);
  await received(mine, 'INFRACTION_DEADLINE', data, 3);
  await received(mine, 'INFRACTION_OPENED', data, 4);
  await received(mine, 'INFRACTION_DEADLINE', { protocol: 'p2', hoursRemaining: 6 }, 5);
  await received(other, 'INFRACTION_DEADLINE', { ...data, hoursRemaining: 6 }, 6);
  expect((await deadlineNoticesOf(mine, 'p1')).map(({ hours }) => hours)).toEqual([null, 24, 48]);
});
