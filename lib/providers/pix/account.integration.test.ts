import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PendingDeposit, ReportJob, StatementLine } from '#lib/providers/money-records.ts';
import {
  DIALECTS,
  done,
  type MoneyBench,
  moneyBench,
  refusal,
} from '#lib/providers/pix/testing/test-money.ts';

/** Against the real simulator, over HTTP, in each of its dialects. Databases have no part in it. */

let port: MoneyBench['port'];
let change: MoneyBench['change'];
let paid: MoneyBench['paid'];
let pass: MoneyBench['pass'];
let nowMs: MoneyBench['nowMs'];
const DAY = 86_400_000;

describe.each(DIALECTS)('in %s', (dialect) => {
  let bench: MoneyBench;
  beforeAll(async () => {
    bench = await moneyBench(dialect);
    ({ port, change, paid, pass, nowMs } = bench);
  });
  afterAll(() => bench.simulator.stop());

  test.skipIf(dialect === 'lean')(
    'the statement: what was paid, sent and given back; pages; filters',
    async () => {
      const { id } = await paid(12_345);
      await port.refunds.create({ paymentId: id, amount: 345 }, change());
      await pass(20_000);
      const to = new Date((await nowMs()) + 1).toISOString();
      const from = new Date(Date.parse(to) - 2 * DAY).toISOString();
      const page = (filter: object, limit = 100, position: unknown = null) =>
        port.statement.list({ from, to, ...filter }, { limit, position }, {});
      const mine = (await page({ transactionId: id })).items.map((line) => StatementLine.parse(line));
      const amounts = mine.map(({ amount, type }) => [amount, type]);
      expect(amounts).toContainEqual([12_345, 'PIX_DEPOSIT']);
      expect(amounts).toContainEqual([-345, 'PIX_REFUND']);
      for (const line of mine) {
        expect(line).toMatchObject({ transactionId: id, balanceType: 'AVAILABLE' });
        expect((line.balanceBefore ?? 0) + (line.amount ?? 0), line.type ?? '').toBe(line.balanceAfter);
        expect(await port.statement.get?.(line.id, {})).toEqual(line);
      }
      const out = (await page({ transactionId: id, direction: 'out' })).items;
      expect(out.every(({ amount }) => (amount ?? 0) < 0)).toBe(true);
      expect((await page({ transactionId: id, amount: 345 })).items).toHaveLength(1);
      expect((await page({ transactionId: id, type: ['PIX_REFUND'] })).items).toHaveLength(1);
      expect((await page({ transactionId: id, type: ['PIX_REFUND', 'PIX_DEPOSIT'] })).items).toHaveLength(2);
      const first = await page({}, 3);
      expect(first.items).toHaveLength(3);
      await paid(100);
      const second = await page({}, 3, JSON.parse(JSON.stringify(first.next)));
      const all = (await page({}, 20)).items;
      const begun = all.findIndex(({ id: line }) => line === first.items[0]?.id);
      // New entries would have shifted the second page by as much, had the first one not ended the window.
      expect(begun).toBeGreaterThan(0);
      expect([...first.items, ...second.items]).toEqual(all.slice(begun, begun + 6));
      const rising = (await page({ transactionId: id, order: 'asc' })).items.map(
        (line) => line.createdAt ?? '',
      );
      expect(rising).toEqual([...rising].sort());
      await expect(port.statement.get?.('missing', {})).rejects.toMatchObject({ code: 'not_found' });
      expect((await port.statement.list({}, { limit: 5, position: null }, {})).items).toHaveLength(5);
    },
  );

  test.skipIf(dialect === 'lean')('pending deposits: pages, filters, one', async () => {
    const all = await port.pendingDeposits.list({}, { page: 1, limit: 2 }, {});
    const [one] = all.items.map((item) => PendingDeposit.parse(item));
    if (one === undefined) throw new Error('no pending deposit');
    expect(one.amount).toBeGreaterThan(0);
    expect(one).toMatchObject({
      status: expect.any(String),
      payer: { name: expect.any(String), document: expect.any(String) },
      receiver: { accountNumber: expect.any(String) },
      endToEndId: expect.any(String),
      createdAt: expect.any(String),
    });
    expect(await port.pendingDeposits.get(one.id, {})).toEqual(one);
    const amount = one.amount ?? 0;
    const filter = {
      status: [one.status ?? ''],
      document: one.payer.document ?? '',
      endToEndId: one.endToEndId ?? '',
      amountFrom: amount,
      amountTo: amount,
      from: one.createdAt ?? '',
      to: new Date(Date.parse(one.createdAt ?? '') + 1).toISOString(),
    };
    const found = await port.pendingDeposits.list(filter, { page: 1, limit: 20 }, {});
    expect(found).toMatchObject({ more: false, items: [{ id: one.id }] });
    const none = await port.pendingDeposits.list(
      { ...filter, amountTo: amount - 1 },
      { page: 1, limit: 20 },
      {},
    );
    expect(none.items).toEqual([]);
    await expect(port.pendingDeposits.get('missing', {})).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a report: ordered, watched, downloaded', async () => {
    const to = new Date(await nowMs()).toISOString();
    const from = new Date(Date.parse(to) - 20 * DAY).toISOString();
    const input = { from, to, status: ['COMPLETED'], type: ['DEPOSIT'] };
    const job = ReportJob.parse(done(await port.reports.create(input, change())));
    expect(job).toMatchObject({ status: 'PENDING', rows: 0, from, to, types: ['DEPOSIT'] });
    expect(job.statuses).toEqual(['COMPLETED']);
    await expect(port.reports.download(job.id, {})).rejects.toMatchObject({ status: 422 });
    await pass(2_500);
    // The job stores the service's word.
    const status = dialect === 'nested' ? 'PROCESSING' : 'RUNNING';
    expect(await port.reports.get(job.id, {})).toMatchObject({ id: job.id, status });
    await pass(600_000);
    const ready = await port.reports.get(job.id, {});
    expect(ready).toMatchObject({ status: 'COMPLETED', from, to, rows: expect.any(Number) });
    expect(ready?.expiresAt).toMatch(/Z$/);
    const listed = await port.reports.list({ page: 1, limit: 10 }, {});
    expect(listed?.items[0]).toEqual(ready);
    const { url, expiresAt } = await port.reports.download(job.id, {});
    expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(await nowMs());
    const file = await (await fetch(url)).text();
    expect(file.trim().split('\n').length).toBeGreaterThan(ready?.rows ?? 0);
    expect(await port.reports.get('missing', {})).toBeNull();
    await expect(port.reports.download('missing', {})).rejects.toMatchObject({ code: 'not_found' });
    const empty = { from: '2001-01-01T00:00:00.000Z', to: '2001-01-02T00:00:00.000Z', status: [], type: [] };
    expect(await port.reports.create(empty, change())).toMatchObject(refusal('PZG422'));
  });

  test('the status', async () => {
    expect(await port.status({})).toMatchObject({ status: 'OK' });
  });
});
