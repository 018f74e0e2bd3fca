import { expect, test } from 'vitest';
import type { Notice } from '#lib/deliveries/contract.ts';
import type { TransactionDetail } from '#lib/providers/records.ts';
import { timelineOf } from '#lib/transactions/server/get-timeline.ts';

const notice = (id: string, minute: number, over: Partial<Notice> = {}): Notice => ({
  id,
  at: `2026-11-22T12:0${minute}:00.000Z`,
  event: 'TRANSACTION_COMPLETED',
  url: 'https://shop.example/h',
  ...{ httpStatus: 200, delivered: true, responseTimeMs: 40, times: 1, from: 'history' as const },
  ...over,
});

test('D: the timeline has the notices of Guichê’s own index, and those of the answer once', () => {
  const detail = {
    transaction: { status: 'COMPLETED', createdAt: '2026-11-22T11:59:00Z', paidAt: null, refundStatus: null },
    ...{ refunds: [], disputes: [] },
    deliveries: [
      {
        id: 'd1',
        url: 'https://shop.example/h',
        status: 500,
        responseTimeMs: 9,
        createdAt: '2026-11-22T12:01:00Z',
      },
    ],
  } as unknown as TransactionDetail;
  const indexed = [notice('d2', 2), notice('d1', 1, { httpStatus: 500 })];
  const entries = timelineOf(detail, indexed).filter(({ kind }) => kind === 'delivery');
  expect(entries).toMatchObject([
    { id: 'delivery-d2', httpStatus: 200, text: 'TRANSACTION_COMPLETED', responseTimeMs: 40 },
    { id: 'delivery-d1', httpStatus: 500, text: 'TRANSACTION_COMPLETED' },
  ]);
  const silent = { ...detail, deliveries: [] };
  expect(timelineOf(silent, indexed).filter(({ kind }) => kind === 'delivery')).toHaveLength(2);
});
