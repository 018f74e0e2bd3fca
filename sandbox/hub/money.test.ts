import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeBrCode } from '../world/br-code.ts';
import { CUSTOMER, expectError, type HubClient, openHub } from './test-client.ts';

let client: HubClient;
beforeAll(async () => {
  client = await openHub();
  await client.control('state', { rateLimits: false, dailyWithdrawLimit: null, quiet: true });
});
afterAll(() => client.sandbox.close());

const WITHDRAW = '/transactions/withdraw';
const KEY = 'beatriz@example.test';
const pause = (advanceMs: number) => client.control('time', { advanceMs });
const balance = async () => (await client.get('/transactions/balance')).json;

describe('a withdrawal to a key', () => {
  const withdraw = (amount: number, fields = {}, headers = {}) =>
    client.post(WITHDRAW, { amount, pixKey: KEY, ...fields }, headers);

  it('takes amount and fee at once and is confirmed', async () => {
    const before = await balance();
    const made = await withdraw(5000, { externalRef: 'w-1' });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      status: 'REQUESTED',
      operation: 'WITHDRAW',
      totalDebited: 5100,
      pixKeyType: 'EMAIL',
    });
    const during = await balance();
    expect([during.available, during.blockedByWithdraw]).toEqual([before.available - 5100, 5100]);
    expect(during.total).toBe(before.total);
    await pause(5000);
    const after = (await client.get(`${WITHDRAW}/${made.json.id}`)).json;
    expect(after.status).toBe('CONFIRMED');
    expect(after.endToEndId).toMatch(/^E\d{20}/);
    const line = (await client.get('/transactions/statement?limit=1&trigger=PAYOUT')).json.data[0];
    expect((await client.get(`${WITHDRAW}/${line.originId}`)).json.id).toBe(made.json.id);
    expect((await client.get(`${WITHDRAW}/${made.json.id}/receipt`)).json.base64).toMatch(/^JVBERi/);
  });

  it.each([
    ['late', 5013, 'RECEIVER_ACCOUNT_CLOSED'],
    ['early', 5017, 'PROVIDER_REFUSED'],
  ])('fails %s with %i cents, and gives amount and fee back', async (_, amount, reason) => {
    const before = await balance();
    const { id } = (await withdraw(amount)).json;
    await pause(5000);
    expect((await client.get(`${WITHDRAW}/${id}`)).json).toMatchObject({
      status: 'FAILED',
      failureReason: reason,
    });
    expect((await balance()).available).toBe(before.available);
    expectError(await client.get(`${WITHDRAW}/${id}/receipt`), 422, 'RECEIPT_MISSING_END_TO_END');
  });

  it('is one for each Idempotency-Key and each reference', async () => {
    const headers = { 'Idempotency-Key': 'key-1' };
    const first = await withdraw(700, { externalRef: 'w-2' }, headers);
    const before = await balance();
    for (const [fields, head] of [
      [{}, headers],
      [{ externalRef: 'w-2' }, {}],
    ] as const) {
      const again = await withdraw(700, fields, head);
      expect([again.status, again.json.id]).toEqual([200, first.json.id]);
    }
    expect((await balance()).total).toBe(before.total);
    expectError(await withdraw(800, {}, headers), 409, 'IDEMPOTENCY_KEY_CONFLICT');
    expectError(
      await withdraw(700, { pixKey: 'x@example.test', externalRef: 'w-2' }),
      409,
      'EXTERNAL_REF_CONFLICT',
    );
    expectError(await withdraw(700, {}, { 'Idempotency-Key': 'a b' }), 400, 'SCHEMA_INVALID');
  });

  it('is refused above the balance, by the bank, and beyond the limits', async () => {
    const { available } = await balance();
    const answer = await withdraw(available);
    expectError(answer, 422, 'WITHDRAW_INSUFFICIENT_BALANCE');
    expect(answer.json.details).toEqual({ available, required: available + 100 });
    expectError(await withdraw(5023), 502, 'PROVIDER_UNAVAILABLE');
    expectError(await withdraw(5029), 422, 'WITHDRAW_INSUFFICIENT_PROVIDER_BALANCE');
    expectError(await withdraw(0), 400, 'SCHEMA_INVALID');
    expectError(await withdraw(500, { pixKey: 'not a key' }), 400, 'SCHEMA_INVALID');
    expect((await balance()).available).toBe(available);
    await client.control('state', { dailyWithdrawLimit: 1 });
    expectError(await withdraw(500), 422, 'WITHDRAW_DAILY_LIMIT_EXCEEDED');
    await client.control('state', { dailyWithdrawLimit: null, blockedOperations: ['WITHDRAW'] });
    expectError(await withdraw(500), 403, 'ACCOUNT_OPERATION_BLOCKED');
    await client.control('state', { blockedOperations: [] });
  });

  it('is ended by the control API, and money may come back', async () => {
    const { id } = (await withdraw(5019)).json;
    await pause(60_000);
    expect((await client.get(`${WITHDRAW}/${id}`)).json.status).toBe('APPROVED');
    await client.control('withdraw', { id, outcome: 'confirmed' });
    const before = await balance();
    await client.control('withdraw', { id, outcome: 'returned', amount: 2000 });
    expect((await balance()).available).toBe(before.available + 2000);
    const [line] = (await client.get('/transactions/statement?limit=1')).json.data;
    expect(line).toMatchObject({ trigger: 'PAYOUT_REFUND_RECEIVED', amount: 2000 });
  });

  it('counts five a minute together with refunds', async () => {
    await client.control('state', { rateLimits: true });
    await pause(61_000);
    for (let count = 0; count < 5; count++) expect((await withdraw(100)).status).toBe(201);
    expectError(await withdraw(100), 429, 'RATE_LIMITED');
    await client.control('state', { rateLimits: false });
  });
});

