import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LINE_TYPES } from './model.ts';
import { expectError, type HubClient, openHub } from './test-client.ts';

let client: HubClient;
beforeAll(async () => {
  client = await openHub();
  await client.control('state', { rateLimits: false });
});
afterAll(() => client.sandbox.close());

const STATEMENT = '/transactions/statement';
type Line = {
  id: string;
  amount: number;
  gross: number;
  fee: number;
  balanceAfter: number;
  trigger: string;
  status: string;
  originId: string;
  endToEndId: string | null;
  createdAt: string;
  postedAt: string;
  counterparty: { name: string | null; pixKey: string | null };
};

async function addUp(): Promise<Line[]> {
  const lines: Line[] = await client.all(`${STATEMENT}?sortDirection=asc`);
  let before = 0;
  for (const line of lines) {
    expect([line.id, line.balanceAfter]).toEqual([line.id, before + line.amount]);
    expect(line.balanceAfter).toBeGreaterThanOrEqual(0);
    before = line.balanceAfter;
  }
  const { available, blocked, total, ...parts } = (await client.get('/transactions/balance')).json;
  expect([available, total]).toEqual([before, available + blocked]);
  expect(blocked).toBe(parts.blockedBySecurity + parts.blockedByWithdraw + parts.blockedByRefund);
  expect((await client.get(`${STATEMENT}?limit=1`)).json.balance).toBe(available);
  return lines;
}

describe('the ledger', () => {
  it('adds up from the first day on, with every type of line', async () => {
    const lines = await addUp();
    expect(lines.length).toBeGreaterThan(2500);
    expect(new Set(lines.map(({ trigger }) => trigger))).toEqual(new Set(LINE_TYPES));
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  });

  it('still does after whatever calls and time did', async () => {
    await client.post('/transactions/withdraw', { amount: 12_013, pixKey: 'a@example.test' });
    await client.post('/transactions/withdraw', { amount: 12_000, pixKey: 'a@example.test' });
    const paid = (await client.get('/transactions/payment?status=PAID&limit=5')).json.data;
    await client.post(`/transactions/payment/${paid[0].id}/refund`, { amount: 500 });
    await client.post(`/transactions/payment/${paid[1].id}/refund`, { amount: 513 });
    await client.control('dispute', { id: paid[2].id });
    await client.control('pay', { id: paid[3].id, outcome: 'returned' });
    await client.control('time', { advanceMs: 9 * 86_400_000 });
    await addUp();
  });
});

it('M18: a line and a dispute speak of the payment that they name', async () => {
  const read = async (...paths: string[]) => {
    for (const path of paths) {
      const { status, json } = await client.get(`/transactions/${path}`);
      if (status === 200) return json;
    }
    throw new Error(`none of ${paths}`);
  };
  const received = (id: string) => read(`payment/${id}`, `deposit/${id}`);
  const lines = (await client.get(`${STATEMENT}?limit=100`)).json.data;
  for (const { id, originId: of, gross, endToEndId, refundId } of lines) {
    const found = await read(
      ...['payment', 'deposit', 'withdraw', 'internal-transfer'].map((kind) => `${kind}/${of}`),
    );
    const amounts = [found, ...(found.refunds ?? [])].map(({ amount }) => amount);
    expect([...amounts, found.refundedAmount], id).toContain(gross);
    if (refundId === null)
      expect(found.pix?.endToEndId ?? found.e2e ?? found.endToEndId ?? null).toBe(endToEndId);
  }
  for (const dispute of await client.all('/transactions/infractions')) {
    const found = await received(dispute.paymentId ?? dispute.depositId);
    expect([found.amount, found.pix?.endToEndId ?? found.e2e]).toEqual([dispute.amount, dispute.endToEndId]);
  }
});

