import { expect, test } from 'vitest';
import type { Delivery, DeliveryList } from '#lib/deliveries/contract.ts';
import { packed, toRowPage } from '#lib/deliveries/deliveries.list.ts';
import { rowsIn } from '#lib/list/pages.ts';

const delivery = (id: string, over: Partial<Delivery> = {}): Delivery => ({
  ...{ id, transactionId: `t-${id}`, webhookId: 'wh_1', url: 'https://loja.example/avisos' },
  ...{ event: 'TRANSACTION_COMPLETED', status: 200, outcome: 'delivered', open: false, attempt: 1 },
  ...{ responseTimeMs: 40, createdAt: '2026-11-19T12:00:00.000Z', amount: 1_250, clientReference: null },
  ...{ transactionStatus: 'COMPLETED', resendId: null, derived: ['attempt'] },
  ...over,
});
const facets = { all: 3, delivered: 2, failed: 1, recovered: 0, given_up: 0, closed: 0, earlier: 0 };
const list = {
  items: [
    delivery('c'),
    delivery('b', { outcome: 'failed', open: true, status: null, responseTimeMs: null, resendId: 'r1' }),
    // 23:30 of the day before in São Paulo.
    delivery('a', { createdAt: '2026-11-19T02:30:00.000Z', amount: null }),
  ],
  ...{ nextCursor: null, total: 3, completeAt: null, asOf: '2026-11-19T12:00:05.000Z', facets },
  reach: { completeAt: null, from: null, rows: 3, whole: true, reading: false, problem: null },
} satisfies DeliveryList;

test('rows keep what the grid shows, in days of São Paulo', () => {
  const page = toRowPage(list);
  expect(page.runs).toEqual([
    { day: '2026-11-19', sums: { count: 2 } },
    { day: '2026-11-18', sums: { count: 1 } },
  ]);
  expect(rowsIn(page)[1]).toMatchObject({ id: 'b', status: null, open: true, outcome: 'failed' });
  expect(page).toMatchObject({ total: 3, facets, reach: { whole: true } });
});

test('a packed page gives the same rows back', () => {
  const page = toRowPage(list);
  const packedRows = packed(page);
  expect(Array.isArray(packedRows.rows)).toBe(false);
  expect(rowsIn(packedRows)).toEqual(page.rows);
});
