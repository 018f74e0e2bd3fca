import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { lifts } from '#lib/data/schema/operators.ts';
import { OperationListQuery } from '#lib/operations/contract.ts';
import { approveOperation, declineOperation } from '#lib/operations/server/approve.ts';
import { showReceiver } from '#lib/operations/server/get-approval.ts';
import { getOperation, listOperations } from '#lib/operations/server/get-operation.ts';
import { PaymentQuery } from '#lib/payments/contract.ts';
import { listPayments } from '#lib/payments/server/list-payments.ts';
import {
  createCodePayment,
  createTransfer,
  createWithdrawal,
} from '#lib/payments/server/payment-operation.ts';
import { lookUpKey } from '#lib/payments/server/receiver.ts';
import { createRefund } from '#lib/payments/server/refunds.ts';
import { answerOf, FINANCE, type Person, withMoney } from '#lib/payments/server/testing/bench.ts';

const bench = withMoney();
const ABOVE = { approvalAbove: '1000' };
const KEY = 'ana@example.com';
let amount = 60_000;
beforeEach(() => {
  amount += 1_000;
});

const by = (who: Person, permissions = FINANCE) => bench().context(who, ABOVE, permissions);
const pay = async (more: object = {}) => {
  const body = { amount, pixKey: KEY, pixKeyType: 'email', ...more } as const;
  return (await answerOf(createWithdrawal({ ctx: by('marina'), body }))).operation.id;
};
const forOtto = (id: string) => showReceiver({ ctx: by('otto'), id });
const waitingFor = (who: Person, permissions = FINANCE) =>
  listOperations({
    ctx: by(who, permissions),
    query: OperationListQuery.parse({ awaiting: 'me', limit: 1 }),
  });
const revealed = async (id: string) => {
  const rows = await db().select().from(auditLog).where(eq(auditLog.target, id));
  const shown = rows.filter(({ action, result }) => action === 'operation.reveal' && result === 'ok');
  return shown.map(({ operatorId }) => operatorId);
};
test('U5: who decides sees receiver and key in full, noted in the audit log; nobody else does', async () => {
  const { lookup, holder } = await lookUpKey({ ctx: by('marina'), body: { key: KEY } });
  const id = await pay({ lookup });
  const { receiver } = await forOtto(id);
  expect(receiver).toMatchObject({ key: KEY, keyType: 'email', name: holder.name });
  expect(receiver).toMatchObject({
    institution: holder.institutionName,
    ispb: expect.stringMatching(/^\d{8}$/),
    accountType: holder.accountType,
    seenAt: expect.any(String),
  });
  expect(await revealed(id)).toEqual(['otto']);
  const [row] = await db().select().from(operations).where(eq(operations.id, id));
  expect(JSON.stringify([row?.intent, row?.request])).not.toContain(KEY);
  expect(JSON.stringify(row?.intent)).not.toContain(holder.name);

  await expect(showReceiver({ ctx: by('marina'), id }), 'who asked').rejects.toMatchObject({
    code: 'forbidden',
  });
  await db().insert(lifts).values({ person: 'davi', lifter: 'marina' });
  await expect(showReceiver({ ctx: by('davi'), id }), 'lifted today').rejects.toMatchObject({
    code: 'forbidden',
  });
  await declineOperation({ ctx: by('otto'), id, body: { reason: 'Não.' } });
  await expect(forOtto(id), 'it does not wait any more').rejects.toMatchObject({ code: 'conflict' });
  expect(await revealed(id), 'only what was answered is noted as shown').toEqual(['otto']);
});

test('U5: every kind of money that waits names whom it pays', async () => {
  const withoutLookUp = await pay();
  const pending = await forOtto(withoutLookUp);
  expect(pending.receiver, 'the directory tells it now').toMatchObject({
    ...{ key: KEY, name: expect.any(String), ispb: expect.any(String), seenAt: null },
  });

  const transfer = await answerOf(
    createTransfer({ ctx: by('marina'), body: { amount, receiver: '482913' } }),
  );
  expect((await forOtto(transfer.operation.id)).receiver).toMatchObject({ account: '482913', key: null });

  const paid = await bench().paid(90_000);
  const refund = await answerOf(createRefund({ ctx: by('marina'), id: paid, body: {} }));
  const detail = (await bench().read(`/user/transactions/${paid}`)) as { transaction?: object };
  const { receiver } = await forOtto(refund.operation.id);
  expect(receiver.name).toEqual(expect.any(String));
  expect(JSON.stringify(detail)).toContain(receiver.name);

  const code =
    '00020126400014BR.GOV.BCB.PIX0118rui@fornecedor.com52040000530398654071500.005802BR5909RUI NEVES6009SAO PAULO62070503***6304';
  const withSum = `${code}${crc(code)}`;
  const byCode = await answerOf(createCodePayment({ ctx: by('marina'), body: { code: withSum } }));
  expect((await forOtto(byCode.operation.id)).receiver).toMatchObject({
    key: 'rui@fornecedor.com',
    name: expect.stringMatching(/rui/i),
  });
});