describe('a copy-and-paste code', () => {
  const code = (amount: number | null) =>
    writeBrCode({ key: KEY, amount, name: 'LOJA BIA', city: 'RECIFE', txid: 'abc' });

  it('is decoded, looked up and paid', async () => {
    const brCode = code(1500);
    expect((await client.post('/transactions/pix/decode', { brCode })).json).toEqual({
      ...{ pixKey: KEY, url: null, amount: 1500, merchantName: 'LOJA BIA', merchantCity: 'RECIFE' },
      ...{ txid: 'abc', isDynamic: false, isAmountFixed: true },
    });
    const looked = await client.post('/transactions/pix/destination', { brCode });
    expect(looked.json).toMatchObject({ source: 'BR_CODE', holder: { name: 'LOJA BIA' }, amount: 1500 });
    const paid = await client.post('/transactions/pix/qr-payments', { brCode });
    expect(paid.json).toMatchObject({ operation: 'EXTERNAL_PAYMENT', amount: 1500, serviceFee: 120 });
  });

  it('needs an amount where it has none, and the same where it has one', async () => {
    const pay = (body: unknown) => client.post('/transactions/pix/qr-payments', body);
    expectError(await pay({ brCode: code(null) }), 400, 'SCHEMA_INVALID');
    expectError(await pay({ brCode: code(1500), amount: 1600 }), 422, 'BR_CODE_AMOUNT_MISMATCH');
    expect((await pay({ brCode: code(null), amount: 900 })).status).toBe(201);
    expectError(await pay({ brCode: `${code(1500)}0` }), 400, 'BR_CODE_INVALID');
  });
});

describe('the recipient', () => {
  const look = (body: unknown) => client.post('/transactions/pix/destination', body);

  it('is shown with name, masked document and bank', async () => {
    const { json } = await look({ pixKey: '52998224725', pixKeyType: 'CPF' });
    expect(json).toMatchObject({ source: 'PIX_KEY', pixKeyType: 'CPF', isVerified: true });
    expect(json.holder.document).toBe('***.982.247-**');
    expect(json.bank.ispb).toMatch(/^\d{8}$/);
    expect((await look({ pixKey: '11987654321' })).json.pixKeyType).toBe('PHONE');
  });

  it('is refused where nobody holds the key, or both are sent', async () => {
    expectError(await look({ pixKey: 'ninguem@example.test' }), 404, 'PIX_KEY_NOT_FOUND');
    expectError(await look({ pixKey: '52998224725', pixKeyType: 'CNPJ' }), 400, 'SCHEMA_INVALID');
    expectError(await look({}), 400, 'SCHEMA_INVALID');
  });
});

