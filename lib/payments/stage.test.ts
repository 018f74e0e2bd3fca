import { expect, test } from 'vitest';
import { asRead } from '#lib/core/status/testing/as-read.ts';
import { stageOf } from '#lib/payments/rules.ts';

const payment = (status: string | null, more: object = {}) =>
  asRead({ status, amount: 10_000, refundAmount: null, refundStatus: null, ...more });

test.each([
  ['a paid one', payment('COMPLETED'), 'done'],
  ['document 2’s paid one', payment('CONFIRMED'), 'done'],
  ['paid, a part came back', payment('PAID', { refundAmount: 2_500, refundStatus: 'COMPLETED' }), 'partly'],
  ['a part, without a word for it', payment('COMPLETED', { refundAmount: 2_500 }), 'partly'],
  ['a part on its way', payment('COMPLETED', { refundAmount: 2_500, refundStatus: 'PENDING' }), 'refunding'],
  ['the Hub’s part on its way', payment('PAID', { refundInProgressAmount: 2_500 }), 'refunding'],
  [
    'a refund that was cancelled',
    payment('COMPLETED', { refundAmount: 2_500, refundStatus: 'CANCELED' }),
    'done',
  ],
  ['all of it back', payment('COMPLETED', { refundAmount: 10_000 }), 'refunded'],
  ['said to be refunded', payment('REFUNDED'), 'refunded'],
  ['said to be refunded in part', payment('PARTIALLY_REFUNDED'), 'partly'],
  [
    'refunded in part, another part on its way',
    payment('PARTIALLY_REFUNDED', { refundInProgressAmount: 5 }),
    'refunding',
  ],
  ['a part said to be on its way', payment('WAITING_FOR_PARTIAL_REFUND'), 'refunding'],
  ['on its way back', payment('WAITING_FOR_REFUND'), 'refunding'],
  ['not paid yet', payment('PENDING'), 'waiting'],
  ['not sent yet', payment('CREATED'), 'waiting'],
  ['too late', payment('EXPIRED'), 'expired'],
  ['cancelled', payment('CANCELLED'), 'cancelled'],
  ['failed', payment('FAILED'), 'failed'],
  ['a word that nobody knows', payment('SLEEPING'), 'other'],
  ['no word', payment(null), 'other'],
] as const)('U9: %s is told as it is', (_, reported, stage) => {
  expect(stageOf(reported)).toBe(stage);
});
