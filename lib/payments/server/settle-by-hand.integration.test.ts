import { and, asc, eq, like } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { noticeSteps } from '#lib/data/schema/notifications.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { approveOperation, settleByHand } from '#lib/operations/server/approve.ts';
import { getOperation } from '#lib/operations/server/get-operation.ts';
import { lookUpOperation } from '#lib/operations/server/look-up.ts';
import { notifyUnknown } from '#lib/operations/server/notify-operation.ts';
import { listPayments } from '#lib/payments/server/list-payments.ts';
import { createWithdrawal } from '#lib/payments/server/payment-operation.ts';
import { createRefund } from '#lib/payments/server/refunds.ts';
import { answerOf, FINANCE, type Person, rowOf, withMoney } from '#lib/payments/server/testing/bench.ts';
import { reachFor } from '#lib/providers/reach.ts';

const bench = withMoney();
const ABOVE = { approvalAbove: '50000' };
let amount = 1_000;

beforeEach(() => {
  amount += 100;
});

/** A service that shows neither refunds nor payments: no look-up finds anything. */
function blind(who: Person = 'marina', settings: Record<string, string> = {}, permissions = FINANCE): Ctx {
  const ctx = bench().context(who, settings, permissions);
  const nothing = async () => {
    throw new GuicheError('not_supported', 'No such route here.');
  };
  const { refunds, withdrawals } = ctx.port;
  if (refunds === undefined || withdrawals === undefined) throw new Error('No money here.');
  const port = {
    ...ctx.port,
    refunds: { ...refunds, state: nothing },
    withdrawals: { ...withdrawals, find: nothing },
  };
  return { ...ctx, ...reachFor(port) };
}

const lose = (path: string, kind = 'reset') =>
  bench().simulator.control('fault', { kind, method: 'POST', path });
const updateRow = (id: string, values: Partial<typeof operations.$inferInsert>) =>
  db().update(operations).set(values).where(eq(operations.id, id));
const dayOld = (id: string) => updateRow(id, { lastSentAt: new Date(Date.now() - 24 * 3_600_000) });
const ended = (id: string) => updateRow(id, { nextLookUpAt: null });
const recordOutcome = (id: string, happened: boolean, ctx: Ctx = blind(), reason = 'Conferi no extrato.') =>
  settleByHand({ ctx, id, body: { happened, reason } });
const entriesOf = (target: string, action: string) =>
  db()
    .select({ by: auditLog.operatorId, result: auditLog.result, after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.target, target), like(auditLog.action, `%.${action}`)))
    .orderBy(asc(auditLog.seq));

async function lostRefund(): Promise<{ payment: string; id: string }> {
  const payment = await bench().paid(9_000);
  await lose(`/refund/${payment}`);
  const { operation } = await answerOf(createRefund({ ctx: blind(), id: payment, body: { amount: 4_000 } }));
  expect(operation.state).toBe('unknown');
  return { payment, id: operation.id };
}
async function lostWithdrawal(ctx: Ctx = blind(), more: object = {}): Promise<string> {
  await lose('/withdraw');
  const body = { amount, pixKey: 'ana@example.com', pixKeyType: 'email', ...more } as const;
  return (await answerOf(createWithdrawal({ ctx, body }))).operation.id;
}

