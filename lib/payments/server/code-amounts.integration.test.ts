import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { refusalOf } from '#lib/api/testing/calls.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { field, sealed } from '#lib/core/pix/testing/write-code.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { approveOperation, repeatOperation } from '#lib/operations/server/approve.ts';
import { listOperations } from '#lib/operations/server/get-operation.ts';
import type { NewCodePayment } from '#lib/payments/contract.ts';
import { listPayments } from '#lib/payments/server/list-payments.ts';
import { createCodePayment } from '#lib/payments/server/payment-operation.ts';
import { decodeCode } from '#lib/payments/server/receiver.ts';
import { answerOf, longAbsent, resolve, rowOf, withMoney } from '#lib/payments/server/testing/bench.ts';
import type { DecodedCode, Payment } from '#lib/providers/money-records.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

const bench = withMoney();
/** A charge of the simulator: its code is dynamic, and its text says R$ 1.00. */
let code = '';
/** The present answer of the receiver's institution to the code. Cents; a GuicheError: it does not answer. */
let codeAnswer: { amount: number | null; editable?: boolean; document?: string } | GuicheError;
/** The amounts that left, in cents; undefined: none was named. */
let sent: (number | undefined)[] = [];
/** The amount that the provider reports as paid. Cents. */
let pays: number | null = null;

beforeEach(async () => {
  codeAnswer = { amount: 100 };
  pays = null;
  sent = [];
  const charge = await bench().post('/pix', { amount: 1 });
  code = (charge as unknown as { qrCodeText: string }).qrCodeText;
});

const decoded = ({
  amount,
  editable = false,
  document,
}: Exclude<typeof codeAnswer, GuicheError>): DecodedCode => ({
  ...{
    type: 'DYNAMIC',
    name: 'Loja do Zé',
    document: document ?? '**.318.447/****-**',
    city: null,
    key: null,
  },
  ...{ txid: null, url: 'pix.example/qr/1', description: null, amount, originalAmount: amount },
  ...{ amountEditable: editable, expiresInSeconds: null, dueDate: null, other: {} },
});

/** The same caller; the code's receiver answers with `codeAnswer`, the provider with `pays`. */
function by(ctx: Ctx): Ctx {
  const { withdrawals } = ctx.port;
  if (withdrawals === undefined) throw new Error('No withdrawals.');
  const port: ProviderPort = {
    ...ctx.port,
    async decodeCode() {
      if (codeAnswer instanceof GuicheError) throw codeAnswer;
      return decoded(codeAnswer);
    },
    withdrawals: {
      ...withdrawals,
      async toCode(payment, change) {
        await change.sending();
        sent.push(payment.amount);
        const amount =
          pays ?? payment.amount ?? (codeAnswer instanceof GuicheError ? null : codeAnswer.amount);
        const value = { ...paid(amount), clientReference: payment.clientReference };
        return { kind: 'done', value, requestId: null, date: new Date().toISOString() };
      },
    },
  };
  return { ...ctx, port };
}

const paid = (amount: number | null) =>
  ({
    ...{ id: `paid-${sent.length}-${Date.now()}`, type: 'WITHDRAW', status: 'PENDING', amount },
    ...{ createdAt: new Date().toISOString(), withdrawPixKey: null, receiver: {}, fee: null },
  }) as unknown as Payment;

const marina = (settings = {}) => by(bench().context('marina', settings));
const otto = () => by(bench().context('otto'));
const pay = (body: Partial<NewCodePayment> = {}, who = marina()) =>
  answerOf(createCodePayment({ ctx: who, body: { code, ...body } }));
const rows = () => db().select().from(operations).where(eq(operations.kind, 'withdrawal.code'));
const down = () => new GuicheError('provider_unavailable', 'Nobody answers.');

