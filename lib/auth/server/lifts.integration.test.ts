import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { ROLES } from '#lib/auth/permissions.ts';
import { isLiftedBy, liftersAmong, lifting, noteLift } from '#lib/auth/server/holders.ts';
import { endSessionsOf } from '#lib/auth/server/session.ts';
import { provenSession } from '#lib/auth/server/testing/proven-session.ts';
import { db } from '#lib/data/client.ts';
import { lifts, operators, sessions } from '#lib/data/schema/operators.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const now = new Date();
const old = new Date(Date.now() - 25 * 3_600_000);

/** Ana lifted Bia and Gil, Bia lifted Caio, who lifted Davi; Ana lifted Eva the day before yesterday. */
beforeAll(async () => {
  await db().insert(operators).values({ id: 'ana', email: 'ana@a.example', name: 'ana' });
  await db()
    .insert(lifts)
    .values([
      { person: 'bia', lifter: 'ana', at: now },
      { person: 'gil', lifter: 'ana', at: now },
      { person: 'caio', lifter: 'bia', at: now },
      { person: 'davi', lifter: 'caio', at: now },
      { person: 'eva', lifter: 'ana', at: old },
    ]);
});

it.each([
  ['bia', 'ana', true],
  ['caio', 'ana', true],
  ['davi', 'ana', true],
  ['davi', 'bia', true],
  ['eva', 'ana', false],
  ['bia', 'gil', false],
  ['caio', 'gil', false],
  ['nobody', 'ana', false],
  ['ana', 'ana', false],
])(
  'A12: %s was lifted by %s today, through any hands: %s; never the other way round',
  async (person, by, is) => {
    expect(await isLiftedBy(db(), person, by)).toBe(is);
    expect(await isLiftedBy(db(), by, person)).toBe(false);
  },
);

it('names all of them at once', async () => {
  expect(await liftersAmong(db(), 'caio', ['ana', 'bia', 'davi', 'eva', 'gil', 'caio'])).toEqual(
    new Set(['ana', 'bia']),
  );
});

it('A12: nothing later hides a lift: others are added beside it, one’s own binds nobody', async () => {
  await db().transaction(async (tx) => {
    await noteLift(tx, 'iris', 'ana');
    await noteLift(tx, 'iris', 'ana');
    await noteLift(tx, 'iris', 'iris');
    await noteLift(tx, 'iris', null);
    await noteLift(tx, 'iris', 'hugo');
  });
  expect(await liftersAmong(db(), 'iris', ['ana', 'hugo', 'iris'])).toEqual(new Set(['ana', 'hugo']));
});

it('A12: roles lift that decide', () => {
  expect(ROLES.filter(lifting)).toEqual(['finance', 'admin']);
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