describe('a refund whose answer is lost where no look-up tells', () => {
  test('is settled by a person once look-ups ended, or after a day of them; then another may be asked for', async () => {
    const { payment, id } = await lostRefund();
    const another = () => answerOf(createRefund({ ctx: blind(), id: payment, body: { amount: 2_000 } }));
    await expect(another()).rejects.toMatchObject({ code: 'conflict', details: { operationId: id } });
    await expect(recordOutcome(id, false)).rejects.toMatchObject({ code: 'conflict' });
    expect((await getOperation({ ctx: blind(), id })).operation.may.settle).toBe(false);
    await dayOld(id);
    expect((await getOperation({ ctx: blind(), id })).operation.may.settle).toBe(true);
    const { operation } = await recordOutcome(id, false, blind(), 'Ana, CPF 529.982.247-25, não recebeu.');
    expect(operation).toMatchObject({
      ...{ state: 'rejected', reason: 'by_hand', nextLookUpAt: null },
      byHand: {
        by: { name: 'Marina Lopes' },
        happened: false,
        reason: 'Ana, CPF 529.982.247-25, não recebeu.',
      },
      may: { settle: false, lookUp: false },
    });
    expect(await entriesOf(payment, 'settled')).toMatchObject([
      { by: 'marina', result: 'ok', after: { operation: id, happened: false } },
    ]);
    const [{ after } = { after: null }] = await entriesOf(payment, 'settled');
    expect(JSON.stringify(after)).toMatch(/não recebeu/);
    expect(JSON.stringify(after)).not.toContain('529.982.247-25');
    const masked = await getOperation({ ctx: bench().context('davi', {}, ['read']), id });
    expect(masked.operation.byHand?.reason).toBe('***');
    expect((await another()).operation.state).toBe('confirmed');
  });

  test('that happened counts as done, and stands in no later one’s way', async () => {
    const { payment, id } = await lostRefund();
    await ended(id);
    expect((await recordOutcome(id, true)).operation).toMatchObject({
      ...{ state: 'confirmed', reason: null },
      byHand: { happened: true },
    });
    expect(await rowOf(id)).toMatchObject({ result: null, settledBy: 'marina' });
    const next = await answerOf(
      createRefund({ ctx: bench().context(), id: payment, body: { amount: 2_000 } }),
    );
    expect(next.operation.state).toBe('confirmed');
  });

  test('only by who may ask for it, with a fresh proof, once', async () => {
    const { payment, id } = await lostRefund();
    await ended(id);
    const viewer = blind('davi', {}, ['read']);
    await expect(recordOutcome(id, true, viewer)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await getOperation({ ctx: viewer, id })).operation.may.settle).toBe(false);
    const stale = { ...blind(), sessionId: 'a session without a proof' };
    await expect(recordOutcome(id, true, stale)).rejects.toMatchObject({ code: 'step_up_required' });
    const both = await Promise.allSettled([recordOutcome(id, true), recordOutcome(id, false, blind('otto'))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
    expect(await entriesOf(payment, 'settled')).toHaveLength(1);
  });

  test('the service’s word counts more: it is asked once more before', async () => {
    const payment = await bench().paid(9_000);
    await lose(`/refund/${payment}`, 'apply-reset');
    const ctx = bench().context();
    const { operation } = await answerOf(createRefund({ ctx, id: payment, body: {} }));
    await ended(operation.id);
    await expect(recordOutcome(operation.id, false, ctx)).rejects.toMatchObject({ code: 'conflict' });
    expect(await rowOf(operation.id)).toMatchObject({ state: 'confirmed', settledBy: null });
  });
});

describe('a payment settled by a person', () => {
  /** Shown by a list of the service, with this amount. */
  async function shown(id: string, cents = amount): Promise<void> {
    const clientReference = (await rowOf(id)).clientReference ?? '';
    const there = { pixKey: 'ana@example.com', pixType: 'email', clientReference };
    await bench().post('/withdraw', { ...there, amount: cents / 100 });
    await listPayments(bench().context(), 'withdrawals', { limit: 50, clientReference });
  }

  test('as not done and shown later: done after all, and everybody is told', async () => {
    const id = await lostWithdrawal();
    await ended(id);
    await recordOutcome(id, false);
    await shown(id);
    const { operation } = await getOperation({ ctx: blind(), id });
    expect(operation).toMatchObject({
      ...{ state: 'confirmed', lateAt: expect.any(String), byHand: { happened: false } },
      may: { acknowledge: true },
    });
  });

  test('as done and shown later: as it was said, nobody is alarmed', async () => {
    const id = await lostWithdrawal();
    await ended(id);
    await recordOutcome(id, true);
    await shown(id);
    expect(await rowOf(id)).toMatchObject({
      state: 'confirmed',
      lateAt: null,
      result: { payment: { amount } },
    });
  });

  test('is told to who had been told that it was not known', async () => {
    const id = await lostWithdrawal();
    await dayOld(id);
    await notifyUnknown();
    await ended(id);
    await recordOutcome(id, true);
    const steps = await db()
      .select({ step: noticeSteps.step })
      .from(noticeSteps)
      .where(eq(noticeSteps.cause, `operation:${id}`))
      .orderBy(asc(noticeSteps.at));
    expect(steps.map(({ step }) => step)).toEqual(['unknown', 'said_confirmed']);
  });

  test('that two people let go is not settled by its requester alone', async () => {
    amount += 60_000;
    const id = await lostWithdrawal(blind('marina', ABOVE));
    expect((await rowOf(id)).state).toBe('awaiting_approval');
    await approveOperation({ ctx: blind('otto', ABOVE), id });
    expect((await rowOf(id)).state).toBe('unknown');
    await ended(id);
    // Whatever today's rule is.
    await expect(recordOutcome(id, false)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await getOperation({ ctx: blind(), id })).operation.may.settle).toBe(false);
    expect(await entriesOf((await rowOf(id)).target, 'settled')).toMatchObject([
      { by: 'marina', result: 'refused', after: { happened: false } },
    ]);
    expect((await getOperation({ ctx: blind('otto'), id })).operation.may.settle).toBe(true);
    expect((await recordOutcome(id, false, blind('otto'))).operation.state).toBe('rejected');
  });

  test('nor one that would have to be approved today', async () => {
    amount += 60_000;
    const id = await lostWithdrawal();
    await ended(id);
    await expect(recordOutcome(id, true, blind('marina', ABOVE))).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect((await recordOutcome(id, true, blind('davi', ABOVE))).operation.state).toBe('confirmed');
  });
});

test('when it was looked up last is told', async () => {
  const { id } = await lostRefund();
  expect((await getOperation({ ctx: blind(), id })).operation.lookedUpAt).toBeNull();
  await bench().simulator.control('fault', {
    kind: 'status',
    status: 503,
    method: 'GET',
    untilCleared: true,
  });
  await lookUpOperation(id, { due: false });
  expect((await getOperation({ ctx: blind(), id })).operation.lookedUpAt).toEqual(expect.any(String));
});