describe('M1: the amount of a code that names it', () => {
  test('M1: always goes along, and is the one that is approved, asked about and kept', async () => {
    codeAnswer = { amount: 5_000_000 };
    const { operation } = await pay({}, marina({ approvalAbove: '1000' }));
    expect(operation.state, 'the text says R$ 1.00, the receiver R$ 50,000').toBe('awaiting_approval');
    expect((await rowOf(operation.id)).amount).toBe(5_000_000);
    expect((await refusalOf(pay()))?.code, 'the same amount to the same receiver').toBe('conflict');
    await answerOf(approveOperation({ ctx: otto(), id: operation.id }));
    expect(sent).toEqual([5_000_000]);
  });

  test('M1: one that cannot be read now is not paid, and its field says so', async () => {
    codeAnswer = down();
    const before = await rows();
    for (const amount of [undefined, 100])
      expect(await refusalOf(pay({ ...(amount === undefined ? {} : { amount }) }))).toMatchObject({
        code: 'provider_unavailable',
        details: { fields: [{ field: 'code', message: 'code_unread' }] },
      });
    expect(await refusalOf(decodeCode({ ctx: marina(), body: { code } }))).toMatchObject({
      details: { fields: [{ field: 'code', message: 'code_unread' }] },
    });
    expect(await rows()).toHaveLength(before.length);
    expect(sent).toEqual([]);
  });

  test.each([
    ['a route that is not there', { code: 'ROUTE_NOT_FOUND', status: 404 }],
    ['a bare 404', { code: null, status: 404 }],
    ['a scope that is missing', { code: 'TOKEN_MISSING_SCOPE', status: 403 }],
    ['reading that is not enabled', { code: 'PZK401', status: 403 }],
  ])('M1: %s: who asks types the amount, whatever the text says', async (_, refusal) => {
    const provider = { ...refusal, message: null, requestId: null };
    codeAnswer = new GuicheError('provider_rejected', 'No.', { provider });
    expect(await refusalOf(decodeCode({ ctx: marina(), body: { code } }))).toMatchObject({
      code: 'not_supported',
    });
    expect(await refusalOf(pay())).toMatchObject({
      details: { fields: [{ field: 'amount', message: 'amount_required' }] },
    });
    const { operation } = await pay({ amount: 4_321 });
    expect((await rowOf(operation.id)).amount).toBe(4_321);
    expect(sent).toEqual([4_321]);
  });

  test('R1: of a static code its own text names the amount where the answer tells none, and only there', async () => {
    const account = field('26', field('00', 'br.gov.bcb.pix') + field('01', 'loja@norte.example'));
    const ofAmount = field('52', '0000') + field('53', '986') + field('54', '98.73');
    const payee = field('58', 'BR') + field('59', 'Loja Norte') + field('60', 'Recife');
    const fixed = sealed(field('00', '01') + account + ofAmount + payee + field('62', field('05', '***')));
    const amountOf = async (text: string) =>
      (await decodeCode({ ctx: marina(), body: { code: text } })).code.amount;
    codeAnswer = { amount: null };
    expect(await amountOf(fixed)).toBe(9_873);
    expect(await amountOf(code), 'what a dynamic one asks only its receiver knows').toBeNull();
    codeAnswer = { amount: 5_000 };
    expect(await amountOf(fixed)).toBe(5_000);
  });

  test('M1: changed between reading and asking, it is refused; what was shown is what holds', async () => {
    codeAnswer = { amount: 1_000 };
    const { lookup } = await decodeCode({ ctx: marina(), body: { code } });
    codeAnswer = { amount: 5_000_000 };
    const fields = [{ field: 'amount', message: 'amount_changed' }];
    expect(await refusalOf(pay({ lookup }))).toMatchObject({ details: { fields } });
    expect(await refusalOf(pay({ lookup, amount: 1_000 }))).toMatchObject({ details: { fields } });
    expect(await refusalOf(pay({ amount: 1_000 }))).toMatchObject({
      details: { fields: [{ field: 'amount', message: 'amount_fixed' }] },
    });
    expect(sent).toEqual([]);
  });
});

