import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CUSTOMER, expectError, type HubClient, openHub } from './test-client.ts';

let client: HubClient;
beforeAll(async () => {
  client = await openHub();
});
afterAll(() => client.sandbox.close());
afterEach(() => client.control('reset', { scope: 'normal' }));

const STATEMENT = '/transactions/statement';

describe('nested', () => {
  it('takes only nextCursor, and names what it accepts', async () => {
    await client.control('state', { dialect: 'nested' });
    const first = (await client.get(`${STATEMENT}?limit=2`)).json;
    const answer = await client.get(`${STATEMENT}?limit=2&cursor=${first.nextCursor}`);
    expectError(answer, 400, 'REQUEST_UNKNOWN_QUERY_PARAM');
    expect(answer.json.details.accepted).toContain('nextCursor');
    const second = (await client.get(`${STATEMENT}?limit=2&nextCursor=${first.nextCursor}`)).json;
    expect(second.entries[0].line_id).not.toBe(first.entries[0].line_id);
    expect(
      (await client.get(`${STATEMENT}?identifier=${first.entries[0].originId}`)).json.entries,
    ).not.toEqual([]);
    expectError(await client.get(`${STATEMENT}?originId=x`), 400, 'REQUEST_UNKNOWN_QUERY_PARAM');
  });

  it('spells what document 2 leaves open otherwise, and what it names as it does', async () => {
    await client.control('state', { dialect: 'nested' });
    const made = (
      await client.post('/transactions/payment', { amount: 900, method: 'PIX', customer: CUSTOMER })
    ).json.data;
    expect(made).toMatchObject({ status: 'WAITING_PAYMENT', customer: { fullName: CUSTOMER.name } });
    expect(made.qrCode.emv).toMatch(/^000201/);
    expect((await client.get('/transactions/balance')).json.data.availableBalance).toBeGreaterThan(0);
    expect(Array.isArray((await client.get('/transactions/pix-keys')).json)).toBe(true);
    const { deposit } = (await client.control('deposit', { amount: 4000 })).json;
    const view = (await client.post(`/transactions/deposit/${deposit.id}/refund`, { amount: 100 })).json;
    expect(view).toMatchObject({ method: 'PIX', refundInProgressAmount: 100, openInfractionProtocol: null });
    const receipt = await client.get(`/transactions/deposit/${deposit.id}/receipt`);
    expect([receipt.headers.get('content-type'), receipt.text.slice(0, 5)]).toEqual([
      'application/pdf',
      '%PDF-',
    ]);
    expectError(await client.get('/transactions/payment/none'), 404, 'PAYMENT_NOT_FOUND');
  });
});

it('sparse leaves out what is empty or not promised, and takes only cursor', async () => {
  await client.control('state', { dialect: 'sparse' });
  const { json } = await client.get('/transactions/payment?limit=1&status=EXPIRED');
  expect(Object.keys(json.data[0])).toEqual(expect.arrayContaining(['id', 'status', 'amount']));
  for (const name of ['paidAt', 'payer', 'refunds', 'callbackUrl'])
    expect(json.data[0]).not.toHaveProperty(name);
  expectError(await client.get('/transactions/payment?nextCursor=x'), 400, 'REQUEST_UNKNOWN_QUERY_PARAM');
  expect((await client.get(`/transactions/payment?status=EXPIRED&cursor=${json.nextCursor}`)).status).toBe(
    200,
  );
});

describe('faults', () => {
  const BALANCE = '/transactions/balance';

  it('answer in document 2’s envelope, by path, without touching other routes', async () => {
    await client.control('fault', { path: BALANCE, kind: 'status', status: 429, retryAfterSeconds: 9 });
    expect((await client.get('/transactions/limits')).status).toBe(200);
    const answer = await client.get(BALANCE);
    expectError(answer, 429, 'RATE_LIMITED');
    expect([answer.headers.get('retry-after'), answer.json.details.retryAfterSeconds]).toEqual(['9', 9]);
    expect((await client.get(BALANCE)).status).toBe(200);
    await client.control('fault', { kind: 'status', status: 403, errorCode: 'TOKEN_IP_NOT_ALLOWED' });
    const refused = await client.get('/transactions/limits');
    expectError(refused, 403, 'TOKEN_IP_NOT_ALLOWED');
    expect(refused.json.message).toContain('127.0.0.1');
  });

  it('cut, empty and disguise answers', async () => {
    for (const kind of ['html', 'empty', 'truncated', 'error-200']) {
      await client.control('fault', { path: BALANCE, kind });
      const { status, json } = await client.get(BALANCE);
      expect([kind, status, json?.code]).toEqual([
        kind,
        200,
        kind === 'error-200' ? 'INTERNAL_ERROR' : undefined,
      ]);
    }
  });

  it('reset a call before or after it took effect', async () => {
    const withdraw = (externalRef: string) =>
      client.post('/transactions/withdraw', { amount: 100, pixKey: 'a@example.test', externalRef });
    const refs = async () =>
      (await client.all('/transactions/withdraw')).map(({ externalRef }) => externalRef);
    await client.control('fault', { method: 'POST', path: '/transactions/withdraw', kind: 'reset' });
    await expect(withdraw('lost-1')).rejects.toThrow();
    await client.control('fault', { method: 'POST', path: '/transactions/withdraw', kind: 'apply-reset' });
    await expect(withdraw('lost-2')).rejects.toThrow();
    const kept = await refs();
    expect([kept.includes('lost-1'), kept.includes('lost-2')]).toEqual([false, true]);
  });

  it('are told apart in the request log', async () => {
    await client.get(BALANCE);
    const { requests } = (await client.control('requests')).json;
    expect(requests.at(-1)).toMatchObject({ api: 'hub', method: 'GET', path: BALANCE, status: 200 });
  });
});

it.each([
  ['pay', { id: 'none' }, 404],
  ['pay', { id: 'none', outcome: 'shrug' }, 404],
  ['withdraw', { id: 'none' }, 404],
  ['refund', { refundId: 'none' }, 404],
  ['dispute', { protocol: 'none' }, 404],
  ['deposit', { amount: 1.5 }, 400],
  ['state', { scopes: 'all' }, 400],
  ['state', { dialect: 'klingon' }, 400],
  ['nothing', {}, 404],
])('control refuses %s %j', async (name, body, status) => {
  expect((await client.control(name, body)).status).toBe(status);
});
