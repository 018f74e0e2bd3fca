import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { openSession } from '#lib/auth/server/open-session.ts';
import { makeRecoveryCodes, takeRecoveryCode } from '#lib/auth/server/recovery-codes.ts';
import { db } from '#lib/db/client.ts';
import { noticeSteps, notices } from '#lib/db/schema/notifications.ts';
import { operators } from '#lib/db/schema/operators.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

beforeAll(async () => {
  await db()
    .insert(operators)
    .values(['ana', 'bia'].map((id) => ({ id, email: `${id}@example.com`, name: id, passwordHash: 'x' })));
});

const enter = (operatorId: string, userAgent: string | null) =>
  db().transaction((tx) => openSession(tx, { operatorId, method: 'password', address: null, userAgent }));
const toldTo = async (id: string) => {
  const causes = (await db().select().from(notices)).filter(({ operatorId }) => operatorId === id);
  const steps = await db().select().from(noticeSteps).orderBy(noticeSteps.seq);
  return steps.filter(({ cause }) => causes.some((one) => one.cause === cause)).map(({ step }) => step);
};

test('a browser that a person’s sessions do not know is told to them; the first of all and a known one are not', async () => {
  await enter('ana', 'Firefox 145');
  await enter('ana', 'Firefox 145');
  expect(await toldTo('ana')).toEqual([]);
  await enter('ana', 'Safari 19');
  await enter('bia', 'Chrome 150');
  expect(await toldTo('ana')).toEqual(['new_device']);
  expect(await toldTo('bia')).toEqual([]);
});

test('a recovery code that was used is told once, a wrong one not', async () => {
  const [code = ''] = await db().transaction((tx) => makeRecoveryCodes(tx, 'bia'));
  const plain = code.replace('-', '');
  await Promise.all([
    takeRecoveryCode('bia', plain),
    takeRecoveryCode('bia', plain),
    takeRecoveryCode('bia', randomUUID()),
  ]);
  expect(await toldTo('bia')).toEqual(['recovery_code_used']);
});
