import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { getToday, getVolume } from '#lib/overview/server/get-today.ts';
import { postedDays, postedSums } from '#lib/overview/server/posted-sums.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import type { PortPageRequest, ProviderPort, StatementFilter } from '#lib/providers/port.ts';
import { reachFor } from '#lib/providers/reach.ts';

const NOW = new Date('2026-11-21T17:03:00.000Z');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
let count = 0;

function line(createdAt: string, amount: number, type = 'PIX_DEPOSIT'): StatementLine {
  count += 1;
  const party = { name: null, document: null, pixKey: null };
  const balances = { balanceBefore: null, balanceAfter: null, balanceType: 'AVAILABLE' };
  const rest = { description: null, transactionId: null, disputeId: null, gross: null, fee: null, other: {} };
  const facts = { id: `line_${count}`, amount, type, createdAt, postedAt: createdAt };
  return { ...balances, ...rest, ...facts, status: null, statusReason: null, counterparty: party };
}

/** A statement of these lines, newest first; it records the windows that were asked for. */
function statementOf(lines: StatementLine[]) {
  const list = vi.fn(
    async ({ from = '', to = '~' }: StatementFilter, { limit, position }: PortPageRequest) => {
      const inside = lines
        .filter(({ createdAt }) => (createdAt ?? '') >= from && (createdAt ?? '') < to)
        .sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
      const start = Number(position ?? 0);
      const next = start + limit < inside.length ? start + limit : null;
      const items = inside.slice(start, start + limit);
      return { items, next, total: null, asOf: NOW.toISOString(), balance: null };
    },
  );
  return { list, filters: [] };
}

const summary = vi.fn<NonNullable<ProviderPort['summary']>>();
const transactions = {
  list: async () => ({ items: [], next: null, total: 0, asOf: NOW.toISOString() }),
  get: () => Promise.reject(new Error('not asked')),
};
function ctxWith(statement: NonNullable<ProviderPort['statement']>): Ctx {
  count += 1;
  return {
    account: { id: `account-${count}` },
    ...reachFor({ kind: 'pix', transactions, summary, statement }),
    permissions: new Set(),
  } as unknown as Ctx;
}
beforeEach(() => {
  summary.mockReset();
  summary.mockResolvedValue({ in: 7, out: 7, fees: 7, count: 7, days: [] });
});
afterEach(() => void vi.useRealTimers());

describe('B3: today is by posting where the account has a statement', () => {
  const morning = '2026-11-21T12:00:00.000Z';

  test('what moved the balance counts: payments, fees, and a sweep that no transaction shows', async () => {
    const statement = statementOf([
      line(morning, 10_000),
      line(morning, -99, 'SERVICE_FEE'),
      line('2026-11-21T02:59:59.000Z', 777),
      line('2026-11-20T12:00:00.000Z', -5_000_000, 'AUTO_WITHDRAW'),
      line('2026-11-20T20:00:00.000Z', 500),
    ]);
    const { today, yesterday } = await getToday({ ctx: ctxWith(statement), now: NOW });
    expect(today).toMatchObject({ in: 10_000, out: 0, fees: 99, basis: 'posted' });
    // Up to the same time of day.
    expect(yesterday).toMatchObject({ in: 0, out: 5_000_000, fees: 0, basis: 'posted' });
    expect(summary).not.toHaveBeenCalled();
  });

  test('a later reading asks only for later lines, and misses none that came late', async () => {
    const lines = [line(morning, 10_000), line('2026-11-21T17:02:30.000Z', 300)];
    const statement = statementOf(lines);
    const sumUntil = (end: Date) =>
      postedSums(
        statement,
        'later',
        { from: '2026-11-21T03:00:00.000Z', to: end.toISOString() },
        end.getTime(),
      );
    expect(await sumUntil(NOW)).toMatchObject({ in: 10_300, lines: 2 });
    // Listed after it was read for the first time, created before.
    lines.push(line('2026-11-21T17:02:00.000Z', 40), line('2026-11-21T17:05:00.000Z', 5));
    expect(await sumUntil(later(6))).toMatchObject({ in: 10_345, lines: 4 });
    const asked = statement.list.mock.calls.map(([{ from }]) => from);
    expect(asked).toEqual(['2026-11-21T03:00:00.000Z', '2026-11-21T17:01:00.000Z']);
    // An earlier end is read from the start.
    expect(await sumUntil(later(-60))).toMatchObject({ in: 10_000, lines: 1 });
  });

  test('amounts of more than two decimals add up exactly', async () => {
    const fee = () => ({ ...line(morning, -1, 'SERVICE_FEE'), amountExact: '-0.0149' });
    const statement = statementOf([fee(), fee(), fee()]);
    expect((await getToday({ ctx: ctxWith(statement), now: NOW })).today.fees).toBe(4);
  });

  test('a service without a statement, or a day of too many lines, has sums by creation', async () => {
    const absent = new GuicheError('not_supported', 'There is no such route.');
    const none = { list: vi.fn().mockRejectedValue(absent), filters: [] };
    const many = statementOf(Array.from({ length: 10_001 }, () => line(morning, 1)));
    for (const statement of [none, many]) {
      const ctx = ctxWith(statement);
      expect((await getToday({ ctx, now: NOW })).today).toMatchObject({ in: 7, basis: 'created' });
    }
    // A failure is not taken for an absence.
    const down = {
      list: vi.fn().mockRejectedValue(new GuicheError('provider_timeout', 'late')),
      filters: [],
    };
    expect((await getToday({ ctx: ctxWith(down), now: NOW })).today).toMatchObject({ in: null, fees: null });
  });
});

