import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { makeRecoveryCodes, takeRecoveryCode } from '#lib/auth/server/factors.ts';
import { personMark } from '#lib/auth/server/session-cookies.ts';
import { openSession } from '#lib/auth/server/sign-in.ts';
import { db } from '#lib/data/client.ts';
import { noticeSteps, notices } from '#lib/data/schema/notifications.ts';
import { operators } from '#lib/data/schema/operators.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

beforeAll(async () => {
  await db()
    .insert(operators)
    .values(
      ['ana', 'bia', 'caio'].map((id) => ({ id, email: `${id}@example.com`, name: id, passwordHash: 'x' })),
    );
});

const enter = (operatorId: string, userAgent: string | null, ...knows: string[]) =>
  db().transaction((tx) =>
    openSession(tx, {
      ...{ operatorId, method: 'password', address: null, userAgent },
      device: knows.map(personMark),
    }),
  );
const noticesTo = async (id: string) => {
  const causes = (await db().select().from(notices)).filter(({ operatorId }) => operatorId === id);
  const steps = await db().select().from(noticeSteps).orderBy(noticeSteps.seq);
  return steps.filter(({ cause }) => causes.some((one) => one.cause === cause)).map(({ step }) => step);
};

test('a sign-in without the person’s device cookie is told, whatever the browser calls itself', async () => {
  await enter('ana', 'Firefox 145');
  expect(await noticesTo('ana'), 'the first of all').toEqual([]);
  await enter('ana', 'Firefox 145');
  expect(await noticesTo('ana'), 'a stranger with the same browser').toEqual(['new_device']);
  await enter('ana', 'Safari 19', 'ana');
  expect(await noticesTo('ana'), 'a known device after an update').toEqual(['new_device']);
  await enter('ana', 'Safari 19', 'bia');
  expect(await noticesTo('ana'), 'somebody else’s device').toEqual(['new_device', 'new_device']);
  await enter('ana', 'Safari 19', 'bia', 'ana');
  expect(await noticesTo('ana'), 'a device that both use').toEqual(['new_device', 'new_device']);
});

test('who was away until no session of theirs was kept is told too', async () => {
  await db()
    .update(operators)
    .set({ createdAt: sql`now() - interval '31 days'` })
    .where(eq(operators.id, 'caio'));
  await enter('caio', 'Firefox 145');
  expect(await noticesTo('caio')).toEqual(['new_device']);
});

test('a recovery code that was used is told once, a wrong one not', async () => {
  const [code = ''] = await db().transaction((tx) => makeRecoveryCodes(tx, 'bia'));
  const plain = code.replace('-', '');
  await Promise.all([
    takeRecoveryCode('bia', plain),
    takeRecoveryCode('bia', plain),
    takeRecoveryCode('bia', randomUUID()),
  ]);
  expect(await noticesTo('bia')).toEqual(['recovery_code_used']);
  const [notice] = await db().select().from(noticeSteps).where(eq(noticeSteps.step, 'recovery_code_used'));
  expect(notice?.facts).toEqual({ left: 9 });
});
