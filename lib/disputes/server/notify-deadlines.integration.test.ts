import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Account } from '#lib/accounts/server/account.ts';
import { db } from '#lib/data/client.ts';
import { disputes, disputeWork } from '#lib/data/schema/disputes.ts';
import { noticeSteps, notices } from '#lib/data/schema/notifications.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import { notifyDeadlinesOf } from '#lib/disputes/server/notify-deadlines.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

const ACCOUNT = { id: 'acc_1', settings: { defenseWindowHours: '48' } } as unknown as Account;
const DUE = Date.parse('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;

beforeAll(async () => {
  await db()
    .insert(operators)
    .values(['ana', 'bia', 'leo'].map((id) => ({ id, email: `${id}@example.com`, name: id })));
  await db()
    .insert(grants)
    .values([
      { operatorId: 'ana', account: '*', role: 'admin' },
      { operatorId: 'bia', account: 'acc_1', role: 'analyst' },
      { operatorId: 'leo', account: 'acc_1', role: 'viewer' },
    ]);
});
afterEach(() => {
  vi.useRealTimers();
});

const write = (id: string, over: object = {}) =>
  db()
    .insert(disputes)
    .values({
      ...{ accountId: 'acc_1', id, state: 'open', amount: 234_900, deadline: new Date(DUE), infraction: {} },
      ...{ seenAt: new Date(DUE), changedAt: new Date(DUE), ...over },
    });
/** As the clock strikes so many hours before the deadline; two processes check at the same time. */
async function checkAt(hoursLeft: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: DUE - hoursLeft * HOUR });
  await Promise.all([notifyDeadlinesOf(ACCOUNT), notifyDeadlinesOf(ACCOUNT)]);
}
const stepsOf = async (id: string) =>
  (await db().select().from(noticeSteps).orderBy(noticeSteps.seq))
    .filter(({ facts }) => facts.dispute === id)
    .map(({ step }) => step);
const unreadOf = async (id: string) => {
  const steps = (await db().select().from(noticeSteps)).filter(({ facts }) => facts.dispute === id);
  const lines = await db()
    .select()
    .from(notices)
    .where(eq(notices.cause, steps[0]?.cause ?? ''));
  return lines
    .filter(({ readAt }) => readAt === null)
    .map(({ operatorId }) => operatorId)
    .sort();
};

test('each step is notified once as the clock passes it, to who may answer', async () => {
  await write('MED-1');
  for (const [left, steps] of [
    [49, []],
    [48, ['48']],
    [25, ['48']],
    [24, ['48', '24']],
    [6.1, ['48', '24']],
    [6, ['48', '24', '6']],
    [1, ['48', '24', '6', '1']],
    [-1, ['48', '24', '6', '1']],
  ] as const) {
    await checkAt(left);
    expect(await stepsOf('MED-1'), `${left} h`).toEqual(steps);
  }
  expect(await unreadOf('MED-1')).toEqual(['ana', 'bia']);
});

test('close to its end one that somebody has in hands is theirs; steps that nobody looked at are not made up for', async () => {
  await write('MED-2');
  await db().insert(disputeWork).values({ accountId: 'acc_1', disputeId: 'MED-2', assigneeId: 'bia' });
  await checkAt(5);
  expect(await stepsOf('MED-2')).toEqual(['6']);
  expect(await unreadOf('MED-2')).toEqual(['bia']);
});

test('a step records in whose hands the dispute was then', async () => {
  await write('MED-2b');
  await checkAt(40);
  await db().insert(disputeWork).values({ accountId: 'acc_1', disputeId: 'MED-2b', assigneeId: 'bia' });
  await checkAt(20);
  const steps = await db().select().from(noticeSteps).orderBy(noticeSteps.seq);
  const assignees = steps.flatMap(({ facts }) => (facts.dispute === 'MED-2b' ? [facts.assignee] : []));
  expect(assignees).toEqual([null, 'bia']);
});

test('an answered, a sent and a closed one are left alone; one without a deadline has the account’s', async () => {
  await write('MED-3', { state: 'answered' });
  await write('MED-4');
  await db()
    .insert(disputeWork)
    .values({ accountId: 'acc_1', disputeId: 'MED-4', sentAt: new Date(DUE) });
  await write('MED-5', { deadline: null, openedAt: new Date(DUE - 48 * HOUR) });
  await checkAt(20);
  expect([await stepsOf('MED-3'), await stepsOf('MED-4'), await stepsOf('MED-5')]).toEqual([[], [], ['24']]);
});
