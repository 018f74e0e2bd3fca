import { expect, test } from 'vitest';
import { asRead } from '#lib/core/status/testing/as-read.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import { allOf, emptyFunnel, funnelOf, joinedFunnel, weakestHour } from './funnel.ts';

const AT = '2026-11-19T15:30:00.000Z';
const later = (seconds: number) => new Date(Date.parse(AT) + seconds * 1000).toISOString();
const charge = (more: Partial<Payment>) =>
  asRead({
    status: 'PENDING',
    amount: 1_000,
    createdAt: AT,
    paidAt: null,
    refundAmount: null,
    ...more,
  }) as Payment;

test('U11: each charge stands in one step; what went back had been paid; an unknown word is no guess', () => {
  const { steps, returned } = funnelOf([
    charge({ status: 'COMPLETED', amount: 500 }),
    charge({ status: 'REFUNDED', amount: 700, refundAmount: 700 }),
    charge({ status: 'WAITING_FOR_REFUND' }),
    charge({ status: 'COMPLETED', refundAmount: 300 }),
    charge({ status: 'EXPIRED' }),
    charge({ status: 'CANCELED' }),
    charge({ status: 'ERROR' }),
    charge({}),
    charge({ status: 'ZZZ' }),
  ]);
  expect(steps.paid).toEqual({ count: 4, sum: 3_200 });
  expect(returned).toEqual({ count: 2, sum: 1_000 });
  for (const step of ['expired', 'cancelled', 'failed', 'open', 'other'] as const)
    expect(steps[step], step).toEqual({ count: 1, sum: 1_000 });
});

test('U11: how fast it was paid, and by the São Paulo hour of its creation', () => {
  const paid = [10, 60, 61, 1_800, 1_801].map((seconds) =>
    charge({ status: 'PAID', paidAt: later(seconds) }),
  );
  const { speed, hours } = funnelOf([
    ...paid,
    charge({ status: 'PAID' }),
    charge({ status: 'EXPIRED' }),
    charge({}),
  ]);
  expect(speed).toEqual([2, 1, 1, 1]);
  expect(hours[12], '15:30 UTC; the open one is neither').toEqual({ paid: 6, unpaid: 1 });
});

test('U11: what tells no amount or no time is counted and in no sum', () => {
  const funnel = funnelOf([
    charge({ amount: null, createdAt: null, status: 'PAID' }),
    charge({ status: null }),
  ]);
  expect(allOf(funnel)).toEqual({ count: 2, sum: 1_000 });
  expect(funnel.noAmount).toBe(1);
  expect(funnel.steps.other.count).toBe(1);
});

test('U11: parts read one after the other come to the same as all at once', () => {
  const rows = [
    charge({}),
    charge({ status: 'PAID', paidAt: later(5) }),
    charge({ status: 'EXPIRED', amount: null }),
  ];
  expect(joinedFunnel(rows.map((row) => funnelOf([row])))).toEqual(funnelOf(rows));
  expect(joinedFunnel([])).toEqual(emptyFunnel());
});

test('U11: an hour stands out only far below all of them, and by more than a few', () => {
  const funnel = emptyFunnel();
  funnel.hours[9] = { paid: 90, unpaid: 10 };
  funnel.hours[13] = { paid: 6, unpaid: 4 };
  expect(weakestHour(funnel), 'ten charges tell nothing').toBeNull();
  funnel.hours[13] = { paid: 60, unpaid: 40 };
  expect(weakestHour(funnel)).toBe(13);
  funnel.hours[13] = { paid: 84, unpaid: 16 };
  expect(weakestHour(funnel)).toBeNull();
});

test('U11: charges that ended unpaid and show a payment all the same are counted apart', () => {
  const { late, steps } = funnelOf([
    charge({ status: 'EXPIRED', endToEndId: null }),
    charge({ status: 'EXPIRED', endToEndId: 'E1', amount: 700 }),
    charge({ status: 'CANCELED', paidAt: later(5_000), endToEndId: null, amount: 40 }),
    charge({ status: 'PAID', endToEndId: 'E2' }),
  ]);
  expect(late).toEqual({ count: 2, sum: 740 });
  expect([steps.expired.count, steps.cancelled.count]).toEqual([2, 1]);
});