test('U5: what waits for me is counted for me alone: not my own, not once it is decided, not without the right', async () => {
  const count = async (who: Person, permissions = FINANCE) => (await waitingFor(who, permissions)).total;
  await db().update(operations).set({ state: 'declined' }).where(eq(operations.state, 'awaiting_approval'));
  await db().delete(lifts);
  const id = await pay();
  await pay({ clientReference: `second-${amount}`, amount: amount + 1 });
  expect(await count('otto')).toBe(2);
  expect(await count('marina'), 'who asked decides nothing of it').toBe(0);
  expect(await count('otto', ['read', 'withdraw']), 'without the right').toBe(0);
  await db().insert(lifts).values({ person: 'davi', lifter: 'marina' });
  expect(await count('davi'), 'lifted today').toBe(0);
  await approveOperation({ ctx: by('otto'), id }).then(() => undefined);
  expect(await count('otto')).toBe(1);
  await db().execute(
    sql`update operations set created_at = now() - interval '25 hours' where state = 'awaiting_approval'`,
  );
  expect(await count('otto'), 'it waited too long').toBe(0);
});

test('A12: who was lifted by the requester today is told so before pressing, and declines nothing either', async () => {
  await db().delete(lifts);
  const id = await pay();
  const seen = async (who: Person) => (await getOperation({ ctx: by(who), id })).operation;
  expect((await seen('otto')).approval.barred).toBeNull();
  expect((await seen('marina')).approval.barred).toBe('own');
  expect((await getOperation({ ctx: by('otto', ['read']), id })).operation.approval.barred).toBe('role');
  await db().insert(lifts).values({ person: 'otto', lifter: 'marina' });
  const lifted = await seen('otto');
  expect(lifted).toMatchObject({ approval: { barred: 'lifted' }, may: { approve: false, decline: false } });
  const listed = await listOperations({
    ctx: by('otto'),
    query: OperationListQuery.parse({ state: 'awaiting_approval' }),
  });
  expect(listed.items.find((one) => one.id === id)?.may.approve, 'the list says the same').toBe(false);
  for (const decide of [approveOperation, declineOperation])
    await expect(decide({ ctx: by('otto'), id, body: { reason: 'Não.' } })).rejects.toMatchObject({
      code: 'forbidden',
    });
  await expect(forOtto(id), 'nor reads whom it pays').rejects.toMatchObject({ code: 'forbidden' });
  await db().execute(sql`update lifts set at = now() - interval '25 hours'`);
  expect((await seen('otto')).may).toMatchObject({ approve: true, decline: true });
  await declineOperation({ ctx: by('marina'), id, body: {} });
});

test('U11: withdrawals name who asked for them here, and nobody for those asked for elsewhere', async () => {
  const clientReference = `asked-${amount}`;
  const elsewhere = `elsewhere-${amount}`;
  await pay({ clientReference, amount: 900 });
  await bench().post('/withdraw', { amount: 9, pixKey: KEY, pixType: 'email', clientReference: elsewhere });
  const { items } = await listPayments(by('otto'), 'withdrawals', PaymentQuery.parse({}));
  const of = (reference: string) => items.find((one) => one.clientReference === reference)?.requestedBy;
  expect(of(clientReference)).toEqual({ id: 'marina', name: 'Marina Lopes' });
  expect(of(elsewhere)).toBeNull();
});

/** CRC-16/CCITT-FALSE, as BR codes end. */
function crc(text: string): string {
  let sum = 0xffff;
  for (const byte of Buffer.from(text)) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1;
    sum &= 0xffff;
  }
  return sum.toString(16).toUpperCase().padStart(4, '0');
}
