import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openClient } from '../test-client.ts';

let client: Client;
beforeAll(async () => {
  client = await openClient({ speed: 0 });
});
afterAll(() => client.sandbox.close());

describe('GET /user/transactions', () => {
  it('has its own envelope and its page sizes', async () => {
    const { json } = await client.get('/user/transactions');
    expect(Object.keys(json).sort()).toEqual(['pages', 'total', 'transactions']);
    expect([json.total, json.pages, json.transactions.length]).toEqual([3000, 300, 10]);
    expect((await client.get('/user/transactions?limit=1000&page=3')).json.transactions).toHaveLength(1000);
    expect((await client.get('/user/transactions?limit=1001')).json.errorCode).toBe('PZV001');
    expect((await client.get('/user/transactions?page=301')).json.transactions).toEqual([]);
  });

  it.each([
    ['document=123.456.789-09', 'document'],
    ['status=PAID', 'status'],
    ['type=DEPOSIT,OTHER', 'type'],
    ['dateFrom=yesterday', 'dateFrom'],
    ['amount=1.234', 'amount'],
    ['sortBy=amount', 'sortBy'],
    ['page=0', 'page'],
  ])('refuses %s', async (query, field) => {
    const { status, json } = await client.get(`/user/transactions?${query}`);
    expect([status, json.errorCode, json.details[0].field]).toEqual([400, 'PZV001', field]);
  });

  it('pages neither repeat nor skip', async () => {
    const ids = new Set<string>();
    for (let page = 1; page <= 30; page++) {
      const { json } = await client.get(`/user/transactions?limit=100&page=${page}&unknown=1`);
      for (const row of json.transactions) ids.add(row.id);
    }
    expect(ids.size).toBe(3000);
  });

  it('has every field of the table, null where empty', async () => {
    const { json } = await client.get('/user/transactions?limit=1&type=COMMISSION');
    expect(Object.keys(json.transactions[0])).toHaveLength(39);
    expect(json.transactions[0].withdrawPixKey).toBeNull();
  });

  it('takes days as São Paulo days', async () => {
    const { json } = await client.get('/user/transactions?limit=1000');
    const day = json.transactions.at(-1).createdAt.slice(0, 10);
    const whole = await client.get(`/user/transactions?dateFrom=${day}&dateTo=${day}&limit=1000`);
    const exact = await client.get(
      `/user/transactions?dateFrom=${day}T03:00:00.000Z&dateTo=${new Date(Date.parse(`${day}T03:00:00Z`) + 86_399_999).toISOString()}`,
    );
    expect(whole.json.total).toBe(exact.json.total);
    expect(whole.json.total).toBeGreaterThan(0);
  });
});

it('sums what it lists', async () => {
  const { json } = await client.get('/user/summary');
  expect(json.totalTransactions).toBe(3000);
  const rows = (await client.get('/user/transactions?limit=1000&type=WITHDRAW')).json.transactions;
  const amount = rows.reduce((sum: number, row: { amount: number }) => sum + Math.round(row.amount * 100), 0);
  expect(Math.round(json.withdraw.totalAmount * 100)).toBe(amount);
  const completed = rows.filter((row: { status: string }) => row.status === 'COMPLETED').length;
  expect(json.withdraw.statuses.completed.count).toBe(completed);
});

it('shows profile, balance and the daily limit', async () => {
  const { json } = await client.get('/user');
  const balance = (await client.get('/user/balance')).json;
  expect(json).toMatchObject(balance);
  expect(json.accountNumber).toMatch(/^\d{6}$/);
  expect(json.DailyWithdrawLimit.limit).toBeGreaterThan(0);
});

it('writes a report, and only its signed address gives it out', async () => {
  const from = new Date(Date.now() - 20 * 86_400_000).toISOString();
  const made = await client.post('/user/report', {
    dateFrom: from,
    dateTo: new Date().toISOString(),
    type: ['DEPOSIT'],
  });
  expect([made.status, made.json.status, made.json.writtenRows, made.json.storageExpiresAt]).toEqual([
    202,
    'PENDING',
    0,
    null,
  ]);
  expect((await client.post(`/user/report/${made.json.id}/download`)).status).toBe(422);
  await client.control('time', { advanceMs: 3600_000 });
  const { url } = (await client.post(`/user/report/${made.json.id}/download`)).json;
  const lines = (await (await fetch(url)).text()).trim().split('\n');
  const job = (await client.get(`/user/report/${made.json.id}`)).json;
  expect([job.status, job.writtenRows]).toEqual(['COMPLETED', lines.length - 1]);
  expect((await fetch(url.replace('signature=', 'signature=x'))).status).toBe(403);
});

