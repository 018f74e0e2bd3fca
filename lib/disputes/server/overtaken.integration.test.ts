import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { disputes } from '#lib/data/schema/disputes.ts';
import { columnsOf, upsertInfractions } from '#lib/disputes/server/read-dispute.ts';
import { Infraction } from '#lib/providers/records.ts';
import { allWaitForLocks } from '../../../e2e/support/held.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

/** Readings that are written in another order than the provider answered them. */
withDatabase();
let id = '';
let count = 0;
beforeEach(() => {
  count += 1;
  id = `inf-${count}`;
});

const PARTY = {
  ...{ name: null, document: null, institutionIspb: null, institutionName: null, accountNumber: null },
};
const infraction = (status: string, updatedAt: string | null): Infraction =>
  Infraction.parse({
    ...{
      id,
      status,
      type: 'REFUND_REQUEST',
      amount: 1_000,
      transactionId: 'tx',
      protocol: null,
      result: null,
    },
    ...{ reason: null, resultDetails: null, openedAt: '2026-11-20T12:00:00.000Z', deadline: null },
    ...{
      updatedAt,
      reportedBy: null,
      endToEndId: null,
      payer: PARTY,
      receiver: PARTY,
      defenses: [],
      other: {},
    },
  });
const [FIRST, SECOND, THIRD] = ['01', '02', '03'].map((hour) => `2026-11-21T${hour}:00:00.000Z`) as [
  string,
  string,
  string,
];
const these = () => and(eq(disputes.accountId, 'acc'), eq(disputes.id, id));
const stored = async () => (await db().select().from(disputes).where(these()))[0];
const write = (one: Infraction, begun = databaseNow()) => upsertInfractions('acc', [one], begun);

test('M17: a slow page that shows a dispute open does not open one that was read as closed since', async () => {
  await write(infraction('CLOSED', THIRD));
  expect(await write(infraction('OPEN', SECOND))).toBe(0);
  expect(await stored()).toMatchObject({ status: 'CLOSED', state: 'closed' });
  expect(await write(infraction('OPEN', '2026-11-21T04:00:00.000Z')), 'one that is newer counts').toBe(1);
  expect(await stored()).toMatchObject({ status: 'OPEN' });
});

test('M17: where the provider reports no time of change, the reading that began later counts', async () => {
  const slow = databaseNow();
  await write(infraction('CLOSED', null), slow + 5);
  await write(infraction('OPEN', null), slow);
  expect(await stored()).toMatchObject({ status: 'CLOSED' });
  expect((await stored())?.seenAt.getTime()).toBe(slow + 5);
  await write(infraction('OPEN', null), slow + 10);
  expect(await stored()).toMatchObject({ status: 'OPEN' });
});

test('M17: a reading that waits for another one’s end is judged by what that one wrote', async () => {
  await write(infraction('OPEN', FIRST));
  const [inside, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const closing = db().transaction(async (tx) => {
    const { state, status, updatedAt, infraction: whole } = columnsOf(infraction('CLOSED', THIRD));
    await tx.update(disputes).set({ state, status, updatedAt, infraction: whole }).where(these());
    inside.resolve();
    await open.promise;
  });
  await inside.promise;
  const slow = write({ ...infraction('OPEN', SECOND), amount: 2_000 });
  await allWaitForLocks(slow).finally(open.resolve);
  await closing;
  expect(await slow).toBe(0);
  expect(await stored()).toMatchObject({ status: 'CLOSED' });
});
