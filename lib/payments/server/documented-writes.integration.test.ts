import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { lookUpOperation } from '#lib/operations/server/look-up.ts';
import { createCharge } from '#lib/payments/server/payment-operation.ts';
import { createPixKey } from '#lib/payments/server/pix-key-operation.ts';
import { createRefund, getRefundState } from '#lib/payments/server/refunds.ts';
import { answerOf, resolve, rowOf, withMoney } from '#lib/payments/server/testing/bench.ts';
import type { Outcome } from '#lib/providers/port.ts';

const bench = withMoney();
let ctx: Ctx;
const control = (action: string, more: object) => bench().simulator.control(action, { api: 'hub', ...more });
/** Reads that document 2 does not show, as a service without them answers. */
const absent = (path: string, more: object = {}) =>
  control('fault', {
    ...{ kind: 'status', status: 404, errorCode: 'ROUTE_NOT_FOUND', count: null },
    ...{ method: 'GET', path, ...more },
  });

beforeAll(() => control('state', { rateLimits: false, quiet: true }));
beforeEach(() => {
  ctx = bench().onHub();
});

async function paidCharge(amount: number): Promise<string> {
  const body = { amount, payer: { name: 'Ana Souza', document: '123.456.789-09' } };
  const { result } = await answerOf(createCharge({ ctx, body }));
  const id = result?.payment?.id ?? '';
  await control('pay', { id: id.replace('payment:', '') });
  return id;
}

describe('R4: a documented write waits for no undocumented read', () => {
  test.each([
    ['is not there', {}],
    ['is not for this credential', { status: 403, errorCode: 'TOKEN_MISSING_SCOPE' }],
    ['answers nothing but its status', { errorCode: undefined, kind: 'html', status: undefined }],
  ])('the refund of a charge, where the read of a charge %s', async (_, more) => {
    const id = await paidCharge(2_500);
    await absent('/transactions/payment/{id}', more);
    expect(await getRefundState({ ctx, id })).toMatchObject({ refundable: null, refunded: null });
    // What is left is not reported, and document 2 does not state what a missing amount means.
    await expect(createRefund({ ctx, id, body: {} })).rejects.toMatchObject({
      details: { fields: [{ field: 'amount', message: 'required' }] },
    });
    const answer = await answerOf(createRefund({ ctx, id, body: { amount: 2_500 } }));
    expect(answer).toMatchObject({ status: 201, operation: { state: 'confirmed' } });
    expect(await bench().calls('POST', `/transactions/payment/${id.slice(8)}/refund`)).toBe(1);
  });

  test('a refund whose answer was lost stays unknown, never "not there", while nobody tells', async () => {
    const id = await paidCharge(2_500);
    await absent('/transactions/payment/{id}');
    await control('fault', {
      ...{ kind: 'apply-reset', method: 'POST', path: '/transactions/payment/{id}/refund' },
    });
    const { operation } = await answerOf(createRefund({ ctx, id, body: { amount: 1_000 } }));
    expect(await lookUpOperation(operation.id, { due: false })).toMatchObject({ absentSince: null });
    await bench().simulator.control('clear', { all: true });
    // Readable again: what was there before is not known, so that a refund of this amount proves nothing.
    await lookUpOperation(operation.id, { due: false });
    expect((await rowOf(operation.id)).state).toBe('unknown');
  });

  test('a Pix key, where the list of keys is not there', async () => {
    await absent('/transactions/pix-keys');
    const answer = await answerOf(createPixKey({ ctx, body: { type: 'EVP' } }));
    expect(answer).toMatchObject({ status: 201, operation: { state: 'confirmed' } });
  });
});

describe('R8: an answer that names nothing is looked up at once', () => {
  const unread = (outcome: Outcome<unknown>): Outcome<never> =>
    outcome.kind === 'done'
      ? { kind: 'unknown', taken: true, error: new GuicheError('provider_unavailable', 'Unreadable.') }
      : (outcome as Outcome<never>);

  test('a charge is confirmed by its reference with the first answer', async () => {
    const pix = bench().context();
    const { charges } = pix.port;
    if (charges === undefined) throw new Error('No charges.');
    const port = {
      ...pix.port,
      charges: {
        ...charges,
        create: async (...args: Parameters<typeof charges.create>) => unread(await charges.create(...args)),
      },
    };
    const answer = await answerOf(createCharge({ ctx: { ...pix, port }, body: { amount: 1_234 } }));
    expect(answer).toMatchObject({ status: 201, operation: { state: 'confirmed' } });
    expect((await rowOf(answer.operation.id)).lookUps).toBe(0);
    expect(await bench().calls('POST', '/pix')).toBe(1);
  });

  test('a random key is known by being new', async () => {
    const { pixKeys } = ctx.port;
    if (pixKeys === undefined) throw new Error('No keys.');
    const port = {
      ...ctx.port,
      pixKeys: {
        ...pixKeys,
        create: async (...args: Parameters<typeof pixKeys.create>) => unread(await pixKeys.create(...args)),
      },
    };
    const answer = await answerOf(createPixKey({ ctx: { ...ctx, port }, body: { type: 'EVP' } }));
    expect(answer).toMatchObject({ status: 201, result: { key: { id: expect.any(String) } } });
  });

  test('M2: a random key that another operation made is not taken for one whose answer was lost', async () => {
    const { pixKeys } = ctx.port;
    if (pixKeys === undefined) throw new Error('No keys.');
    const before = await pixKeys.list({});
    await answerOf(createPixKey({ ctx, body: { type: 'EVP' } }));
    const behind = { ...ctx.port, pixKeys: { ...pixKeys, list: async () => before } };
    await bench().simulator.control('fault', { api: 'hub', kind: 'reset', method: 'POST' });
    const lost = await answerOf(createPixKey({ ctx: { ...ctx, port: behind }, body: { type: 'EVP' } }));
    expect(lost.operation.state).toBe('unknown');
    await bench().simulator.control('clear', { all: true });
    expect((await resolve(lost.operation.id, 2)).state).toBe('unknown');
  });
});
