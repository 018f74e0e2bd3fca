import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { sessionMark } from '#lib/audit/append.ts';
import { sessionOf } from '#lib/auth/server/testing/proven-session.ts';
import { db } from '#lib/db/client.ts';
import { grants, operators, sessions } from '#lib/db/schema/operators.ts';
import { OperationApproval } from '#lib/operations/contract.ts';
import { approveOperation } from '#lib/operations/server/approve.ts';
import { getApproval } from '#lib/operations/server/get-approval.ts';
import { createWithdrawal } from '#lib/payments/server/create-withdrawal.ts';
import { answerOf, type Person, withMoney } from '#lib/payments/server/testing/bench.ts';

const bench = withMoney();
const by = (who: Person, settings: Record<string, string> = { approvalAbove: '50000' }) =>
  bench().context(who, settings);
const pay = async (amount: number, pixKey: string, settings?: Record<string, string>) => {
  const body = { amount, pixKey, pixKeyType: 'email' as const };
  return (await answerOf(createWithdrawal({ ctx: by('marina', settings), body }))).operation.id;
};
const read = async (id: string, settings?: Record<string, string>) =>
  OperationApproval.parse(await getApproval({ ctx: by('otto', settings), id }));

beforeEach(async () => {
  await db().delete(grants);
});

test('U5: the rule that asks for a second person, the day’s other requests and what the receiver got before', async () => {
  await db().insert(grants).values({ operatorId: 'otto', account: '*', role: 'finance' });
  const before = await pay(60_000, 'um@example.com');
  await approveOperation({ ctx: by('otto'), id: before });
  await pay(70_000, 'outro@example.com');
  const id = await pay(61_000, 'um@example.com');
  const found = await read(id);
  expect(found.rule).toEqual({ name: 'payment', above: 50_000 });
  expect(found.day.items.map((one) => one.id)).toHaveLength(3);
  expect(found.day.sum).toBe(191_000);
  expect(found.before).toMatchObject([
    { id: before, state: 'confirmed', approval: { by: { name: 'Otto Reis' } } },
  ]);
});

test('U5: by the sum of the day, as it stood with this one; a rule that was lifted since is no rule', async () => {
  const daily = { approvalAboveDaily: '300000' };
  const under = await pay(60_000, 'tres@example.com', { approvalAbove: '50000' });
  const over = await pay(90_000, 'quatro@example.com', daily);
  expect((await read(over, daily)).rule).toEqual({ name: 'day', above: 300_000 });
  expect((await read(under, daily)).rule).toBeNull();
  expect((await read(over, {})).rule).toBeNull();
});

test('U5: who may let it go: neither who asked, nor who got the right from them today, nor who was sent away', async () => {
  const id = await pay(65_000, 'cinco@example.com');
  const [asker] = await db().select().from(operators).where(eq(operators.name, 'Marina Lopes'));
  const person = async (name: string, role: string, more: object = {}, grant: object = {}) => {
    const own = randomUUID();
    await db()
      .insert(operators)
      .values({ id: own, email: `${own}@example.com`, name, ...more });
    const account = bench().account.id;
    await db()
      .insert(grants)
      .values({ operatorId: own, account, role, ...grant });
  };
  await db()
    .insert(grants)
    .values({ operatorId: asker?.id ?? '', account: '*', role: 'admin' });
  await person('Ana', 'finance');
  await person('Bia', 'viewer');
  await person('Caio', 'admin', { disabledAt: new Date() });
  await person('Duda', 'finance', {}, { grantedBy: asker?.id, grantedAt: new Date() });
  expect((await read(id)).deciders.map(({ name }) => name)).toEqual(['Ana']);
});

test('U5: from which network it was asked, for who approves only', async () => {
  const asker = by('marina');
  const entry = asker.auditEntry;
  asker.auditEntry = (note) => ({
    ...entry(note),
    address: '203.0.113.7',
    userAgent: 'Firefox',
    session: sessionMark(sessionOf('marina')),
  });
  const body = { amount: 66_000, pixKey: 'seis@example.com', pixKeyType: 'email' as const };
  const { id } = (await answerOf(createWithdrawal({ ctx: asker, body }))).operation;
  const told = await read(id);
  expect(told).toMatchObject({ from: '203.0.113.7', agent: 'Firefox' });
  expect(told.proof?.method, 'as the asker’s session began').toBe('password');
  // Proven once more since: what that proved says nothing of this request.
  await db().update(sessions).set({ provedAt: sql`now() + interval '1 second'` });
  expect((await read(id)).proof).toBeNull();
  const viewer = bench().context('davi', {}, ['read']);
  expect(await getApproval({ ctx: viewer, id })).toMatchObject({ from: null, agent: null, proof: null });
  await expect(getApproval({ ctx: bench().onHub('otto'), id })).rejects.toMatchObject({ code: 'not_found' });
});
