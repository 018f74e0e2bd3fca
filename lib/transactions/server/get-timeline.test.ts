import { expect, test } from 'vitest';
import { TimelineEntry } from '#lib/transactions/contract.ts';
import { timelineOf } from '#lib/transactions/server/get-timeline.ts';
import { detail, transaction } from '#lib/transactions/server/testing/samples.ts';

const at = (second: number) => `2026-11-19T14:00:${String(second).padStart(2, '0')}.000Z`;
const kinds = (over: Parameters<typeof detail>[0]) =>
  timelineOf(detail(over)).map((entry) => [TimelineEntry.parse(entry).kind, entry.status, entry.at]);

test('newest first, everything that has a time', () => {
  const refund = { reason: 'INFRACTION', description: null, endToEndId: null, refundedAt: null };
  expect(
    kinds({
      refunds: [{ ...refund, id: 'r', amount: 5, status: 'COMPLETED', createdAt: at(40) }],
      disputes: [
        { id: 'i', status: 'CLOSED', createdAt: at(20), updatedAt: at(30) },
        { id: 'j', status: 'OPEN', createdAt: at(25), updatedAt: at(25) },
      ],
      deliveries: [
        { id: 'b', url: 'https://x.example', status: 200, responseTimeMs: 3, createdAt: at(8) },
        { id: 'a', url: 'https://x.example', status: 500, responseTimeMs: 9, createdAt: at(6) },
        { id: 'c', url: null, status: null, responseTimeMs: null, createdAt: null },
      ],
    }),
  ).toEqual([
    ['refund', 'COMPLETED', at(40)],
    ['dispute', 'CLOSED', at(30)],
    ['dispute', 'OPEN', at(25)],
    ['dispute', null, at(20)],
    ['delivery', null, at(8)],
    ['delivery', null, at(6)],
    ['paid', null, at(5)],
    ['created', null, at(0)],
  ]);
});

test.each([
  ['EXPIRED', 'expired'],
  ['CANCELED', 'cancelled'],
  ['CANCELLED', 'cancelled'],
  ['ERROR', 'failed'],
  ['WAITING_FOR_REFUND', 'status'],
  ['HELD_FOR_REVIEW', 'status'],
])('%s is shown as %s, with its reason', (status, kind) => {
  const ended = transaction({ status, paidAt: null, cancellationReason: 'sem saldo' });
  expect(timelineOf(detail({ transaction: ended }))[0]).toMatchObject({
    kind,
    status,
    at: at(9),
    text: 'sem saldo',
  });
});

test('a refund that only the transaction reports', () => {
  const refunded = {
    refundStatus: 'COMPLETED',
    refundAmount: 700,
    refundedAt: at(50),
    refundReason: 'CUSTOMER_REQUEST',
  };
  expect(
    timelineOf(detail({ transaction: transaction({ status: 'REFUNDED', ...refunded }) }))[0],
  ).toMatchObject({
    kind: 'refund',
    amount: 700,
    at: at(50),
    text: 'CUSTOMER_REQUEST',
  });
});

test('things of the same instant stand in the order they happened', () => {
  const paidAtOnce = transaction({ createdAt: at(1), paidAt: at(1) });
  expect(kinds({ transaction: paidAtOnce }).map(([kind]) => kind)).toEqual(['paid', 'created']);
});