describe('M1: between asking and sending', () => {
  async function waiting(): Promise<string> {
    codeAnswer = { amount: 20_000 };
    const { operation } = await pay({}, marina({ approvalAbove: '1000' }));
    expect(operation.state).toBe('awaiting_approval');
    return operation.id;
  }

  test.each([
    ['another amount', { amount: 20_001 }],
    ['another receiver', { amount: 20_000, document: '**.999.447/****-**' }],
  ])('M1: %s: what was approved is not sent, and it says why', async (_, changed) => {
    const id = await waiting();
    codeAnswer = changed;
    expect(await refusalOf(approveOperation({ ctx: otto(), id }))).toMatchObject({
      code: 'code_changed',
      details: { operationId: id, existing: { amount: changed.amount } },
    });
    expect(await rowOf(id)).toMatchObject({ state: 'rejected', reason: 'never_sent', attempts: 0 });
    // Begun anew it waits for its approval again, and is read again.
    const again = await answerOf(repeatOperation({ ctx: marina({ approvalAbove: '1000' }), id }));
    expect(again.operation.state).toBe('awaiting_approval');
    await refusalOf(approveOperation({ ctx: otto(), id: again.operation.id }));
    expect(await refusalOf(repeatOperation({ ctx: marina(), id: again.operation.id }))).toMatchObject({
      code: 'code_changed',
    });
    expect(sent).toEqual([]);
  });

  test('M1: one that cannot be read again is not sent; unchanged it goes with its amount', async () => {
    const id = await waiting();
    codeAnswer = down();
    expect(await refusalOf(approveOperation({ ctx: otto(), id }))).toMatchObject({
      code: 'provider_unavailable',
    });
    expect(sent).toEqual([]);
    codeAnswer = { amount: 20_000 };
    expect((await answerOf(repeatOperation({ ctx: marina(), id }))).operation.state).toBe('confirmed');
    expect(sent).toEqual([20_000]);
  });
});

describe('M1: a confirmation with another amount', () => {
  const alarms = async () =>
    (await listOperations({ ctx: marina(), query: { late: 'open', limit: 50 } })).items;

  async function expectReported(id: string, paidCents: number) {
    const { state, problem, lateAt, target } = await rowOf(id);
    expect({ state, problem }).toMatchObject({
      state: 'confirmed',
      problem: { code: 'amount_differs', existing: { amount: paidCents } },
    });
    expect(lateAt).not.toBeNull();
    const alarm = (await alarms()).find((one) => one.id === id);
    expect(alarm).toMatchObject({ problem: { code: 'amount_differs' }, may: { acknowledge: true } });
    const entries = await db().select().from(auditLog).where(eq(auditLog.target, target));
    expect(entries.map(({ action }) => action)).toContain('withdrawal.code.amount-differs');
  }

  test.each([
    ['made here', undefined],
    ['typed', 'pedido-novo'],
  ])('M1: stays confirmed, is told on every page and audited (reference %s)', async (_, clientReference) => {
    codeAnswer = { amount: 700 };
    pays = 5_000_000;
    const answer = await pay({ ...(clientReference === undefined ? {} : { clientReference }) });
    expect(answer).toMatchObject({
      status: 201,
      operation: { state: 'confirmed', problem: { code: 'amount_differs' } },
    });
    await expectReported(answer.operation.id, 5_000_000);
  });

  test('M1: the right amount raises none', async () => {
    codeAnswer = { amount: 800 };
    const { operation } = await pay();
    expect(operation).not.toHaveProperty('problem');
    expect(await rowOf(operation.id)).toMatchObject({ problem: null, lateAt: null, amount: 800 });
  });

  test('M1: found by a look-up, and found after it was given up', async () => {
    for (const source of ['look-up', 'given up'] as const) {
      await bench().simulator.control('fault', { kind: 'reset', method: 'POST', path: '/withdraw/qrcode' });
      const ctx = { ...marina(), port: { ...bench().context().port, decodeCode: marina().port.decodeCode } };
      codeAnswer = { amount: source === 'look-up' ? 901 : 902 };
      const { operation } = await pay({}, ctx as Ctx);
      expect(operation.state).toBe('unknown');
      const clientReference = (await rowOf(operation.id)).clientReference ?? '';
      const elsewhere = { pixKey: 'ana@example.com', pixType: 'email', clientReference, amount: 77 };
      if (source === 'given up') await longAbsent(operation.id).then(() => resolve(operation.id));
      await bench().post('/withdraw', elsewhere);
      if (source === 'look-up') await resolve(operation.id);
      else await listPayments(ctx as never, 'withdrawals', { limit: 50, clientReference });
      await expectReported(operation.id, 7_700);
    }
  });
});
