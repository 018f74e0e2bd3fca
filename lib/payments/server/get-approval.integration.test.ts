import { randomUUID } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { AuditAction } from '#lib/audit-log/actions.ts';
import { audit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { grants, lifts, operators } from '#lib/data/schema/operators.ts';
import { OperationApproval } from '#lib/operations/contract.ts';
import { approveOperation, declineOperation } from '#lib/operations/server/approve.ts';
import { getApproval, getSecondPersonRules, UNKNOWN_REQUESTER } from '#lib/operations/server/get-approval.ts';
import { createTransfer, createWithdrawal } from '#lib/payments/server/payment-operation.ts';
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

test('U5: who may let it go: neither who asked, nor who was lifted by them today, nor who was sent away', async () => {
  const id = await pay(65_000, 'cinco@example.com');
  const [requester] = await db().select().from(operators).where(eq(operators.name, 'Marina Lopes'));
  const person = async (name: string, role: string, more: object = {}) => {
    const own = randomUUID();
    await db()
      .insert(operators)
      .values({ id: own, email: `${own}@example.com`, name, ...more });
    const account = bench().account.id;
    await db().insert(grants).values({ operatorId: own, account, role });
    return own;
  };
  await db()
    .insert(grants)
    .values({ operatorId: requester?.id ?? '', account: '*', role: 'admin' });
  await person('Ana', 'finance');
  await person('Bia', 'viewer');
  await person('Caio', 'admin', { disabledAt: new Date() });
  const duda = await person('Duda', 'finance');
  await db()
    .insert(lifts)
    .values({ person: duda, lifter: requester?.id ?? '' });
  expect((await read(id)).deciders.map(({ name }) => name)).toEqual(['Ana']);
  const beforehand = () => getSecondPersonRules(by('marina'));
  expect((await beforehand()).approvers).toEqual({ names: ['Ana'], count: 1 });
  for (const name of ['Edu', 'Gil', 'Ivo', 'Lia']) await person(name, 'finance');
  expect((await beforehand()).approvers).toEqual({ names: ['Ana', 'Edu', 'Gil', 'Ivo'], count: 5 });
  await db()
    .delete(grants)
    .where(ne(grants.operatorId, requester?.id ?? ''));
  expect((await beforehand()).approvers).toEqual({ names: [], count: 0 });
  expect((await getSecondPersonRules(by('marina', {}))).approvers, 'no rule asks for anybody').toBeNull();
  await db().delete(lifts);
});

test('who asked: roles here, from where and since when, and the proof before it, for who approves only', async () => {
  await db().insert(grants).values({ operatorId: 'marina', account: bench().account.id, role: 'analyst' });
  await db().insert(grants).values({ operatorId: 'marina', account: '*', role: 'finance' });
  await db().insert(grants).values({ operatorId: 'marina', account: 'another', role: 'admin' });
  const from = { address: '203.0.113.7', userAgent: 'Firefox', session: 'abc123' };
  const noted = (action: AuditAction, over: object = {}) =>
    audit(db(), {
      ...{ operatorId: 'marina', accountId: null, action, result: 'ok', ...from },
      ...over,
    });
  const other = { address: '198.51.100.9', session: 'elsewhere' };
  await noted('sign-in', { ...other, after: { method: 'oidc' } });
  await noted('sign-in', { operatorId: 'otto', after: { method: 'oidc' } });
  await noted('sign-in', { after: { method: 'totp' } });
  const [first] = await db()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.address, from.address), eq(auditLog.operatorId, 'marina')));
  await noted('step-up', { after: { method: 'passkey' } });
  await noted('step-up', { result: 'refused', after: { method: 'otp' } });
  const requester = by('marina');
  const { auditEntry } = requester;
  requester.auditEntry = (note) => ({ ...auditEntry(note), ...from });
  const body = { amount: 66_000, pixKey: 'seis@example.com', pixKeyType: 'email' as const };
  const { id } = (await answerOf(createWithdrawal({ ctx: requester, body }))).operation;
  // Proven once more since, which proves nothing of this request; and a request of another day from there.
  await noted('step-up', { after: { method: 'password' } });
  const approval = await read(id);
  expect(approval).toMatchObject({
    ...{ from: '203.0.113.7', agent: 'Firefox', roles: ['analyst', 'finance'] },
    ...{ fromSince: first?.at.toISOString(), proof: { method: 'passkey', at: expect.any(String) } },
  });
  expect(Date.parse(approval.proof?.at ?? '')).toBeGreaterThanOrEqual(first?.at.getTime() ?? 0);
  const viewer = bench().context('davi', {}, ['read']);
  expect(await getApproval({ ctx: viewer, id })).toMatchObject(UNKNOWN_REQUESTER);
  await expect(getApproval({ ctx: bench().onHub('otto'), id })).rejects.toMatchObject({ code: 'not_found' });
});

test('what they asked that day beside the limit for one person and day; what was declined counts no more', async () => {
  await db().insert(grants).values({ operatorId: 'otto', account: '*', role: 'finance' });
  const daily = { approvalAboveDaily: '1000' };
  const before = await read(await pay(67_000, 'sete@example.com', daily), daily);
  const declined = await pay(68_000, 'oito@example.com', daily);
  await declineOperation({ ctx: by('otto'), id: declined, body: { reason: 'Não.' } });
  const after = await read(await pay(69_000, 'nove@example.com', daily), daily);
  expect(after.day).toMatchObject({
    ...{ limit: 1_000, count: before.day.count + 1, sum: before.day.sum + 69_000 },
    items: expect.arrayContaining([expect.objectContaining({ id: declined, state: 'declined' })]),
  });
  expect((await read(declined)).day.limit, 'without such a rule there is none').toBeNull();
});

test('a reference is free until another operation of the account has it', async () => {
  await db().insert(grants).values({ operatorId: 'otto', account: '*', role: 'finance' });
  const clientReference = 'same-reference';
  const body = { amount: 71_000, pixKey: 'dez@example.com', pixKeyType: 'email' as const, clientReference };
  const { id } = (await answerOf(createWithdrawal({ ctx: by('marina'), body }))).operation;
  expect((await read(id)).referenceUsedBy).toBeNull();
  const transfer = { amount: 72_000, receiver: '482913', clientReference: 'another-reference' };
  const other = (await answerOf(createTransfer({ ctx: by('davi'), body: transfer }))).operation.id;
  // As a build wrote it that let two kinds have one reference.
  await db().update(operations).set({ clientReference }).where(eq(operations.id, other));
  expect((await read(id)).referenceUsedBy).toBe(other);
  await declineOperation({ ctx: by('otto'), id: other, body: { reason: 'Não.' } });
  expect((await read(id)).referenceUsedBy, 'what was declined holds none').toBeNull();
});
