import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { OperatorCtx } from '#lib/api/context.ts';
import { lockOperator } from '#lib/auth/server/hold-operator.ts';
import { hashPassword, passwordMatches } from '#lib/auth/server/passwords.ts';
import { provenSession, sessionOf } from '#lib/auth/server/testing/proven-session.ts';
import { db } from '#lib/data/client.ts';
import { operators, signInThrottle } from '#lib/data/schema/operators.ts';
import { changePassword } from '#lib/profile/server/profile.ts';
import { allWaitForLocks } from '../../../e2e/support/held.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const CURRENT = 'lilás bigorna tatu 7';
const ANA = { id: 'ana', name: 'Ana Prates', email: 'ana.prates@aroeira.example' };
const ctx = {
  operator: ANA,
  sessionId: sessionOf(ANA.id),
  method: 'password',
  audit: async () => {},
  auditEntry: (note: object) => ({ operatorId: ANA.id, accountId: null, result: 'ok', ...note }),
} as unknown as OperatorCtx;
const change = (next: string, current = CURRENT) => changePassword({ ctx, body: { current, next } });
const holds = async (password: string) => {
  const [row] = await db().select().from(operators).where(eq(operators.id, ANA.id));
  return passwordMatches(row?.passwordHash, password);
};

beforeAll(async () => {
  await db()
    .insert(operators)
    .values({ ...ANA, passwordHash: await hashPassword(CURRENT) });
  await provenSession(ANA.id);
});
beforeEach(() => db().delete(signInThrottle));

it.each([
  ['a common one', 'password1234', 'guessable'],
  ['a common one of this country', 'senha1234567', 'guessable'],
  ['blanks', ' '.repeat(12), 'guessable'],
  ['the person’s address', ANA.email, 'guessable'],
  ['the person’s name', 'anaprates2026', 'guessable'],
  ['a good one that is too short', 'Kx8fQ2mLp0Z', 'short'],
])('A16: a password is not changed to %s', async (_, next, message) => {
  await expect(change(next)).rejects.toMatchObject({
    code: 'invalid_request',
    details: { fields: [{ field: 'next', message }] },
  });
  expect(await holds(CURRENT)).toBe(true);
});

it('A16: who does not know the current one learns nothing of the next', async () => {
  await expect(change('password1234', 'not it at all')).rejects.toMatchObject({
    details: { fields: [{ field: 'current', message: 'mismatch' }] },
  });
});

it('A16: a good one of the shortest length is taken', async () => {
  await change('Kx8fQ2mLp0Zr');
  expect(await holds('Kx8fQ2mLp0Zr')).toBe(true);
});

it('of two changes by the same proof at once one holds, and the other is a conflict', async () => {
  const now = 'Kx8fQ2mLp0Zr';
  const next = ['jangada turquesa violino', 'bigorna lilás tatu sete'];
  const both: Promise<void>[] = [];
  await db().transaction(async (tx) => {
    await lockOperator(tx, ANA.id);
    both.push(...next.map((one) => change(one, now)));
    // Both have proved the old one, and wait to write.
    await allWaitForLocks(...both);
  });
  const ended = await Promise.allSettled(both);
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(ended.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
  const matches = await Promise.all(next.map(holds));
  expect(matches).toEqual(ended.map(({ status }) => status === 'fulfilled'));
});