it('keeps held deposits and the statement in their own envelopes', async () => {
  const held = (await client.get('/user/deposit-pending?limit=3')).json;
  expect(Object.keys(held)).toEqual(['page', 'limit', 'hasNextPage', 'data']);
  expect((await client.get(`/user/deposit-pending/${held.data[0].id}`)).json).toEqual(held.data[0]);
  expect((await client.get('/user/bank-statements')).json.details[0].field).toBe('createdAtFrom');
  const window = 'createdAtFrom=2020-01-01&createdAtTo=2099-01-01';
  const lines = (await client.get(`/user/bank-statements?${window}&limit=5`)).json;
  expect(lines.pagination).toEqual({ page: 1, limit: 5, hasNextPage: true });
  expect((await client.get(`/user/bank-statements/${lines.bankStatements[0].id}`)).json).toEqual(
    lines.bankStatements[0],
  );
});

it.each(['nested', 'sparse'])('answers every read in the %s dialect', async (dialect) => {
  await client.control('state', { dialect });
  const [first, last] = dialect === 'nested' ? ['dateFrom', 'dateTo'] : ['createdAtFrom', 'createdAtTo'];
  for (const path of [
    ...[
      '/user',
      '/user/balance',
      '/user/transactions',
      '/user/infractions',
      '/user/deposit-pending',
      '/user/report',
    ],
    ...['/user/callbacks', '/user/webhooks', '/user/summary', '/pix/key?pixKey=ana@example.test', '/status/'],
    `/user/bank-statements?${first}=2020-01-01&${last}=2099-01-01`,
  ]) {
    const { status, json } = await client.get(path);
    expect([path, status, typeof json]).toEqual([path, 200, 'object']);
  }
  const { json } = await client.get('/user/transactions?status=REFUNDED&limit=1');
  const [row] = json.transactions;
  expect(typeof row.refundAmount).toBe(dialect === 'nested' ? 'number' : 'string');
  expect('cancellationReason' in row).toBe(dialect === 'nested');
  // Names that document 1 leaves open are this dialect's own.
  const code = await client.post('/pix/qrcode/read', { emv: 'x' });
  expect(code.json.details?.[0]?.field).toBe(dialect === 'nested' ? 'qrCode' : undefined);
  await client.control('state', { dialect: 'plain' });
});

it('M18: an approved pending deposit is the transaction that it names', async () => {
  const { json } = await client.get('/user/deposit-pending?limit=100&status=APPROVED,COMPLETED');
  expect(json.data.length).toBeGreaterThan(0);
  const named = json.data.map((held: { transactionId: string }) => held.transactionId);
  expect(new Set(named).size).toBe(named.length);
  for (const { id, transactionId, ...held } of json.data) {
    expect(held.description, id).toBeNull();
    const { status, json: transaction } = await client.get(`/user/transactions/${transactionId}`);
    expect(status, id).toBe(200);
    const one = transaction.transaction ?? transaction;
    expect(one, id).toMatchObject({
      type: 'DEPOSIT',
      status: 'COMPLETED',
      paidAt: held.approvedAt,
      amount: held.amount,
      endToEndId: held.endToEndId,
      payerDocument: held.payerDocument,
      payerName: held.payerName,
    });
  }
  const waiting = (await client.get('/user/deposit-pending?limit=100&status=PENDING,REJECTED,EXPIRED')).json;
  for (const held of waiting.data) expect(held.transactionId).toBeNull();
});

it('M18: a dispute, a statement line and a notice speak of the transaction that they name', async () => {
  const one = async (id: string) => (await client.get(`/user/transactions/${id}`)).json;
  const { infractions } = (await client.get('/user/infractions?limit=20')).json;
  for (const { transaction } of infractions) expect(await one(transaction.id)).toMatchObject(transaction);
  const window = 'createdAtFrom=2020-01-01&createdAtTo=2099-01-01';
  const { bankStatements } = (await client.get(`/user/bank-statements?${window}&limit=100`)).json;
  // A debit that the account makes by itself has no transaction.
  const named = bankStatements.filter(
    (line: { transactionId: string | null }) => line.transactionId !== null,
  );
  for (const line of named) {
    const { amount, serviceFeeCharged, refundAmount } = await one(line.transactionId);
    const moved = { SERVICE_FEE: serviceFeeCharged, PIX_REFUND: Number(refundAmount) }[line.reason as string];
    expect(line.amount, `${line.id} ${line.reason}`).toBeCloseTo(moved ?? amount, 1);
  }
  const { callbacks } = (await client.get('/user/callbacks?limit=50')).json;
  for (const { transactionId, body } of callbacks) {
    const { id, amount, type, clientReference } = await one(transactionId);
    expect(body).toMatchObject({ id, amount, type, clientReference });
  }
  expect([infractions, named, callbacks].map((list) => list.length > 0)).toEqual([true, true, true]);
});
