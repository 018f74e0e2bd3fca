import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { isLiftedBy, liftersAmong } from '#lib/auth/server/lifted-by.ts';
import { endSessionsOf } from '#lib/auth/server/session.ts';
import { provenSession } from '#lib/auth/server/testing/proven-session.ts';
import { db } from '#lib/db/client.ts';
import { grants, operators, sessions } from '#lib/db/schema/operators.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const now = new Date();
const old = new Date(Date.now() - 25 * 3_600_000);

/** Ana invited Bia, who invited Caio, who promoted Davi; Eva was invited by Ana the day before yesterday. */
beforeAll(async () => {
  const person = (id: string, over: object = {}) => ({ id, email: `${id}@a.example`, name: id, ...over });
  await db()
    .insert(operators)
    .values([
      person('ana'),
      person('bia', { invitedBy: 'ana', invitedAt: now }),
      person('caio', { invitedBy: 'bia', invitedAt: now }),
      person('davi'),
      person('eva', { invitedBy: 'ana', invitedAt: old }),
    ]);
  await db()
    .insert(grants)
    .values([
      { operatorId: 'davi', account: '*', role: 'finance', grantedBy: 'caio', grantedAt: now },
      { operatorId: 'eva', account: '*', role: 'viewer', grantedBy: 'ana', grantedAt: now },
    ]);
});

it.each([
  ['bia', 'ana', true],
  ['caio', 'ana', true],
  ['davi', 'ana', true],
  ['davi', 'bia', true],
  ['eva', 'ana', false],
  ['ana', 'bia', false],
  ['ana', 'ana', false],
])('A12: %s is lifted by %s, through however many hands: %s', async (person, by, is) =>
  expect(await isLiftedBy(db(), person, by)).toBe(is),
);

it('names all of them at once', async () => {
  expect(await liftersAmong(db(), 'davi', ['ana', 'bia', 'caio', 'eva', 'davi'])).toEqual(
    new Set(['ana', 'bia', 'caio']),
  );
});

it('sessions that lapsed end with the others, and no longer limit brings them back', async () => {
  const id = await provenSession('ana');
  await db()
    .update(sessions)
    .set({ lastSeenAt: sql`now() - interval '13 hours'` })
    .where(eq(sessions.id, id));
  const ended = await db().transaction((tx) => endSessionsOf(tx, 'ana'));
  expect(ended, 'none held').toBe(0);
  const [row] = await db().select().from(sessions).where(eq(sessions.id, id));
  expect(row?.endedAt).not.toBeNull();
});
