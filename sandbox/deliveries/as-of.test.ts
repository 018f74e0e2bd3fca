import { expect, test } from 'vitest';
import { asOf } from './as-of.ts';
import { fakeTransaction } from './fake-world.ts';

const refunded = {
  ...fakeTransaction(1, Date.parse('2026-11-01T10:00:00Z')),
  status: 'REFUNDED',
  paidAt: '2026-11-01T10:01:00.000Z',
  refundedAt: '2026-11-02T10:00:00.000Z',
  refundStatus: 'COMPLETED',
  refundAmount: 1001,
  receiverAccountNumber: '123456',
};

test('before the refund nothing of it is shown', () => {
  const completed = asOf(refunded, 'COMPLETED');
  expect(completed).toMatchObject({
    status: 'COMPLETED',
    paidAt: refunded.paidAt,
    updatedAt: refunded.paidAt,
  });
  expect(completed).toMatchObject({
    refundedAt: null,
    refundStatus: null,
    refundAmount: null,
    payerName: 'Ana',
  });
  expect(asOf(refunded, 'WAITING_FOR_REFUND')).toMatchObject({ refundStatus: 'PENDING', refundedAt: null });
  expect(asOf(refunded, 'REFUNDED')).toBe(refunded);
});

test('before the payment the other side is unknown', () => {
  expect(asOf(refunded, 'PENDING')).toMatchObject({
    ...{ status: 'PENDING', paidAt: null, payerName: null, payerDocument: null, refundedAt: null },
    ...{ receiverAccountNumber: '123456', updatedAt: refunded.createdAt, serviceFeeCharged: null },
  });
  expect(asOf({ ...refunded, type: 'WITHDRAW' }, 'PENDING')).toMatchObject({
    payerName: 'Ana',
    receiverAccountNumber: null,
  });
});
