import { describe, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { getBalance, getHealth, getProfile } from '#lib/overview/server/get-account.ts';
import { everyDay, getToday, getVolume, windowsAt } from '#lib/overview/server/get-today.ts';
import type { ProviderPort, TransactionFilter } from '#lib/providers/port.ts';
import { reachFor } from '#lib/providers/reach.ts';
import type { Summary } from '#lib/providers/records.ts';

const NOW = new Date('2026-11-21T17:03:00.000Z');
let accounts = 0;

function ctxWith(port: Partial<ProviderPort>, signal?: AbortSignal): Ctx {
  accounts += 1;
  return {
    account: { id: `acc-${accounts}` },
    ...reachFor({ kind: 'pix', ...port }, signal),
    permissions: new Set(),
  } as unknown as Ctx;
}

/** A list whose totals depend on the filter; it records its calls. */
function counting(totalOf: (filter: TransactionFilter) => number | null) {
  const list = vi.fn(async (filter: TransactionFilter, page: { limit: number; position: unknown }) => {
    if (page.limit !== 1) throw new Error('a count reads one row');
    return { items: [], next: null, total: totalOf(filter), asOf: NOW.toISOString() };
  });
  return { list, transactions: { list, get: () => Promise.reject(new Error('not asked')) } };
}

const sums = (over: Partial<Summary> = {}): Summary => ({
  in: 1000,
  out: 200,
  fees: 10,
  count: 3,
  days: [],
  ...over,
});

describe('health', () => {
  const certificateWith = async (port: Partial<ProviderPort>) =>
    (await getHealth({ ctx: ctxWith(port) })).certificate;
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  test('an account without a certificate of its own has none to tell', async () => {
    expect(await certificateWith({})).toBeNull();
    expect(await certificateWith({ certificate: () => null })).toBeNull();
  });

  test.each([
    [12.5, 12],
    [0.5, 0],
    [-0.5, -1],
  ])('a certificate that ends in %d days', async (days, daysLeft) => {
    const validTo = inDays(days);
    expect(await certificateWith({ certificate: () => ({ validTo }) })).toEqual({ validTo, daysLeft });
  });

  test('one that cannot be read', async () => {
    const certificate = await certificateWith({ certificate: () => ({ validTo: null }) });
    expect(certificate).toEqual({ validTo: null, daysLeft: null });
  });
});

describe('today against yesterday', () => {
  test('both windows begin at their midnight and are equally long', () => {
    const windows = windowsAt(NOW);
    expect(windows).toEqual([
      { from: '2026-11-21T03:00:00.000Z', to: '2026-11-21T17:03:00.000Z' },
      { from: '2026-11-20T03:00:00.000Z', to: '2026-11-20T17:03:00.000Z' },
    ]);
  });

  test('just after midnight, today is the new day', () => {
    expect(windowsAt(new Date('2026-11-22T03:00:01.000Z'))[0]).toEqual({
      from: '2026-11-22T03:00:00.000Z',
      to: '2026-11-22T03:00:01.000Z',
    });
  });

  test('counts come from totals, sums from the summary', async () => {
    const { transactions } = counting((filter) => {
      if (filter.from?.startsWith('2026-11-20')) return 1;
      if (filter.type !== undefined) return filter.status?.includes('EXPIRED') ? 2 : 18;
      return filter.status === undefined ? 30 : filter.status[0] === 'COMPLETED' ? 25 : 0;
    });
    const today = await getToday({ ctx: ctxWith({ transactions, summary: async () => sums() }), now: NOW });
    expect(today.today).toMatchObject({ total: 30, deposits: { paid: 18, expired: 2 }, in: 1000, fees: 10 });
    expect(today.today.byStatus).toMatchObject({ COMPLETED: 25, PENDING: 0 });
    expect(today.yesterday.total).toBe(1);
    expect(today.asOf).toBe(NOW.toISOString());
  });

  test('a service without totals or summary leaves them unknown', async () => {
    const { transactions } = counting(() => null);
    const today = await getToday({ ctx: ctxWith({ transactions }), now: NOW });
    expect(today.today).toMatchObject({ total: null, byStatus: {}, deposits: null, in: null, out: null });
  });

  test('a summary that fails costs its sums only', async () => {
    const { transactions } = counting(() => 4);
    const summary = () => Promise.reject(new GuicheError('provider_unavailable', 'down'));
    const today = await getToday({ ctx: ctxWith({ transactions, summary }), now: NOW });
    expect(today.today).toMatchObject({ total: 4, in: null });
  });

  test('M14: a sum that failed is asked for at once again, of the same hours, its counts are kept', async () => {
    const { list, transactions } = counting(() => 4);
    const summary = vi.fn(async (_: object) => sums());
    summary.mockRejectedValueOnce(new GuicheError('provider_unavailable', 'down'));
    const ctx = ctxWith({ transactions, summary });
    const first = await getToday({ ctx, now: NOW });
    list.mockClear();
    const again = await getToday({ ctx, now: new Date(NOW.getTime() + 20_000) });
    expect([first.today.in, again.today.in, again.yesterday.in]).toEqual([null, 1000, 1000]);
    expect([again.today.to, again.asOf]).toEqual([NOW.toISOString(), NOW.toISOString()]);
    expect(list).not.toHaveBeenCalled();
    // Three of the two: what was read is not read again.
    expect(summary).toHaveBeenCalledTimes(3);
    await getToday({ ctx, now: NOW });
    expect(summary).toHaveBeenCalledTimes(3);
  });

  test('M14: a count that a failed read left out is asked for at once again, one that nobody tells is kept', async () => {
    const { list, transactions } = counting((filter) => (filter.status?.includes('ERROR') ? null : 4));
    list.mockImplementationOnce(async () => ({
      ...{ items: [], next: null, total: null, asOf: NOW.toISOString() },
      totalFailed: true,
    }));
    const ctx = ctxWith({ transactions });
    const first = await getToday({ ctx, now: NOW });
    const again = await getToday({ ctx, now: NOW });
    const totals = ({ today, yesterday }: typeof first) => [today.total, yesterday.total];
    expect([first, again].flatMap(totals).toSorted()).toEqual([4, 4, 4, null]);
    expect(totals(again)).toEqual([4, 4]);
    expect(again.today).not.toHaveProperty('failed');
    list.mockClear();
    await getToday({ ctx, now: NOW });
    expect(list).not.toHaveBeenCalled();
  });

  test('twenty at once cost one reading, and a failed one is asked again', async () => {
    const { list, transactions } = counting(() => 4);
    list.mockRejectedValueOnce(new GuicheError('rate_limited', 'wait'));
    const ctx = ctxWith({ transactions });
    const first = await Promise.allSettled(Array.from({ length: 20 }, () => getToday({ ctx, now: NOW })));
    expect(new Set(first.map((answer) => answer.status))).toEqual(new Set(['rejected']));
    list.mockClear();
    await Promise.all(Array.from({ length: 20 }, () => getToday({ ctx, now: NOW })));
    // Yesterday's were read, and are not read again.
    expect(list).toHaveBeenCalledTimes(10);
  });

  test('accounts do not see each other', async () => {
    const one = ctxWith(counting(() => 1));
    const two = ctxWith(counting(() => 2));
    expect((await getToday({ ctx: one, now: NOW })).today.total).toBe(1);
    expect((await getToday({ ctx: two, now: NOW })).today.total).toBe(2);
  });
});

describe('volume by day', () => {
  test('asks for thirty São Paulo days, today included', async () => {
    const summary = vi.fn(async () => sums({ in: 5, out: 1, days: [{ day: '2026-11-21', in: 5, out: 1 }] }));
    const volume = await getVolume({ ctx: ctxWith({ summary }), now: NOW });
    expect(summary.mock.calls[0]).toMatchObject([
      { from: '2026-10-23T03:00:00.000Z', to: '2026-11-22T03:00:00.000Z', byDay: true },
      {},
    ]);
    expect(volume.days).toHaveLength(30);
    expect(volume.days?.at(-1)).toEqual({ day: '2026-11-21', in: 5, out: 1 });
    expect(volume.days?.[0]).toEqual({ day: '2026-10-23', in: 0, out: 0 });
  });

  test('U11: days that count unpaid charges too are read one by one, for what moved; past ones are kept', async () => {
    const days = [{ day: '2026-11-21', in: 1000, out: 200 }];
    const summary = vi.fn<NonNullable<ProviderPort['summary']>>(async ({ from, byDay }) =>
      byDay ? sums({ in: 900, days }) : sums({ in: Number(from.slice(8, 10)), out: 1 }),
    );
    const ctx = ctxWith({ summary });
    const volume = await getVolume({ ctx, now: NOW });
    expect(volume.days).toHaveLength(30);
    expect(volume.days?.at(-1)).toEqual({ day: '2026-11-21', in: 21, out: 1 });
    expect(summary).toHaveBeenCalledTimes(31);
    // The next day requests what is new and what may still change, not for all of them again.
    await getVolume({ ctx, now: new Date(NOW.getTime() + 24 * 3_600_000) });
    expect(summary.mock.calls.length).toBeLessThanOrEqual(31 + 3);
  });

  test('U11: days that add up to the money that moved are taken as they are', async () => {
    const days = [{ day: '2026-11-21', in: 1000, out: 200 }];
    const summary = vi.fn(async () => sums({ days }));
    expect((await getVolume({ ctx: ctxWith({ summary }), now: NOW })).days?.at(-1)).toEqual(days[0]);
    expect(summary).toHaveBeenCalledTimes(1);
  });

  test('is unknown without a summary, without an answer and without any day', async () => {
    expect((await getVolume({ ctx: ctxWith({}), now: NOW })).days).toBeNull();
    expect((await getVolume({ ctx: ctxWith({ summary: async () => null }), now: NOW })).days).toBeNull();
    expect(everyDay([], '2026-10-23')).toBeNull();
  });
});

describe('what the account lacks is said, not guessed', () => {
  test.each([
    ['balance', getBalance],
    ['profile', getProfile],
    ['today', getToday],
  ])('%s', async (_, verb) => {
    await expect(verb({ ctx: ctxWith({}) })).rejects.toMatchObject({ code: 'not_supported' });
  });
});

test('the balance is asked for the operator who waits, and ends with their request', async () => {
  const { signal } = new AbortController();
  const balance = vi.fn<NonNullable<ProviderPort['balance']>>().mockRejectedValue(new Error('seen'));
  await expect(getBalance({ ctx: ctxWith({ balance }, signal) })).rejects.toThrow('seen');
  expect(balance).toHaveBeenCalledWith({ priority: 'operator', signal });
});
