import { describe, expect, test } from 'vitest';
import type { DayFigures } from '#lib/overview/contract.ts';
import {
  balanceParts,
  changeOf,
  conversionOf,
  dailyHeadroom,
  figureRows,
  figuresOf,
  isWeekend,
  pointsBetween,
  renewsAtMidnight,
  statusRows,
  withdrawHeadroom,
} from '#lib/overview/rules.ts';
import type { Balance, Profile } from '#lib/providers/records.ts';

const figures = (over: Partial<DayFigures>): DayFigures => ({
  from: '2026-11-21T03:00:00.000Z',
  to: '2026-11-21T17:03:00.000Z',
  total: 0,
  byStatus: {},
  deposits: null,
  in: null,
  out: null,
  fees: null,
  basis: 'created',
  ...over,
});
const balance = (over: Partial<Balance>): Balance => ({
  available: null,
  blocked: null,
  total: null,
  breakdown: [],
  asOf: '2026-11-21T17:03:00.000Z',
  ...over,
});
const profile = (dailyWithdrawLimit: Profile['dailyWithdrawLimit']): Profile => ({
  id: null,
  name: null,
  accountNumber: null,
  branch: null,
  status: null,
  role: null,
  allowDeposit: null,
  allowWithdraw: null,
  allowInfraction: null,
  chargeMin: null,
  chargeMax: null,
  withdrawalMin: null,
  withdrawalMax: null,
  dailyWithdrawLimit,
  other: {},
  asOf: '2026-11-21T17:03:00.000Z',
});

describe('a day against the day before', () => {
  test('is a ratio of what it was', () => {
    expect(changeOf(155, 100)).toEqual({ kind: 'ratio', value: 0.55 });
    expect(changeOf(50, 100)?.value).toBe(-0.5);
  });

  test('is not said where it cannot be: an unknown side, or nothing before', () => {
    expect(changeOf(null, 100)).toBeNull();
    expect(changeOf(100, null)).toBeNull();
    expect(changeOf(100, 0)).toBeNull();
  });
});

describe('conversion of deposits', () => {
  test('counts the paid among paid and expired, and compares in points', () => {
    const today = conversionOf(figures({ deposits: { paid: 912, expired: 88 } }));
    expect(today).toEqual({ ratio: 0.912, base: 1000 });
    const yesterday = conversionOf(figures({ deposits: { paid: 92, expired: 8 } }));
    expect(pointsBetween(today, yesterday)?.value).toBeCloseTo(-0.8);
  });

  test('is absent with no base, never 0 of 0', () => {
    expect(conversionOf(figures({ deposits: { paid: 0, expired: 0 } }))).toBeNull();
    expect(conversionOf(figures({}))).toBeNull();
    expect(pointsBetween(null, { ratio: 1, base: 1 })).toBeNull();
  });
});

test('statuses keep their own order, unknown words follow, empty ones are left out', () => {
  const rows = statusRows(
    figures({ byStatus: { NEW_WORD: 1, PENDING: 3, COMPLETED: 0 } }),
    figures({ byStatus: { COMPLETED: 2, ERROR: 0 } }),
  );
  expect(rows).toEqual([
    { status: 'COMPLETED', today: 0, yesterday: 2 },
    { status: 'PENDING', today: 3, yesterday: 0 },
    { status: 'NEW_WORD', today: 1, yesterday: 0 },
  ]);
});

