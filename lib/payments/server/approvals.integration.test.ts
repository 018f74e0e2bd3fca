import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { lockOperator } from '#lib/auth/server/hold-operator.ts';
import { verifyAudit } from '#lib/data/audit/verify.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { noticeSteps } from '#lib/data/schema/notifications.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import { NoticeQuery } from '#lib/notifications/contract.ts';
import { listNotifications } from '#lib/notifications/server/list-notifications.ts';
import {
  approveOperation,
  declineOperation,
  expireApprovals,
  repeatOperation,
} from '#lib/operations/server/approve.ts';
import { getOperation } from '#lib/operations/server/get-operation.ts';
import { recoverOperations } from '#lib/operations/server/recover.ts';
import { repeatedAfterCrash } from '#lib/operations/server/testing/crash.ts';
import {
  createCharge,
  createCodePayment,
  createTransfer,
  createWithdrawal,
} from '#lib/payments/server/payment-operation.ts';
import { createRefund } from '#lib/payments/server/refunds.ts';
import { answerOf, type Person, rowOf, withMoney } from '#lib/payments/server/testing/bench.ts';
import { allWaitForLocks } from '../../../e2e/support/held.ts';

const bench = withMoney();
const ABOVE = { approvalAbove: '50000' };
let amount = 60_000;

beforeEach(() => {
  amount += 1_000;
});

const by = (who: Person) => bench().context(who, ABOVE);
const pay = (more: object = {}) =>
  answerOf(
    createWithdrawal({
      ctx: by('marina'),
      body: { amount, pixKey: 'ana@example.com', pixKeyType: 'email', ...more },
    }),
  );
const posts = () => bench().calls('POST', '/withdraw');
const age = (id: string, hours: number) =>
  db()
    .update(operations)
    .set({ createdAt: new Date(Date.now() - hours * 3_600_000) })
    .where(eq(operations.id, id));

test('above the setting it waits, and nothing is sent; at the setting it goes', async () => {
  expect(await pay()).toMatchObject({ status: 202, operation: { state: 'awaiting_approval' } });
  expect(await posts()).toBe(0);
  expect((await pay({ amount: 50_000 })).status).toBe(201);
  const id = await bench().paid(90_000);
  const refund = await answerOf(createRefund({ ctx: by('marina'), id, body: {} }));
  expect(refund.operation.state).toBe('awaiting_approval');
  const transfer = createTransfer({ ctx: by('marina'), body: { amount, receiver: '482913' } });
  expect((await answerOf(transfer)).operation.state).toBe('awaiting_approval');
  const charge = createCharge({ ctx: by('marina'), body: { amount } });
  expect((await answerOf(charge)).operation.state, 'nobody is paid by a charge').toBe('confirmed');
});

const CODE =
  '00020126370014br.gov.bcb.pix0115ana@example.com5204000053039865802BR5909Ana Souza6009SAO PAULO62150511PEDIDO482916304BC9D';
const payCode = (clientReference: string) =>
  answerOf(createCodePayment({ ctx: by('marina'), body: { code: CODE, amount: 4_000, clientReference } }));

test('a reference that one kind waits or is looked for with is no other kind’s: one at a time', async () => {
  const clientReference = `NF-${amount}`;
  const waiting = await pay({ clientReference });
  expect(waiting.operation.state).toBe('awaiting_approval');
  const refusal = {
    code: 'conflict',
    details: {
      operationId: waiting.operation.id,
      fields: [{ field: 'clientReference', message: 'taken' }],
    },
  };
  await expect(payCode(clientReference)).rejects.toMatchObject(refusal);
  await db().update(operations).set({ state: 'unknown' }).where(eq(operations.id, waiting.operation.id));
  await expect(payCode(clientReference)).rejects.toMatchObject(refusal);
  // Once it is over without having been done, the reference is free.
  await db().update(operations).set({ state: 'declined' }).where(eq(operations.id, waiting.operation.id));
  expect((await payCode(clientReference)).operation.state).toBe('confirmed');
});

test('two kinds at once with one reference: one is sent, the other is told of it', async () => {
  const clientReference = `NF-${amount}`;
  const both = await Promise.allSettled([
    pay({ amount: 3_000, clientReference, pixKey: 'rui@example.com' }),
    payCode(clientReference),
  ]);
  const refused = both.flatMap((one) => (one.status === 'rejected' ? [one.reason as { code: string }] : []));
  expect(refused).toHaveLength(1);
  expect(['conflict', 'already_done']).toContain(refused[0]?.code);
  const rows = await db().select().from(operations).where(eq(operations.clientReference, clientReference));
  expect(rows, 'no trace of the second').toMatchObject([{ state: 'confirmed' }]);
});

