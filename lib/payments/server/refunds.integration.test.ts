import { beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { getReceipt } from '#lib/payments/server/list-payments.ts';
import { createWithdrawal } from '#lib/payments/server/payment-operation.ts';
import { createRefund, getRefundState } from '#lib/payments/server/refunds.ts';
import { answerOf, longAbsent, resolve, rowOf, withMoney } from '#lib/payments/server/testing/bench.ts';

const bench = withMoney();
let ctx: Ctx;
let id = '';

beforeEach(async () => {
  ctx = bench().context();
  id = await bench().paid(10_000);
});

const refund = (body: object = {}) => answerOf(createRefund({ ctx, id, body }));
const fault = (options: object) =>
  bench().simulator.control('fault', { method: 'POST', path: '/refund/{id}', ...options });
const posts = () => bench().calls('POST', `/refund/${id}`);
const refundedCents = async () => {
  const { refunded, inProgress } = await getRefundState({ ctx, id });
  return (refunded ?? 0) + (inProgress ?? 0);
};

test('of all that is left: once, and a second says what stands there', async () => {
  const answer = await refund();
  expect(answer).toMatchObject({ status: 201, operation: { kind: 'refund.create', state: 'confirmed' } });
  expect(await rowOf(answer.operation.id)).toMatchObject({ target: id, amount: 10_000 });
  expect(await refundedCents()).toBe(10_000);
  await expect(refund()).rejects.toMatchObject({
    code: 'already_done',
    details: { existing: { refund: {} } },
  });
  expect(await posts()).toBe(1);
});

test('in parts, never above what a fresh read says is left', async () => {
  expect((await refund({ amount: 3_000, description: 'Troca, CPF 123.456.789-09' })).status).toBe(201);
  await bench().simulator.control('time', { advanceMs: 60_000 });
  await expect(refund({ amount: 7_001 })).rejects.toMatchObject({
    code: 'invalid_request',
    details: {
      fields: [{ field: 'amount', message: 'above_left' }],
      existing: { refund: { refundable: 7_000 } },
    },
  });
  const second = await refund({ amount: 7_000 });
  expect(second.status).toBe(201);
  expect(JSON.stringify((await rowOf(second.operation.id)).result)).not.toContain('123.456.789-09');
  expect(await refundedCents()).toBe(10_000);
  expect(await posts()).toBe(2);
});

describe.each([
  ['all of it', {}, 10_000],
  ['a part', { amount: 2_500 }, 2_500],
] as const)('%s without a readable answer', (_, body, amount) => {
  test.each([
    ['apply-silent', true],
    ['silent', false],
    ['apply-reset', true],
    ['reset', false],
    ['truncated', true],
    ['empty', false],
  ] as const)('%s: unknown, then told as it is, with one send', async (kind, applied) => {
    await fault({ kind });
    const { operation, status } = await refund(body);
    expect([status, operation.state]).toEqual([202, 'unknown']);
    await expect(refund({ amount: 1 })).rejects.toMatchObject({
      code: 'conflict',
      details: { operationId: operation.id },
    });
    if (!applied) await longAbsent(operation.id);
    expect((await resolve(operation.id)).state).toBe(applied ? 'confirmed' : 'rejected');
    expect(await posts()).toBe(1);
    expect(await refundedCents()).toBe(applied ? amount : 0);
  });
});

test('while it shows more refunded than before it is never rejected as not found', async () => {
  await fault({ kind: 'reset' });
  const { operation } = await refund({ amount: 2_500 });
  // Somebody gives back another amount in the provider's own panel.
  await bench().post(`/refund/${id}`, { amount: 11 });
  await longAbsent(operation.id);
  expect((await resolve(operation.id, 2)).state).toBe('unknown');
});

test('one made elsewhere at the last moment is refused as done already, and shown', async () => {
  await fault({ kind: 'status', status: 409, errorCode: 'PZC221' });
  await expect(refund()).rejects.toMatchObject({
    code: 'already_done',
    details: { provider: { code: 'PZC221' }, existing: { refund: { refunded: expect.any(Number) } } },
  });
});

test('under the reference of a withdrawal, or of a refund of another payment: refused at the reference, and not sent', async () => {
  const clientReference = `refund-${id}`;
  const body = { amount: 1_234, pixKey: 'ana@example.com', pixKeyType: 'email', clientReference } as const;
  const { operation } = await answerOf(createWithdrawal({ ctx, body }));
  const taken = (operationId: string) => ({
    code: 'already_done',
    details: { operationId, fields: [{ field: 'clientReference', message: 'taken' }] },
  });
  await expect(refund({ amount: 100, clientReference })).rejects.toMatchObject(taken(operation.id));
  expect(await posts()).toBe(0);
  const other = await bench().paid(5_000);
  const own = `own-${id}`;
  const first = await answerOf(createRefund({ ctx, id: other, body: { amount: 100, clientReference: own } }));
  await expect(refund({ amount: 100, clientReference: own })).rejects.toMatchObject(
    taken(first.operation.id),
  );
  expect(await posts()).toBe(0);
});

test('at once from two tabs: one is sent', async () => {
  await fault({ kind: 'latency', ms: 300 });
  const both = await Promise.allSettled([refund(), refund()]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await posts()).toBe(1);
});

test('of what is not paid, and the receipt of a withdrawal', async () => {
  const { id: pending } = await bench().post('/pix', { amount: 5 });
  await expect(createRefund({ ctx, id: pending, body: { amount: 100 } })).rejects.toMatchObject({
    details: { fields: [{ field: 'amount', message: 'above_left' }] },
  });
  await expect(createRefund({ ctx, id: 'none', body: {} })).rejects.toMatchObject({ code: 'not_found' });
  const body = { amount: 12, pixKey: 'ana@example.com', pixType: 'email' };
  const { id: withdrawal } = await bench().post('/withdraw', body);
  await bench().simulator.control('time', { advanceMs: 60_000 });
  const receipt = await getReceipt({ ctx, id: withdrawal, query: {} });
  expect(receipt.headers.get('content-type')).toBe('application/pdf');
});

describe('M2: what was read before holds when the refund is written', () => {
  /**
   * A caller whose read of the refunds is answered when the test ends the wait, with what stood at its
   * beginning.
   */
  function slowReader() {
    const answer = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const { refunds } = ctx.port;
    if (refunds === undefined) throw new Error('No refunds.');
    const state: typeof refunds.state = async (...of) => {
      const then = await refunds.state(...of);
      begun.resolve();
      await answer.promise;
      return then;
    };
    const slow: Ctx = { ...ctx, port: { ...ctx.port, refunds: { ...refunds, state } } };
    return { slow, answer: answer.resolve, begun: begun.promise };
  }
  const part = (who: Ctx) => answerOf(createRefund({ ctx: who, id, body: { amount: 2_500 } }));

  test('M2: one that began and ended since the read refuses the second', async () => {
    const { slow, answer, begun } = slowReader();
    const second = part(slow).catch((error: unknown) => error);
    await begun;
    expect((await part(ctx)).operation.state).toBe('confirmed');
    // Its answer would be lost, and the first refund taken for it.
    await fault({ kind: 'reset' });
    answer();
    expect(await second).toMatchObject({ code: 'conflict', details: { existing: { operation: {} } } });
    expect(await posts()).toBe(1);
    expect(await refundedCents()).toBe(2_500);
  });

  test('M2: a read that lags behind our own refund asks nothing', async () => {
    const { slow, answer, begun } = slowReader();
    const old = getRefundState({ ctx: slow, id });
    await begun;
    expect((await part(ctx)).operation.state).toBe('confirmed');
    answer();
    const lagging = await old;
    const { refunds } = ctx.port;
    if (refunds === undefined) throw new Error('No refunds.');
    const behind = { ...ctx, port: { ...ctx.port, refunds: { ...refunds, state: async () => lagging } } };
    await fault({ kind: 'reset' });
    await expect(part(behind)).rejects.toMatchObject({ code: 'conflict' });
    expect(await posts()).toBe(1);
    await bench().simulator.control('clear', { all: true });
    expect((await part(ctx)).status, 'once it shows, the next one goes').toBe(201);
    expect(await refundedCents()).toBe(5_000);
  });
});
