import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { approveOperation, declineOperation } from '#lib/operations/server/approve.ts';
import { ApprovalChecks } from '#lib/payments/contract.ts';
import { checkApproval } from '#lib/payments/server/check-approval.ts';
import { createTransfer, createWithdrawal } from '#lib/payments/server/payment-operation.ts';
import { lookUpKey } from '#lib/payments/server/receiver.ts';
import { createRefund } from '#lib/payments/server/refunds.ts';
import { answerOf, type Person, withMoney } from '#lib/payments/server/testing/bench.ts';

const bench = withMoney();
const by = (who: Person) => bench().context(who, { approvalAbove: '1000' });
let amount = 60_000;
/** A key that no other test of this file pays. */
function newKey(): string {
  amount += 100;
  return `paga-${amount}@example.com`;
}

async function pay(pixKey: string, more: { amount?: number; clientReference?: string; seen?: false } = {}) {
  const { seen = true, ...rest } = more;
  const { lookup } = seen ? await lookUpKey({ ctx: by('marina'), body: { key: pixKey } }) : {};
  const body = { amount, pixKey, pixKeyType: 'email' as const, ...(lookup ? { lookup } : {}), ...rest };
  return (await answerOf(createWithdrawal({ ctx: by('marina'), body }))).operation.id;
}

/** By name; parsed as the answer of the HTTP API is. */
async function check(id: string, ctx: Ctx = by('otto')) {
  const { checks } = ApprovalChecks.parse(await checkApproval({ ctx, id }));
  return Object.fromEntries(checks.map((one) => [one.name, one]));
}
const withPort = (port: Partial<Ctx['port']>): Ctx => {
  const ctx = by('otto');
  return { ...ctx, port: { ...ctx.port, ...port } };
};

test('as it was asked for: the key, what it got before, balance and limit as the service tells them now', async () => {
  const key = newKey();
  const id = await pay(key, { clientReference: `typed-${amount}` });
  const found = await check(id);
  expect(Object.values(found).map(({ name, state, why }) => [name, state, why])).toEqual([
    ['key', 'ok', null],
    ['reference', 'ok', null],
    ['twin', 'ok', null],
    ['paid_before', 'note', 'first'],
    ['balance', 'ok', null],
    ['limit', 'ok', null],
  ]);
  expect(Date.parse(found.key?.at ?? ''), 'when its requester saw whose it is').toBeGreaterThan(0);
  const { balance } = (await bench().read('/user/balance')) as { balance?: number };
  if (typeof balance === 'number') expect(found.balance?.amount).toBe(Math.round(balance * 100));
  const log = await db().select().from(auditLog).where(eq(auditLog.target, id));
  expect(
    log.map(({ action }) => action),
    'nothing was shown in clear',
  ).not.toContain('operation.reveal');
  expect(JSON.stringify(await checkApproval({ ctx: by('otto'), id }))).not.toContain(key);
});

test('a key of somebody else by now, one that is gone, and one that nobody looked up', async () => {
  const key = newKey();
  const id = await pay(key);
  const holder = await by('otto').part('keyLookup')(key, 'email', {});
  const other = (now: object) => withPort({ keyLookup: async () => ({ ...holder, ...now }) });
  expect((await check(id, other({ name: 'Outra Pessoa' }))).key).toMatchObject({
    state: 'fails',
    why: 'name',
  });
  expect((await check(id, other({ institutionName: 'Outro Banco' }))).key).toMatchObject({
    ...{ state: 'fails', why: 'institution' },
  });
  const gone = await pay(`ninguem@paga-${amount}.example`, { seen: false });
  expect((await check(gone)).key).toMatchObject({ state: 'fails', why: 'gone' });
  const unseen = await pay(newKey(), { seen: false });
  expect((await check(unseen)).key).toMatchObject({ state: 'note', why: 'not_seen' });
});

