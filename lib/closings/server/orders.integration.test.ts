import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sheetsOf } from '#lib/api/testing/workbook.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { matchOrder, removeOrders, uploadOrders } from '#lib/closings/server/change-orders.ts';
import { exportClosings } from '#lib/closings/server/export-closings.ts';
import { getClosing } from '#lib/closings/server/get-closing.ts';
import { listDifferences } from '#lib/closings/server/list-records.ts';
import { readWhole } from '#lib/closings/server/testing/read-whole.ts';
import { saoPauloDay } from '#lib/core/dates.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { withMoney } from '#lib/payments/server/testing/bench.ts';

process.env.LOG_LEVEL = 'silent';
const bench = withMoney({ transactions: 1_000 });
const MAY: Permission[] = ['read', 'reveal', 'export', 'refund', 'approve'];
const clock = perProcess('guicheDatabaseClock', () => ({ aheadMs: 0 }));

/** The simulator's present day, of which the product believes that it ended. */
let day = '';
beforeAll(() => {
  day = saoPauloDay(Date.now());
  clock.aheadMs = 86_400_000;
});
afterAll(() => {
  clock.aheadMs = 0;
});

test('a day of the Hub: its lines name charges by another id, and its equation joins', async () => {
  const hub = bench().onHub('marina', {}, MAY);
  const own = { accountId: bench().hub.id, day };
  await readWhole(own);
  const read = await getClosing({ ctx: hub, day });
  expect(read).toMatchObject({ state: 'open', problem: null, figures: { gaps: 0 } });
  expect(read.figures?.difference).toEqual({ cents: 0 });
  expect(read.figures?.lines).toBeGreaterThan(0);
  const { items } = await listDifferences({ ctx: hub, day, query: { limit: 200, state: 'open' } });
  expect(items.map(({ cause, reason, left, right }) => ({ cause, reason, left, right }))).toEqual([]);
});

describe('the orders of a day', () => {
  const hub = () => bench().onHub('marina', {}, MAY);
  const upload = (text: string, columns?: object) => {
    const form = new FormData();
    form.append('file', new File([text], 'pedidos.csv'));
    if (columns !== undefined) form.append('columns', JSON.stringify(columns));
    return uploadOrders({
      ctx: hub(),
      day,
      request: new Request('http://x/', { method: 'POST', body: form }),
    });
  };
  const mismatches = async () => {
    const { items } = await listDifferences({
      ctx: hub(),
      day,
      query: { limit: 200, cause: 'order_mismatch' },
    });
    return items.filter(({ state }) => state === 'open');
  };
  const confirmed = { reference: 0, amount: 1, date: null, endToEnd: null };

  test('a file is proposed, then stored; each difference has its two sides; the operator matches the rest', async () => {
    const proposal = await upload('pedido;valor\nx-1;1,00\nx-2;2,00\n');
    expect(proposal).toMatchObject({ stored: false, rows: 3, orders: null, proposed: confirmed });
    expect(proposal.columns[0]).toEqual({ index: 0, name: 'pedido', samples: ['x-1', 'x-2'] });
    expect(await mismatches()).toEqual([]);

    const { orders } = await upload('pedido;valor\nx-1;1,00\nx-2;2,00\n', confirmed);
    expect(orders).toMatchObject({
      count: 2,
      sum: { cents: 300 },
      paymentMissing: 2,
      fileName: 'pedidos.csv',
    });
    const payments = orders?.payments ?? 0;
    expect(payments).toBeGreaterThan(0);
    expect(orders?.orderMissing).toBe(payments);
    const open = await mismatches();
    expect(open).toHaveLength(payments + 2);
    const [payment] = open.filter(({ reason }) => reason === 'order_missing');
    const transactionId = payment?.transactionId ?? '';

    const match = (body: { reference: string; transactionId: string | null }) =>
      matchOrder({ ctx: hub(), day, body });
    await expect(match({ reference: 'x-1', transactionId: 'nobody' })).rejects.toMatchObject({
      details: { fields: [{ field: 'transactionId', message: 'unknown' }] },
    });
    const after = await match({ reference: 'x-1', transactionId });
    expect(after.orders).toMatchObject({
      matched: { operator: 1 },
      paymentMissing: 1,
      orderMissing: payments - 1,
    });
    await match({ reference: 'x-1', transactionId: null });
    expect(await mismatches()).toHaveLength(payments + 2);
  });

  test('cells that cannot be read are named by their rows, and nothing is changed', async () => {
    const before = await mismatches();
    await expect(upload('pedido;valor\nx-1;um\n;2,00\n', confirmed)).rejects.toMatchObject({
      code: 'invalid_request',
      details: {
        fields: [
          { field: 'rows.2.amount', message: 'amount_unreadable' },
          { field: 'rows.3.reference', message: 'required' },
        ],
      },
    });
    await expect(upload('pedido;valor\nx-1;1,00\n', { reference: 'a' })).rejects.toMatchObject({
      details: { fields: [{ field: 'columns', message: 'unreadable' }] },
    });
    expect(await mismatches()).toEqual(before);
  });

  test('without the file its differences are resolved', async () => {
    await removeOrders({ ctx: hub(), day });
    expect(await mismatches()).toEqual([]);
    expect((await getClosing({ ctx: hub(), day })).orders).toBeNull();
  });
});

test('the file of a month has a row for each day, and is audited', async () => {
  const answer = await exportClosings(
    { ctx: bench().context('marina', {}, MAY), query: { month: day.slice(0, 7), form: 'sheet' } },
    'csv',
  );
  const text = await answer.text();
  expect(text.trim().split('\r\n')).toHaveLength(Number(day.slice(8)) + 2);
  expect(text).toContain('Saldo inicial');
  expect(answer.headers.get('content-disposition')).toContain('fechamentos-pix-');
  const book = await exportClosings(
    { ctx: bench().context('marina', {}, MAY), query: { month: day.slice(0, 7), form: undefined } },
    'xlsx',
  );
  expect(sheetsOf(new Uint8Array(await book.arrayBuffer()))[0]?.name).toBe('Fechamentos');
  expect(await db().select().from(auditLog).where(eq(auditLog.action, 'closings.export'))).toHaveLength(2);
});
