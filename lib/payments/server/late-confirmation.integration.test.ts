import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { acknowledgeOperation } from '#lib/operations/server/approve.ts';
import { getOperation, listOperations } from '#lib/operations/server/get-operation.ts';
import { confirmFromList, onCallbacks } from '#lib/operations/server/late-confirmation.ts';
import { dueLookUps } from '#lib/operations/server/look-up.ts';
import { listPayments } from '#lib/payments/server/list-payments.ts';
import { createWithdrawal } from '#lib/payments/server/payment-operation.ts';
import { answerOf, longAbsent, resolve, rowOf, withMoney } from '#lib/payments/server/testing/bench.ts';

const bench = withMoney();
let ctx: Ctx;
/** Another amount for each test, so that none is taken for another's duplicate. */
let amount = 1_000;

beforeEach(() => {
  ctx = bench().context();
  amount += 100;
});

const pay = () =>
  answerOf(createWithdrawal({ ctx, body: { amount, pixKey: 'ana@example.com', pixKeyType: 'email' } }));
const fault = (options: object) =>
  bench().simulator.control('fault', { method: 'POST', path: '/withdraw', ...options });
const referenceOf = async (operation: string) => (await rowOf(operation)).clientReference ?? '';

describe('happened after it was given up', () => {
  /** Given up, and then shown by a list. */
  async function lateConfirmation(end: 'rejected' | 'unknown'): Promise<string> {
    await fault({ kind: 'reset' });
    const { id } = (await pay()).operation;
    if (end === 'rejected') await longAbsent(id).then(() => resolve(id));
    else await db().update(operations).set({ nextLookUpAt: null }).where(eq(operations.id, id));
    expect((await rowOf(id)).state).toBe(end);
    const clientReference = await referenceOf(id);
    await bench().post('/withdraw', {
      ...{ amount: amount / 100, pixKey: 'ana@example.com', pixType: 'email', clientReference },
    });
    await listPayments(ctx, 'withdrawals', { limit: 50, clientReference });
    return id;
  }
  const open = async (who: Ctx) =>
    (await listOperations({ ctx: who, query: { late: 'open', limit: 50 } })).items;
  const acknowledgements = (target: string) =>
    db()
      .select({ by: auditLog.operatorId, result: auditLog.result })
      .from(auditLog)
      .where(and(eq(auditLog.target, target), eq(auditLog.action, 'withdrawal.key.late-acknowledged')));

  test.each(['rejected', 'unknown'] as const)(
    'from %s: every page says so, until one who answers for it knows',
    async (end) => {
      const id = await lateConfirmation(end);
      const { target } = await rowOf(id);
      const viewer = bench().context('davi', {}, ['read']);
      const colleague = bench().context('otto', {}, ['read', 'withdraw']);
      const notice = (items: Awaited<ReturnType<typeof open>>) => items.find((one) => one.id === id);
      expect(notice(await open(viewer))).toMatchObject({
        ...{ state: 'confirmed', amount, lateSeen: null, actor: { id: 'marina' } },
        may: { acknowledge: false },
      });
      await expect(acknowledgeOperation({ ctx: viewer, id })).rejects.toMatchObject({ code: 'forbidden' });
      expect(notice(await open(colleague))?.may.acknowledge).toBe(true);

      const both = await Promise.all([
        acknowledgeOperation({ ctx: colleague, id }),
        acknowledgeOperation({ ctx, id }),
      ]);
      const [first, second] = both.map(({ operation }) => operation.lateSeen);
      expect(first, 'both are told who was first').toEqual(second);
      expect(['otto', 'marina']).toContain(first?.by.id);
      expect(await acknowledgements(target)).toEqual([
        { by: 'davi', result: 'refused' },
        { by: first?.by.id, result: 'ok' },
      ]);
      for (const who of [viewer, colleague, ctx]) expect(notice(await open(who))).toBeUndefined();
      const { operation } = await getOperation({ ctx, id });
      expect(operation).toMatchObject({ lateAt: expect.any(String), may: { acknowledge: false } });
    },
  );

  test('its requester may, whatever their role is now; what ended otherwise has nothing to acknowledge', async () => {
    const id = await lateConfirmation('rejected');
    const now = bench().context('marina', {}, ['read']);
    expect((await acknowledgeOperation({ ctx: now, id })).operation.lateSeen?.by.id).toBe('marina');
    const { operation } = await pay();
    await expect(acknowledgeOperation({ ctx, id: operation.id })).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('heard of by a callback', () => {
  test('one that is not known is looked up at once', async () => {
    await fault({ kind: 'apply-reset' });
    const { operation } = await pay();
    await onCallbacks(bench().account.id, ['another-one', await referenceOf(operation.id)]);
    expect((await dueLookUps()).map(({ id }) => id)).toContain(operation.id);
  });

  test('one that was given up is looked up once more; a list read in passing tells too', async () => {
    for (const source of ['callback', 'list'] as const) {
      amount += 1;
      await fault({ kind: 'reset' });
      const { operation } = await pay();
      await longAbsent(operation.id);
      await resolve(operation.id);
      const reference = await referenceOf(operation.id);
      await onCallbacks(bench().account.id, [reference]);
      expect((await rowOf(operation.id)).state, 'the provider has none').toBe('rejected');
      const late = { amount: amount / 100, pixKey: 'ana@example.com', pixType: 'email' };
      await bench().post('/withdraw', { ...late, clientReference: reference });
      if (source === 'callback') await onCallbacks(bench().account.id, [reference]);
      else {
        const payment = await ctx.port.withdrawals?.find({ clientReference: reference }, {});
        confirmFromList(bench().account.id, payment ? [payment] : []);
      }
      await expect
        .poll(async () => (await rowOf(operation.id)).state, { timeout: 10_000, message: source })
        .toBe('confirmed');
      expect((await rowOf(operation.id)).lateAt).not.toBeNull();
    }
  });
});
