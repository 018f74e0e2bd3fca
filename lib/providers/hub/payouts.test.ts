import { describe, expect, test } from 'vitest';
import { hubOver, no, ok, PAYOUT } from '#lib/providers/hub/testing/test-hub.ts';

describe('withdrawals', () => {
  const withdrawal = { amount: 5000, pixKey: 'a@example.test', pixKeyType: 'email', clientReference: 'w-1' };

  test('to a key', async () => {
    const { port, change, requests } = hubOver([ok(PAYOUT)]);
    const outcome = await port.withdrawals.toKey(
      { ...withdrawal, description: 'folha' },
      { ...change, idempotencyKey: 'k' },
    );
    expect(outcome).toMatchObject({
      kind: 'done',
      value: {
        id: 'withdraw:wd_1',
        type: 'WITHDRAW',
        status: 'REQUESTED',
        amount: 5000,
        fee: 200,
        totalDebited: 5200,
        withdrawPixKey: 'a***@example.test',
        withdrawPixType: 'EMAIL',
        receiver: { name: 'Bia', institutionIspb: '11111111', institutionName: 'Banco', accountNumber: '1' },
        payer: { name: null },
        clientReference: 'w-1',
        description: 'folha',
        other: { webhookId: 'hook_1' },
      },
    });
    expect(requests[0]).toMatchObject({
      line: 'POST /transactions/withdraw',
      body: {
        amount: 5000,
        pixKey: 'a@example.test',
        pixKeyType: 'EMAIL',
        externalRef: 'w-1',
        comment: 'folha',
      },
    });
    expect(requests[0]?.request.headers['idempotency-key']).toBe('k');
  });

  test('of a code, with and without an amount', async () => {
    const { port, change, requests } = hubOver([ok({ ...PAYOUT, operation: 'EXTERNAL_PAYMENT' })]);
    const outcome = await port.withdrawals.toCode({ code: '000201', clientReference: 'w-2' }, change);
    expect(outcome).toMatchObject({ value: { type: 'EXTERNAL_PAYMENT' } });
    await port.withdrawals.toCode({ code: '000201', amount: 7, clientReference: 'w-3' }, change);
    expect(requests.map(({ line, body }) => [line, body])).toEqual([
      ['POST /transactions/pix/qr-payments', { brCode: '000201', externalRef: 'w-2' }],
      ['POST /transactions/pix/qr-payments', { brCode: '000201', amount: 7, externalRef: 'w-3' }],
    ]);
  });

  test('that the balance does not cover', async () => {
    const { port, change } = hubOver([
      no(422, 'WITHDRAW_INSUFFICIENT_BALANCE', { available: 1, required: 5200 }),
    ]);
    expect(await port.withdrawals.toKey(withdrawal, change)).toMatchObject({
      kind: 'refused',
      error: {
        code: 'provider_rejected',
        status: 422,
        details: { fields: [{ field: 'amount' }], provider: { code: 'WITHDRAW_INSUFFICIENT_BALANCE' } },
      },
    });
  });

  test('that failed say why, and what their recipient sent back', async () => {
    const { port } = hubOver([
      ok({ ...PAYOUT, status: 'FAILED', failureReason: 'ACCOUNT_CLOSED', refundedAmount: 9 }),
    ]);
    expect(await port.withdrawals.find({ id: 'withdraw:wd_1' }, {})).toMatchObject({
      status: 'FAILED',
      cancellationReason: 'ACCOUNT_CLOSED',
      refundAmount: 9,
    });
  });
});

describe('transfers', () => {
  const TRANSFER = {
    id: 'tr_1',
    direction: 'SENT',
    status: 'CONFIRMED',
    amount: 800,
    counterparty: { name: 'Loja B', document: '***' },
    pixKey: 'b@example.test',
    externalRef: 't-1',
  };

  test('to a Pix key of the other account', async () => {
    const { port, change, requests } = hubOver([ok(TRANSFER)]);
    const outcome = await port.transfers.create(
      { amount: 800, receiver: 'b@example.test', clientReference: 't-1' },
      change,
    );
    expect(outcome).toMatchObject({
      kind: 'done',
      value: {
        id: 'transfer:tr_1',
        type: 'INTERNAL_TRANSFER',
        method: 'INTERNAL_TRANSFER',
        status: 'CONFIRMED',
        receiver: { name: 'Loja B' },
        withdrawPixKey: 'b@example.test',
        other: { direction: 'SENT' },
      },
    });
    expect(requests[0]).toMatchObject({
      line: 'POST /transactions/internal-transfer',
      body: { amount: 800, toPixKey: 'b@example.test', externalRef: 't-1' },
    });
  });

  test('that came in name who paid', async () => {
    const { port } = hubOver([ok({ data: [{ ...TRANSFER, direction: 'RECEIVED' }] })]);
    const { items } = await port.transfers.list({}, { limit: 5, position: null }, {});
    expect(items).toMatchObject([
      { payer: { name: 'Loja B' }, receiver: { name: null }, withdrawPixKey: null },
    ]);
  });
});
