import { describe, expect, test } from 'vitest';
import { CHARGE, fault, hubOver, no, ok } from '#lib/providers/hub/testing/test-hub.ts';

describe('refunds', () => {
  const STATE = {
    refunded: 500,
    inProgress: 300,
    refundable: 1700,
    status: 'PENDING',
    openDispute: 'prot-1',
  };

  test('what was given back of a charge, the newest first', async () => {
    const { port, requests } = hubOver([ok(CHARGE)]);
    const state = await port.refunds.state('payment:chg_1', {});
    expect(state).toMatchObject({ ...STATE, refunds: [{ id: 'r2', amount: 300 }, { id: 'r1' }] });
    expect(requests[0]?.line).toBe('GET /transactions/payment/chg_1');
  });

  test('of a deposit, and of an id that names no kind', async () => {
    const DEPOSIT = { id: 'dp', e2e: 'E', amount: 10, refundableAmount: 10, refundedAmount: 0 };
    const deposit = hubOver([ok(DEPOSIT)]);
    expect(await deposit.port.refunds.state('deposit:dp', {})).toMatchObject({ refundable: 10, refunded: 0 });
    expect(deposit.requests[0]?.line).toBe('GET /transactions/deposit/dp');
    const either = hubOver([no(404, 'PAYMENT_NOT_FOUND'), ok(DEPOSIT)]);
    expect(await either.port.refunds.state('dp', {})).toMatchObject({ refundable: 10 });
  });

  test.each(['payment', 'deposit'])('of a %s, with the key and the amount', async (kind) => {
    const { port, change, requests } = hubOver([ok(CHARGE)]);
    const outcome = await port.refunds.create(
      { paymentId: `${kind}:chg_1`, amount: 300 },
      { ...change, idempotencyKey: 'k' },
    );
    expect(outcome).toMatchObject({ kind: 'done', value: STATE });
    expect(requests[0]).toMatchObject({
      line: `POST /transactions/${kind}/chg_1/refund`,
      body: { amount: 300 },
    });
    expect(requests[0]?.request.headers['idempotency-key']).toBe('k');
  });

  test('without an amount: what is left is asked and named', async () => {
    const { port, change, requests, sent } = hubOver([ok(CHARGE)]);
    await port.refunds.create({ paymentId: 'payment:chg_1' }, change);
    expect(requests.map(({ line, body }) => [line, body])).toEqual([
      ['GET /transactions/payment/chg_1', null],
      ['POST /transactions/payment/chg_1/refund', { amount: 1700 }],
    ]);
    expect(sent.times).toBe(1);
    const silent = hubOver([ok({ id: 'p', amount: 5, status: 'PAID' })]);
    expect(await silent.port.refunds.create({ paymentId: 'payment:p' }, change)).toMatchObject({
      kind: 'refused',
      sent: false,
      error: { details: { fields: [{ field: 'amount', message: 'required' }] } },
    });
    const down = hubOver([fault('timeout', true)]);
    expect(await down.port.refunds.create({ paymentId: 'payment:p' }, change)).toMatchObject({
      kind: 'refused',
      sent: false,
      error: { code: 'provider_timeout' },
    });
  });

  test('whose answer tells nothing of the payment: that is read, or the refund alone is told', async () => {
    const { port, change } = hubOver([ok({ refundId: 'r9', amount: 300, status: 'PENDING' }), ok(CHARGE)]);
    const refund = { paymentId: 'payment:chg_1', amount: 300 };
    expect(await port.refunds.create(refund, change)).toMatchObject({ kind: 'done', value: STATE });
    const alone = hubOver([
      ok({ refundId: 'r9', amount: 300, status: 'PENDING' }),
      no(403, 'TOKEN_MISSING_SCOPE'),
    ]);
    expect(await alone.port.refunds.create(refund, change)).toMatchObject({
      kind: 'done',
      value: { refunded: null, status: 'PENDING', refunds: [{ id: 'r9', amount: 300 }] },
    });
    const empty = hubOver([ok(''), ok(CHARGE)]);
    expect(await empty.port.refunds.create(refund, change)).toMatchObject({ kind: 'done', value: STATE });
  });

  test.each(['REFUND_INFRACTION_OPEN', 'REFUND_IN_FLIGHT'])('%s', async (code) => {
    const { port, change } = hubOver([no(422, code)]);
    expect(await port.refunds.create({ paymentId: 'payment:p', amount: 1 }, change)).toMatchObject({
      kind: 'refused',
      error: { code: 'provider_rejected', details: { provider: { code } } },
    });
  });

  test('of anything else are not possible', async () => {
    const { port, change, requests } = hubOver([ok({})]);
    expect(await port.refunds.create({ paymentId: 'withdraw:w', amount: 1 }, change)).toMatchObject({
      kind: 'refused',
      sent: false,
    });
    expect(requests).toHaveLength(0);
  });
});