describe('a transfer', () => {
  const send = (amount: number, fields = {}) =>
    client.post('/transactions/internal-transfer', { amount, toPixKey: KEY, ...fields });

  it('ends at once, CONFIRMED or FAILED', async () => {
    const before = await balance();
    const made = (await send(3000, { comment: 'oi', externalRef: 't-1' })).json;
    expect(made).toMatchObject({ status: 'CONFIRMED', direction: 'SENT', comment: 'oi' });
    expect((await send(3000, { externalRef: 't-1' })).json.id).toBe(made.id);
    expect((await send(3013)).json).toMatchObject({
      status: 'FAILED',
      failureReason: 'RECEIVER_ACCOUNT_BLOCKED',
    });
    expect((await balance()).available).toBe(before.available - 3000);
    expect((await client.get(`/transactions/internal-transfer/${made.id}`)).json.id).toBe(made.id);
  });

  it('lists sent and received ones', async () => {
    const { transfer } = (await client.control('transfer', { amount: 4200 })).json;
    const [first] = (await client.get('/transactions/internal-transfer?limit=1')).json.data;
    expect(first).toMatchObject({ id: transfer.id, direction: 'RECEIVED', amount: 4200 });
  });

  it('does not go to an own key or an unknown one', async () => {
    const own = (await client.get('/transactions/pix-keys')).json.data[0].key;
    expectError(await send(500, { toPixKey: own }), 422, 'TRANSFER_SAME_ACCOUNT');
    expectError(await send(500, { toPixKey: 'nobody@example.test' }), 404, 'PIX_KEY_NOT_FOUND');
  });
});

describe('a refund', () => {
  async function paid(amount = 9000) {
    const { id } = (await client.post('/transactions/payment', { amount, method: 'PIX', customer: CUSTOMER }))
      .json;
    await client.control('pay', { id });
    return id as string;
  }
  const refund = (id: string, amount?: number) =>
    client.post(`/transactions/payment/${id}/refund`, amount === undefined ? {} : { amount });
  const read = async (id: string) => (await client.get(`/transactions/payment/${id}`)).json;

  it('goes in part and then in full', async () => {
    const id = await paid();
    const asked = await refund(id, 2000);
    expect(asked.json).toMatchObject({
      refundInProgressAmount: 2000,
      refundedAmount: 0,
      refundableAmount: 7000,
    });
    expectError(await refund(id, 100), 422, 'REFUND_IN_FLIGHT');
    await pause(6000);
    expect(await read(id)).toMatchObject({ status: 'PAID', refundedAmount: 2000, refundInProgressAmount: 0 });
    expectError(await refund(id, 7001), 422, 'REFUND_AMOUNT_EXCEEDED');
    await refund(id);
    await pause(6000);
    expect(await read(id)).toMatchObject({ status: 'REFUNDED', refundedAmount: 9000, refundableAmount: 0 });
    expectError(await refund(id), 422, 'PAYMENT_ALREADY_REFUNDED');
  });

  it('fails with 13 cents and the amount returns', async () => {
    const id = await paid();
    const before = await balance();
    await refund(id, 1013);
    expect((await balance()).blockedByRefund).toBe(1013);
    await pause(6000);
    expect((await balance()).available).toBe(before.available);
    const { refunds, status } = await read(id);
    expect([refunds[0].status, status]).toEqual(['FAILED', 'PAID']);
  });

  it('waits for an open dispute, and for the payment', async () => {
    const id = await paid();
    const { dispute } = (await client.control('dispute', { id, hours: 30 })).json;
    const answer = await refund(id, 100);
    expectError(answer, 422, 'REFUND_INFRACTION_OPEN');
    expect(answer.json.details.protocol).toBe(dispute.protocol);
    expect((await read(id)).openInfractionProtocol).toBe(dispute.protocol);
    const unpaid = (
      await client.post('/transactions/payment', { amount: 900, method: 'PIX', customer: CUSTOMER })
    ).json;
    expectError(await refund(unpaid.id), 422, 'PAYMENT_NOT_PAID');
    expectError(await refund('none'), 404, 'PAYMENT_NOT_FOUND');
  });

  it('of a deposit answers document 2’s view', async () => {
    const { deposit } = (await client.control('deposit', { amount: 4000 })).json;
    const answer = await client.post(`/transactions/deposit/${deposit.depositId}/refund`, { amount: 1000 });
    expect(answer.json).toMatchObject({
      ...{ id: deposit.id, method: 'PIX', amount: 4000, refundedAmount: 0, refundInProgressAmount: 1000 },
      ...{ refundableAmount: 3000, openInfractionProtocol: null },
    });
    expect(answer.json.e2e).toMatch(/^E/);
    expect((await client.get(`/transactions/deposit/${deposit.id}`)).json.receiverPixKey).toBe(
      deposit.receiverPixKey,
    );
    expect((await client.get(`/transactions/deposit/${deposit.id}/receipt`)).json.contentType).toBe(
      'application/pdf',
    );
  });

  it('may come from the payer’s bank on its own', async () => {
    const id = await paid();
    const before = await balance();
    await client.control('pay', { id, outcome: 'returned' });
    expect((await balance()).available).toBe(before.available - 9000);
    expect((await read(id)).status).toBe('REFUNDED');
  });
});
