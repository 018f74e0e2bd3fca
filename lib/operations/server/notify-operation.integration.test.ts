import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/data/client.ts';
import { noticeSteps, notices } from '#lib/data/schema/notifications.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { grants, lifts, operators } from '#lib/data/schema/operators.ts';
import { expireApprovals } from '#lib/operations/server/approve.ts';
import { type OperationRow, registerOperationKinds } from '#lib/operations/server/kind.ts';
import { notifyOperation, notifyUnknown } from '#lib/operations/server/notify-operation.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.LOG_LEVEL = 'silent';
withDatabase();

const ROLES = {
  finance1: 'finance',
  finance2: 'finance',
  admin: 'admin',
  viewer: 'viewer',
  lifted: 'finance',
};
beforeAll(async () => {
  registerOperationKinds([]);
  const people = Object.keys(ROLES).map((id) => ({
    id,
    email: `${id}@example.com`,
    name: id,
    passwordHash: 'x',
  }));
  await db().insert(operators).values(people);
  await db()
    .insert(grants)
    .values(
      Object.entries(ROLES).map(([operatorId, role]) => ({
        ...{ operatorId, role, account: role === 'admin' ? '*' : 'acc_1' },
      })),
    );
  await db()
    .insert(lifts)
    .values([{ person: 'lifted', lifter: 'finance1' }]);
});

async function write(over: Partial<OperationRow>): Promise<OperationRow> {
  const id = `op_${randomUUID()}`;
  const [row] = await db()
    .insert(operations)
    .values({
      ...{
        id,
        accountId: 'acc_1',
        kind: 'withdrawal.key',
        target: id,
        state: 'awaiting_approval',
        request: '',
      },
      ...{ operatorId: 'finance1', amount: 1_500_000, createdAt: new Date(), ...over },
    })
    .returning();
  return row as OperationRow;
}
const notify = (row: OperationRow) => db().transaction((tx) => notifyOperation(tx, row));
const stepsOf = async (cause: string) =>
  (await db().select().from(noticeSteps).where(eq(noticeSteps.cause, cause)).orderBy(noticeSteps.seq)).map(
    ({ event, step }) => `${event}.${step}`,
  );
const readersOf = async (cause: string, unread = false) =>
  (await db().select().from(notices).where(eq(notices.cause, cause)))
    .filter(({ readAt }) => !unread || readAt === null)
    .map(({ operatorId }) => operatorId)
    .sort();

test('a waiting approval is told to who may let it go: not to who asked, nor whom they lifted today', async () => {
  const row = await write({});
  await notify(row);
  expect(await readersOf(`approval:${row.id}`)).toEqual(['admin', 'finance2']);
  await notify({ ...row, state: 'requested', decidedBy: 'admin' });
  await notify({ ...row, state: 'sent', decidedBy: 'admin' });
  expect(await stepsOf(`approval:${row.id}`)).toEqual([
    'approval_waiting.waiting',
    'request_decided.approved',
  ]);
  expect(await readersOf(`approval:${row.id}`, true)).toEqual(['finance1', 'finance2']);
});

test('what nobody decides is told to who asked', async () => {
  const row = await write({ createdAt: new Date(Date.now() - 25 * 3_600_000) });
  await expireApprovals();
  expect(await stepsOf(`approval:${row.id}`)).toEqual(['request_decided.expired']);
  expect(await readersOf(`approval:${row.id}`)).toEqual(['finance1']);
});

test('unknown for a quarter of an hour is told once, its end folds it, and what ended soon tells nothing', async () => {
  const sentAt = new Date(Date.now() - 16 * 60_000);
  const row = await write({ state: 'unknown', sentAt, lastSentAt: sentAt });
  const fresh = await write({ state: 'unknown', sentAt: new Date(), lastSentAt: new Date() });
  await Promise.all([notifyUnknown(), notifyUnknown()]);
  await notifyUnknown();
  expect(await stepsOf(`operation:${row.id}`)).toEqual(['operation_unknown.unknown']);
  expect(await stepsOf(`operation:${fresh.id}`)).toEqual([]);
  await notify({ ...row, state: 'confirmed' });
  await notify({ ...fresh, state: 'confirmed' });
  expect(await stepsOf(`operation:${row.id}`)).toEqual([
    'operation_unknown.unknown',
    'operation_late.confirmed',
  ]);
  expect(await stepsOf(`operation:${fresh.id}`)).toEqual([]);
  expect(await readersOf(`operation:${row.id}`)).toEqual(['admin', 'finance1']);
});

test('one that happened after all is told though nobody heard of it before', async () => {
  const row = await write({ state: 'confirmed', lateAt: new Date() });
  await notify(row);
  expect(await stepsOf(`operation:${row.id}`)).toEqual(['operation_late.late']);
  const differs = await write({ state: 'confirmed', lateAt: new Date() });
  await notify({ ...differs, problem: { code: 'amount_differs', existing: { amount: 7 } } });
  expect(await stepsOf(`operation:${differs.id}`)).toEqual(['operation_late.amount_differs']);
});
