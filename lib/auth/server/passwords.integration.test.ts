import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { passwordMatches, renewHash } from '#lib/auth/server/passwords.ts';
import { db } from '#lib/data/client.ts';
import { operators } from '#lib/data/schema/operators.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const APART = 'lilás bigorna três 7'.normalize('NFD');
const stored = async (id: string) => {
  const [row] = await db().select().from(operators).where(eq(operators.id, id));
  return row?.passwordHash ?? null;
};
const person = async (id: string, passwordHash: string) => {
  await db()
    .insert(operators)
    .values({ id, name: id, email: `${id}@aroeira.example`, passwordHash });
  return { id, passwordHash };
};

it('makes the hash of another form anew, once, and the same password still opens', async () => {
  const old = await hash(APART);
  const renewed = await renewHash(await person('ana', old), APART);
  expect(renewed).not.toBe(old);
  expect(await stored('ana')).toBe(renewed);
  expect(await passwordMatches(renewed, APART.normalize('NFC'))).toBe(true);
  expect(await renewHash({ id: 'ana', passwordHash: renewed }, APART)).toBe(renewed);
});

it('leaves a hash that another change has put there meanwhile', async () => {
  const old = await hash(APART);
  await person('bia', await hash('another'));
  const now = await stored('bia');
  expect(await renewHash({ id: 'bia', passwordHash: old }, APART)).toBe(old);
  expect(await stored('bia')).toBe(now);
});