test('what the service does not answer now is said; what it does not have is left out', async () => {
  const id = await pay(newKey());
  const down = () => Promise.reject(new GuicheError('provider_unavailable', 'No answer.'));
  expect(await check(id, withPort({ keyLookup: down, balance: down, profile: down }))).toMatchObject({
    key: { state: 'unread' },
    balance: { state: 'unread', amount: null },
    limit: { state: 'unread', amount: null },
  });
  const { keyLookup: _, balance: __, profile: ___, ...without } = by('otto').port;
  const found = await check(id, { ...by('otto'), port: without });
  expect(Object.keys(found)).toEqual(['twin', 'paid_before']);
});

test('too little of balance or of the day’s limit', async () => {
  const id = await pay(newKey());
  const { port } = by('otto');
  const balance = { ...(await port.balance?.({})), available: amount - 1 } as never;
  const profile = {
    ...(await port.profile?.({})),
    dailyWithdrawLimit: { limit: 100_000, used: 100_000 - amount + 1, updatedAt: null, lastReset: null },
  } as never;
  const found = await check(id, withPort({ balance: async () => balance, profile: async () => profile }));
  expect(found.balance).toMatchObject({ state: 'fails', amount: amount - 1 });
  expect(found.limit).toMatchObject({ state: 'fails', amount: amount - 1 });
});

test('the same receiver before: the same amount within a day is against it, earlier is to be known', async () => {
  const key = newKey();
  const first = await pay(key, { amount: 70_000 });
  await approveOperation({ ctx: by('otto'), id: first });
  const compared = (await check(await pay(newKey()))).twin?.count ?? 0;
  expect(compared, 'others of the account, open and done').toBeGreaterThan(1);
  const other = await check(await pay(key, { amount: 71_000 }));
  expect(other.twin?.count).toBe(compared + 1);
  expect(other).toMatchObject({ paid_before: { state: 'ok', count: 1 }, twin: { state: 'ok' } });
  expect(other.same_amount).toBeUndefined();
  const again = await pay(key, { amount: 70_000 });
  expect((await check(again)).twin).toMatchObject({ state: 'fails', operationId: first });
  await db()
    .update(operations)
    .set({ createdAt: sql`now() - interval '14 days'` })
    .where(eq(operations.id, first));
  expect(await check(again)).toMatchObject({
    twin: { state: 'ok', operationId: null },
    same_amount: { state: 'note', operationId: first },
    paid_before: { state: 'ok', count: 1 },
  });
});

test('a reference that another payment took at the service since', async () => {
  const clientReference = `taken-${amount + 100}`;
  const id = await pay(newKey(), { clientReference });
  await bench().post('/withdraw', {
    ...{ amount: 5, pixKey: 'outra@example.com', pixType: 'email', clientReference },
  });
  expect((await check(id)).reference).toMatchObject({ state: 'fails' });
});

test('a refund: whether something was given back since; a transfer: nothing of keys', async () => {
  const paid = await bench().paid(90_000);
  const { operation } = await answerOf(
    createRefund({ ctx: by('marina'), id: paid, body: { amount: 2_000 } }),
  );
  const before = await check(operation.id);
  expect(before).toMatchObject({ refunds: { state: 'ok' }, balance: { state: 'ok' } });
  expect(before.limit).toBeUndefined();
  await bench().post(`/refund/${paid}`, { amount: 10 });
  expect((await check(operation.id)).refunds).toMatchObject({ state: 'fails' });

  const transfer = await answerOf(
    createTransfer({ ctx: by('marina'), body: { amount: 65_000, receiver: '482913' } }),
  );
  expect(Object.keys(await check(transfer.operation.id))).toEqual(['twin', 'paid_before', 'balance']);
});

test('only for who may let it go, and only while it waits', async () => {
  const id = await pay(newKey());
  await expect(checkApproval({ ctx: by('marina'), id })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(checkApproval({ ctx: bench().onHub('otto'), id })).rejects.toMatchObject({
    code: 'not_found',
  });
  await declineOperation({ ctx: by('otto'), id, body: { reason: 'Não.' } });
  await expect(checkApproval({ ctx: by('otto'), id })).rejects.toMatchObject({ code: 'conflict' });
});