describe('the balance bar', () => {
  test('shows available, blocked and whatever else came', () => {
    const parts = balanceParts(
      balance({ available: 9000, blocked: 500, breakdown: [{ kind: 'pendingDeposits', amount: 500 }] }),
    );
    expect(parts).toEqual([
      { kind: 'available', amount: 9000, share: 9000 / 9500 },
      { kind: 'pendingDeposits', amount: 500, share: 500 / 9500 },
    ]);
  });

  test('what blocks money is part of what is blocked; the rest of it has no named cause', () => {
    const breakdown = [
      { kind: 'security', amount: 300 },
      { kind: 'withdraw', amount: 100 },
    ];
    const parts = balanceParts(balance({ available: 500, blocked: 500, breakdown }));
    expect(parts.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['available', 500],
      ['security', 300],
      ['withdraw', 100],
      ['blocked', 100],
    ]);
    expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  test('does not count twice what the breakdown repeats', () => {
    const breakdown = [
      { kind: 'available', amount: 900 },
      { kind: 'blocked', amount: 100 },
    ];
    const parts = balanceParts(balance({ available: 900, blocked: 100, breakdown }));
    expect(parts.map((part) => part.kind)).toEqual(['available', 'blocked']);
  });

  test('holds for nothing at all and for an account in debt', () => {
    expect(balanceParts(balance({}))).toEqual([]);
    expect(balanceParts(balance({ available: 0, blocked: 0 })).map((part) => part.share)).toEqual([0, 0]);
    expect(balanceParts(balance({ available: -500, blocked: 100 })).map((part) => part.share)).toEqual([
      0, 1,
    ]);
  });
});

describe('room for withdrawals', () => {
  const limited = (limit: number | null, used: number | null) =>
    withdrawHeadroom(profile({ limit, used, updatedAt: null, lastReset: null }));

  test('is what the limit leaves', () => {
    expect(limited(10_000_000, 6_137_720)).toMatchObject({ left: 3_862_280, share: 0.386228 });
  });

  test('never falls below nothing', () => {
    expect(limited(100, 250)).toMatchObject({ left: 0, share: 0 });
    expect(limited(0, 0)).toMatchObject({ left: 0, share: 0 });
  });

  test('U15: the bar is as full as the limit beside it', () => {
    expect(limited(100, 0)).toMatchObject({ left: 100, share: 1 });
    expect(limited(100, 100)).toMatchObject({ left: 0, share: 0 });
  });

  test('is not made up where the use or the limit is unknown', () => {
    expect(limited(100, null)).toMatchObject({ state: 'limited', left: null, share: null });
    expect(limited(null, 10)).toEqual({ state: 'absent' });
    expect(withdrawHeadroom(profile(null))).toEqual({ state: 'absent' });
  });

  test('is said to start anew at midnight only when its last reset stood there', () => {
    expect(renewsAtMidnight('2026-11-21T03:00:04.120Z')).toBe(true);
    expect(renewsAtMidnight('2026-11-21T00:00:00.000Z')).toBe(false);
    expect(renewsAtMidnight(null)).toBe(false);
    expect(renewsAtMidnight('whenever')).toBe(false);
  });
});

test('Saturday and Sunday are the weekend', () => {
  expect(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map(isWeekend)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

describe('what a service tells under its own names', () => {
  test('figures come as one list, whatever stands inside what', () => {
    const metrics = {
      payments: { paid: { count: 3, amount: 4500 } },
      at: '2026-11-21',
      list: [1],
      none: null,
    };
    expect(figuresOf(metrics)).toEqual([
      { name: 'payments.paid.count', value: 3 },
      { name: 'payments.paid.amount', value: 4500 },
      { name: 'at', value: '2026-11-21' },
    ]);
  });

  test('how many and how much are one line; anything else is a line of its own', () => {
    const figures = figuresOf({
      payments: { paid: { count: 3, amount: 4500 }, count: 7 },
      refunds: { amount: 1.5 },
      at: '2026-11-21',
    });
    const none = { count: null, cents: null, value: null };
    expect(figureRows(figures)).toEqual([
      { ...none, name: 'payments.paid', count: 3, cents: 4500 },
      { ...none, name: 'payments', count: 7 },
      { ...none, name: 'refunds.amount', value: 1.5 },
      { ...none, name: 'at', value: '2026-11-21' },
    ]);
  });

  test('a daily cap and its use are found by their names; null where none is told', () => {
    expect(dailyHeadroom({ dailyLimit: 100_000, dailyUsed: 2_500 })).toEqual({ used: 2_500, limit: 100_000 });
    expect(dailyHeadroom({ maxPerDay: '5000', usedPerDay: 0 })).toEqual({ used: 0, limit: 5_000 });
    expect(dailyHeadroom({ dailyLimit: null, note: 'x' })).toEqual({ used: null, limit: null });
  });
});