test.each([
  [
    'loses the role',
    (tx: Transaction) => tx.delete(grants).where(eq(grants.operatorId, 'otto')),
    () => db().insert(grants).values({ operatorId: 'otto', account: '*', role: 'finance' }),
  ],
  [
    'is disabled',
    (tx: Transaction) => tx.update(operators).set({ disabledAt: sql`now()` }).where(eq(operators.id, 'otto')),
    () => db().update(operators).set({ disabledAt: null }).where(eq(operators.id, 'otto')),
  ],
])('M17: who %s while they decide neither lets it go nor declines it', async (_, lose, giveBack) => {
  for (const decide of [approveOperation, declineOperation]) {
    const { operation } = await pay();
    amount += 1_000;
    const [inside, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const losing = db().transaction(async (tx) => {
      await lockOperator(tx, 'otto');
      await lose(tx);
      inside.resolve();
      await open.promise;
    });
    await inside.promise;
    const body = { reason: 'Não.' };
    const deciding = decide({ ctx: by('otto'), id: operation.id, body }).catch((error: unknown) => error);
    await allWaitForLocks(deciding).finally(open.resolve);
    await losing;
    expect(await deciding).toMatchObject({ code: 'forbidden' });
    expect((await rowOf(operation.id)).state).toBe('awaiting_approval');
    await giveBack();
  }
  expect(await posts()).toBe(0);
});

test('another operator lets it go, once; the one who asked never does', async () => {
  const { operation } = await pay();
  await expect(approveOperation({ ctx: by('marina'), id: operation.id })).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect((await getOperation({ ctx: by('marina'), id: operation.id })).operation).toMatchObject({
    approval: { needed: true, by: null, until: expect.any(String) },
    may: { approve: false, decline: true },
  });
  expect((await getOperation({ ctx: by('otto'), id: operation.id })).operation.may).toMatchObject({
    approve: true,
  });
  const both = await Promise.allSettled([
    answerOf(approveOperation({ ctx: by('otto'), id: operation.id })),
    answerOf(approveOperation({ ctx: by('davi'), id: operation.id })),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
  const row = await rowOf(operation.id);
  expect(row).toMatchObject({ state: 'confirmed', operatorId: 'marina' });
  expect(['otto', 'davi']).toContain(row.decidedBy);
  expect(await posts()).toBe(1);
  expect(await bench().paymentsWith(row.clientReference ?? '')).toHaveLength(1);
  const entries = await db().select().from(auditLog).where(eq(auditLog.target, row.target));
  expect(entries.map(({ action, operatorId, result }) => [action, operatorId, result])).toEqual([
    ['withdrawal.key.requested', 'marina', 'ok'],
    ['withdrawal.key.approved', 'marina', 'refused'],
    ['withdrawal.key.approved', row.decidedBy, 'ok'],
    ['withdrawal.key.confirmed', 'marina', 'ok'],
  ]);
  expect(await verifyAudit()).toMatchObject({ intact: true });
});

test('declined it is over, with the reason; a requester may take their own back', async () => {
  const { operation } = await pay();
  const { operation: declined } = await declineOperation({
    ctx: by('otto'),
    id: operation.id,
    body: { reason: 'Fornecedor trocou de conta.' },
  });
  expect(declined).toMatchObject({
    state: 'declined',
    approval: {
      by: { id: 'otto', name: 'Otto Reis' },
      declined: true,
      reason: 'Fornecedor trocou de conta.',
    },
    may: { approve: false, decline: false },
  });
  await expect(approveOperation({ ctx: by('davi'), id: operation.id })).rejects.toMatchObject({
    code: 'conflict',
    details: { existing: { state: 'declined' } },
  });
  const query = NoticeQuery.parse({});
  const lineFor = async (role: 'finance' | 'viewer') => {
    const ctx = { ...by('marina'), grants: [{ account: '*', role }] };
    return (await listNotifications({ ctx, query })).items.find(({ facts }) => facts.id === operation.id);
  };
  expect(await lineFor('finance')).toMatchObject({
    ...{ step: 'declined', reason: 'Fornecedor trocou de conta.', by: { name: 'Otto Reis' } },
  });
  expect(await lineFor('viewer'), 'what people wrote is for who may read it').toMatchObject({
    ...{ step: 'declined', reason: null },
  });
  const stored = await db().select({ facts: noticeSteps.facts }).from(noticeSteps);
  expect(JSON.stringify(stored), 'it goes by no mail').not.toContain('Fornecedor');
  const own = await pay();
  await declineOperation({ ctx: by('marina'), id: own.operation.id, body: {} });
  expect((await rowOf(own.operation.id)).state).toBe('declined');
  expect(await posts()).toBe(0);
});

test('after 24 hours it has expired: not approved any more, and free to be asked for again', async () => {
  const { operation } = await pay({ clientReference: `expiring-${amount}` });
  await age(operation.id, 23.9);
  await expireApprovals();
  expect((await rowOf(operation.id)).state).toBe('awaiting_approval');
  await age(operation.id, 24.1);
  await expect(approveOperation({ ctx: by('otto'), id: operation.id })).rejects.toMatchObject({
    code: 'conflict',
  });
  await Promise.all([expireApprovals(), expireApprovals()]);
  expect((await rowOf(operation.id)).state).toBe('expired');
  expect((await pay({ clientReference: `expiring-${amount}` })).operation.state).toBe('awaiting_approval');
  expect(await posts()).toBe(0);
});

test('approved hours later, what another instance takes for left behind is what was sent long ago only', async () => {
  const { operation } = await pay();
  await age(operation.id, 20);
  await bench().simulator.control('fault', { kind: 'latency', ms: 600, method: 'POST', path: '/withdraw' });
  const approved = answerOf(approveOperation({ ctx: by('otto'), id: operation.id }));
  await recoverOperations({ everything: false });
  expect((await approved).operation.state).toBe('confirmed');
});

test('approved and then lost by a dying process: never sent, and begun anew it waits again', async () => {
  const { operation } = await pay();
  await db()
    .update(operations)
    .set({ state: 'requested', decidedBy: 'otto', decidedAt: new Date() })
    .where(eq(operations.id, operation.id));
  await recoverOperations({ everything: true });
  expect(await rowOf(operation.id)).toMatchObject({ state: 'rejected', reason: 'never_sent' });
  const again = await answerOf(repeatOperation({ ctx: by('marina'), id: operation.id }));
  expect(again.operation.state).toBe('awaiting_approval');
  expect(await posts()).toBe(0);
});

test('an answer lost after approval is unknown, and known by its reference', async () => {
  const { operation } = await pay();
  await bench().simulator.control('fault', { kind: 'apply-reset', method: 'POST', path: '/withdraw' });
  const answer = await answerOf(approveOperation({ ctx: by('otto'), id: operation.id }));
  expect(answer).toMatchObject({ status: 202, operation: { state: 'unknown' } });
  expect(await posts()).toBe(1);
});

test('a refund approved after something else was given back does not go: it is asked for anew', async () => {
  const id = await bench().paid(190_000);
  const requestRefund = () => answerOf(createRefund({ ctx: by('marina'), id, body: { amount: 60_000 } }));
  const { operation } = await requestRefund();
  expect(operation.state).toBe('awaiting_approval');
  await bench().post(`/refund/${id}`, { amount: 600 });
  await expect(approveOperation({ ctx: by('otto'), id: operation.id })).rejects.toMatchObject({
    code: 'conflict',
    details: { operationId: operation.id, existing: { refund: { refundable: 130_000 } } },
  });
  expect(await rowOf(operation.id)).toMatchObject({ state: 'rejected', reason: 'never_sent', attempts: 0 });
  const again = await requestRefund();
  const approved = await answerOf(approveOperation({ ctx: by('otto'), id: again.operation.id }));
  expect(approved.operation.state).toBe('confirmed');
});

test('M5: declined once for one key, though the process ended at once', async () => {
  const { operation } = await pay();
  const { first, again } = await repeatedAfterCrash((intent) =>
    declineOperation({ ctx: { ...by('otto'), intent }, id: operation.id, body: { reason: 'Não.' } }),
  );
  expect(again).toEqual(first);
  expect(first.value).toEqual(
    JSON.parse(JSON.stringify(await getOperation({ ctx: by('otto'), id: operation.id }))),
  );
});