describe('B2, B3: the volume by day is by posting', () => {
  const sweeps = () =>
    Array.from({ length: 29 }, (_, back) => {
      const at = new Date(NOW.getTime() - (back + 1) * 86_400_000).toISOString();
      return [line(at, 6_000), line(at, -5_000, 'AUTO_WITHDRAW')];
    }).flat();

  test('sweeps are in it; a past day is read once', async () => {
    const statement = statementOf([...sweeps(), line('2026-11-21T12:00:00.000Z', 100)]);
    const ctx = ctxWith(statement);
    const volume = await getVolume({ ctx, now: NOW });
    expect(volume).toMatchObject({ basis: 'posted', reading: false });
    expect(volume.days).toHaveLength(30);
    expect(volume.days?.[0]).toEqual({ day: '2026-10-23', in: 6_000, out: 5_000 });
    expect(volume.days?.at(-1)).toEqual({ day: '2026-11-21', in: 100, out: 0 });
    expect(statement.list).toHaveBeenCalledTimes(30);
    const days = volume.days?.map(({ day }) => day) ?? [];
    expect(await postedDays(ctx, days, later(6).getTime())).toEqual(volume.days);
    expect(statement.list).toHaveBeenCalledTimes(31);
  });

  test('while the lines are read the days are by creation; the next answer has them', async () => {
    vi.useFakeTimers();
    vi.setSystemTime(NOW);
    const statement = statementOf(sweeps());
    const { promise, resolve } = Promise.withResolvers<void>();
    const read = statement.list.getMockImplementation();
    statement.list.mockImplementation(async (...asked) => {
      await promise;
      return (read as NonNullable<typeof read>)(...asked);
    });
    summary.mockResolvedValue({
      in: 9,
      out: 1,
      fees: 0,
      count: 1,
      days: [{ day: '2026-11-21', in: 9, out: 1 }],
    });
    const ctx = ctxWith(statement);
    const first = getVolume({ ctx, now: NOW });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await first).toMatchObject({ basis: 'created', reading: true });
    expect(await getVolume({ ctx, now: NOW })).toMatchObject({ reading: true });
    resolve();
    await vi.waitFor(async () =>
      expect(await getVolume({ ctx, now: NOW })).toMatchObject({ basis: 'posted' }),
    );
  });

  test('where a day has too many lines for thirty to be read, the days are by creation', async () => {
    const busy = Array.from({ length: 2_001 }, () => line('2026-11-20T15:00:00.000Z', 1));
    const statement = statementOf(busy);
    summary.mockResolvedValue({
      in: 9,
      out: 1,
      fees: 0,
      count: 1,
      days: [{ day: '2026-11-21', in: 9, out: 1 }],
    });
    const volume = await getVolume({ ctx: ctxWith(statement), now: NOW });
    expect(volume).toMatchObject({ basis: 'created', reading: false });
    expect(volume.days?.at(-1)).toEqual({ day: '2026-11-21', in: 9, out: 1 });
    // Yesterday alone was read.
    expect(statement.list).toHaveBeenCalledTimes(21);
  });
});