describe('the filters', () => {
  const rows = async (query: string): Promise<Line[]> => client.all(`${STATEMENT}?${query}`);

  it('by type and by status', async () => {
    const some = await rows('trigger=PAYOUT,PAYOUT_REVERSAL');
    expect(new Set(some.map(({ trigger }) => trigger))).toEqual(new Set(['PAYOUT', 'PAYOUT_REVERSAL']));
    const failed = await rows('status=CANCELED&trigger=PAYOUT');
    expect(failed.length).toBe((await client.all('/transactions/withdraw?status=FAILED')).length);
    expect((await rows('status=REFUNDED')).every(({ status }) => status === 'REFUNDED')).toBe(true);
  });

  it('by origin, end-to-end id and amount', async () => {
    const [line] = (await client.get(`${STATEMENT}?limit=1&trigger=PAYMENT`)).json.data as [Line];
    expect((await rows(`originId=${line.originId}`)).map(({ id }) => id)).toContain(line.id);
    expect((await rows(`endToEndId=${line.endToEndId}`)).map(({ id }) => id)).toContain(line.id);
    for (const amount of [line.amount, line.gross]) {
      const found = await rows(`amount=${amount}`);
      expect(found.map(({ id }) => id)).toContain(line.id);
      for (const one of found) expect([Math.abs(one.amount), one.gross]).toContain(amount);
    }
  });

  it('by the payer of incoming lines and the key of outgoing ones', async () => {
    const [charge] = (await client.get('/transactions/payment?status=PAID&limit=1')).json.data;
    const { name, document } = charge.customer;
    const dotted = document.replace(/^(\d{3})(\d{3})/, '$1.$2.');
    const byDocument = await rows(`document=${dotted}&trigger=PAYMENT`);
    expect(byDocument.length).toBeGreaterThan(0);
    expect(byDocument.every((one) => one.counterparty.name === name)).toBe(true);
    const byName = await rows(`search=${encodeURIComponent(name.slice(0, 6).toUpperCase())}`);
    expect(byName.map(({ id }) => id)).toEqual(expect.arrayContaining(byDocument.map(({ id }) => id)));
    const [payout] = (await client.get('/transactions/withdraw?limit=1')).json.data;
    for (const filter of ['document', 'search']) {
      const found = await rows(`${filter}=${encodeURIComponent(payout.pixKey)}&trigger=PAYOUT`);
      expect(found.some(({ gross }) => gross === payout.amount)).toBe(true);
    }
  });

  it('by days, in either order, by either time', async () => {
    for (const by of ['postedAt', 'createdAt'] as const) {
      const lines = await rows(`sortBy=${by}&sortDirection=asc&trigger=PAYMENT`);
      const times = lines.map((line) => line[by]);
      expect(times).toEqual([...times].sort());
    }
    const to = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
    const old = await rows(`dateTo=${to}`);
    const end = Date.parse(`${to}T00:00:00-03:00`) + 86_400_000;
    expect(old.length).toBeGreaterThan(100);
    expect(old.every(({ createdAt }) => Date.parse(createdAt) < end)).toBe(true);
  });

  it('names the parameters it knows where one is unknown', async () => {
    const answer = await client.get(`${STATEMENT}?page=1&foo=2`);
    expectError(answer, 400, 'REQUEST_UNKNOWN_QUERY_PARAM');
    expect(answer.json.details.unknownParams).toEqual(['page', 'foo']);
    expect(answer.json.details.accepted).toEqual(
      expect.arrayContaining(['limit', 'cursor', 'nextCursor', 'trigger']),
    );
    expectError(await client.get(`${STATEMENT}?trigger=NONE`), 400, 'SCHEMA_INVALID');
    expectError(await client.get('/transactions/balance?x=1'), 400, 'REQUEST_UNKNOWN_QUERY_PARAM');
  });
});

it('gives limits and metrics', async () => {
  const limits = (await client.get('/transactions/limits')).json;
  expect(limits.payment).toEqual({
    enabled: true,
    ticketMin: 100,
    ticketMax: 5_000_000,
    feeFixed: 30,
    feePercentage: 89,
  });
  expect(limits.infraction).toEqual({ blocksBalance: true });
  const all = (await client.get('/transactions/metrics')).json;
  const rows = await client.all('/transactions/payment');
  expect(all.payments.created.count).toBe(rows.length);
  const day = new Date(Date.parse(rows[0].createdAt) - 3 * 3_600_000).toISOString().slice(0, 10);
  const one = (await client.get(`/transactions/metrics?dateFrom=${day}&dateTo=${day}`)).json;
  expect(one.payments.created.count).toBeGreaterThan(0);
  expect(one.payments.created.count).toBeLessThan(all.payments.created.count);
});
