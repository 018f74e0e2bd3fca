import { describe, expect, it } from 'vitest';
import { beforeOf, refundSince } from '#lib/payments/server/refund-operation.ts';
import type { RefundState } from '#lib/providers/money-records.ts';

const refund = (id: string | null, amount: number | null, status = 'COMPLETED') => ({
  ...{ id, amount, status, reason: null, description: null, endToEndId: null, refundedAt: null },
  createdAt: null,
});
const state = (over: Partial<RefundState> = {}): RefundState => ({
  refunded: 0,
  inProgress: 0,
  refundable: 10_000,
  status: null,
  refunds: [],
  openDispute: null,
  ...over,
});
const since = (before: Partial<RefundState>, now: Partial<RefundState>, amount: number | null = 2_500) =>
  refundSince(beforeOf(state(before)), state(now), amount).seen;

describe('a refund whose answer was lost', () => {
  it('is there when a record of its amount is new', () => {
    expect(since({}, { refunded: 2_500, refunds: [refund('r1', 2_500)] })).toBe('there');
    const first = refund('r1', 2_500);
    expect(
      since(
        { refunded: 2_500, refunds: [first] },
        { refunded: 5_000, refunds: [first, refund('r2', 2_500)] },
      ),
    ).toBe('there');
  });

  it('is not an older one of the same amount', () => {
    const reported = { refunded: 2_500, refunds: [refund('r1', 2_500)] };
    expect(since(reported, reported)).toBe('absent');
  });

  it('is told by how much more is refunded or under way', () => {
    expect(since({ refunded: 1_000 }, { refunded: 3_500 })).toBe('there');
    expect(since({ refunded: 1_000 }, { refunded: 1_000, inProgress: 2_500 })).toBe('there');
    expect(since({}, { refunded: 0, inProgress: 0 })).toBe('absent');
    expect(since({}, { refunded: 10_000 }, null)).toBe('there');
  });

  it('is never absent while more is refunded than before', () => {
    expect(since({}, { refunded: 11 })).toBe('unsure');
    expect(since({}, { refunded: 11, refunds: [refund('r1', 11)] })).toBe('unsure');
  });

  it('is there when it was cancelled at once', () => {
    expect(since({}, { status: 'CANCELED', refunds: [refund('r1', 2_500, 'CANCELED')] })).toBe('there');
    expect(since({}, { status: 'CANCELED', refunds: [refund(null, 2_500, 'CANCELED')] })).toBe('there');
    expect(since({}, { status: 'CANCELED' })).toBe('unsure');
  });

  it('is told by how much less may be given back, where that is all there is', () => {
    const left = (refundable: number) => ({ refunded: null, inProgress: null, refundable });
    expect(since(left(10_000), left(10_000))).toBe('absent');
    expect(since(left(10_000), left(7_500))).toBe('there');
    expect(since(left(10_000), left(9_000))).toBe('unsure');
  });

  it('is told apart from records without ids only by the rise of the total', () => {
    const [thirty, ours] = [refund(null, 3_000), refund(null, 2_500)];
    const two = { refunds: [thirty, ours] };
    expect(
      since({ refunded: 2_500, refunds: [ours] }, { refunded: 5_500, ...two }),
      'what came is the other one',
    ).toBe('unsure');
    expect(since({ refunded: 3_000, refunds: [thirty] }, { refunded: 5_500, ...two })).toBe('there');
    expect(since({}, { refunded: 5_500, ...two }), 'one of two').toBe('unsure');
    const unknown = { refunded: null, inProgress: null };
    expect(since({ ...unknown, refunds: [ours] }, { ...unknown, ...two }), 'no totals').toBe('unsure');
    const named = [refund('r1', 2_500)];
    expect(since({ refunded: 2_500, refunds: named }, { refunded: 5_500, ...two }), 'ids left out').toBe(
      'unsure',
    );
  });

  it('is not told by a record that names no amount', () => {
    expect(since({}, { refunded: 1_100, refunds: [refund('r1', null)] })).toBe('unsure');
    expect(since({}, { refunded: 2_500, refunds: [refund('r1', null)] })).toBe('there');
  });

  it('is not absent where what is under way is not told, or where something was taken back', () => {
    const early = { inProgress: null, refundable: null };
    expect(since(early, early)).toBe('unsure');
    expect(since({ inProgress: null }, { inProgress: null }), 'as much may be given back').toBe('absent');
    expect(since({ refunded: 5_000 }, { refunded: 2_500 }), 'an older one ended, ours may have come').toBe(
      'unsure',
    );
  });

  it('is unsure where the provider tells nothing of refunds', () => {
    const silent = { refunded: null, inProgress: null, refundable: null };
    expect(since(silent, silent)).toBe('unsure');
    expect(since(silent, { ...silent, refundable: 10_000 }), 'of how much, nobody knows').toBe('unsure');
    expect(since(silent, { ...silent, status: 'PENDING' })).toBe('unsure');
  });
});
