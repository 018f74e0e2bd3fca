import { describe, expect, it } from 'vitest';
import { matchesRequest } from '#lib/payments/server/money-kind.ts';
import type { Payment } from '#lib/providers/money-records.ts';

const SENT = Date.parse('2026-11-21T12:00:00.000Z');
const MINUTE = 60_000;
const payment = (over: Partial<Payment>) => ({ amount: 4_200, createdAt: null, ...over }) as Payment;
const at = (ms: number) => new Date(SENT + ms).toISOString();
const ours = (over: Partial<Payment>, sameReceiver: boolean | null = true, amount: number | null = 4_200) =>
  matchesRequest(payment(over), { amount: amount ?? undefined, firstSentMs: SENT }, sameReceiver);

describe('a payment under a typed reference', () => {
  it.each([
    [-11 * MINUTE, false],
    [-10 * MINUTE - 1, false],
    [-10 * MINUTE, true],
    [0, true],
    [5 * MINUTE, true],
  ])('created %d ms from its first send: %s', (ms, is) => expect(ours({ createdAt: at(ms) })).toBe(is));

  it('of another amount or receiver is not ours', () => {
    expect(ours({ amount: 4_201 })).toBe(false);
    expect(ours({}, false)).toBe(false);
  });

  it('is ours where the provider leaves out what could tell', () => {
    expect(ours({ amount: null }, null)).toBe(true);
    expect(ours({ amount: 9 }, null, null)).toBe(true);
    expect(ours({ createdAt: 'ontem' })).toBe(true);
  });
});
