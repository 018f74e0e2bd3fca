import { expect, test, vi } from 'vitest';
import { FilterSupport, verifiedTotal } from '#lib/providers/client/lists.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const page = (total: number | null, rows: number, more: object = {}) => ({
  ...{ items: Array.from({ length: rows }), total },
  ...more,
});
const terms = (count: (filter: object) => { total: number | null; rows: number }) => {
  const countRows = vi.fn(async (filter: object) => count(filter));
  const now = () => NOW;
  return { applied: new FilterSupport(now), count: countRows, now, nameOf: (name: string) => name };
};
type Filter = { from?: string; status?: string[]; type?: string[]; to?: string };
const totalOf = (one: ReturnType<typeof page>, filter: Filter, by: ReturnType<typeof terms>) =>
  verifiedTotal(one, filter, by);

test('R3: a total over more than the page counts where each filter is one that the service applies', async () => {
  const service = terms(({ from, status }: Filter) => {
    if (from !== undefined && from > '2026-11-23') return { total: 0, rows: 0 };
    return { total: status === undefined ? 900 : 300, rows: 1 };
  });
  const filter = { from: '2026-11-16T03:00:00.000Z', status: ['PAID'] };
  expect(await totalOf(page(300, 100), filter, service)).toBe(300);
  expect(service.count).toHaveBeenCalledTimes(3);
  expect(await totalOf(page(310, 100), filter, service)).toBe(310);
  expect(service.count).toHaveBeenCalledTimes(3);
});

test('R3: a filter that its neighbours leave nothing to do is tried alone', async () => {
  const only = (applies: boolean) =>
    terms(({ type, status }: Filter) => {
      if (status !== undefined) return { total: 40, rows: 1 };
      return { total: applies && type !== undefined ? 600 : 900, rows: 1 };
    });
  // Deposits alone expire: there are as many of any type.
  const filter = { type: ['DEPOSIT'], status: ['EXPIRED'] };
  expect(await totalOf(page(40, 1), filter, only(true))).toBe(40);
  expect(await totalOf(page(40, 1), filter, only(false))).toBeNull();
});

test('R3: a list that grows between two counts does not make an overlooked filter look applied', async () => {
  let total = 300;
  const service = terms(() => ({ total: total++, rows: 1 }));
  expect(await totalOf(page(300, 100), { status: ['PAID'] }, service)).toBeNull();
});

test('R3: who asks meanwhile waits, asks only where that shows nothing, and what was shown holds', async () => {
  const applied = new FilterSupport(() => NOW);
  const late = Promise.withResolvers<null>();
  const probe = vi.fn(async () => true);
  const waits = [applied.of('type', () => late.promise), applied.of('type', probe)];
  expect(probe).not.toHaveBeenCalled();
  late.resolve(null);
  expect(await Promise.all(waits)).toEqual([null, true]);
  expect(await applied.of('type', async () => null)).toBe(true);
});

test('R3: a read that fails shows nothing, and is not kept', async () => {
  const applied = new FilterSupport(() => NOW);
  expect(await applied.of('type', () => Promise.reject(new Error('away')))).toBeUndefined();
  expect(await applied.of('type', async () => true)).toBe(true);
});

test('R3: a begin that is overlooked fits every first page: no total', async () => {
  const service = terms(() => ({ total: 5_000, rows: 1 }));
  expect(await totalOf(page(5_000, 100), { from: '2026-11-16T03:00:00.000Z' }, service)).toBeNull();
});

test('R3: as many without a filter as with it shows nothing; it is looked at again after an hour', async () => {
  let now = NOW;
  const service = { ...terms(() => ({ total: 300, rows: 1 })), applied: new FilterSupport(() => now) };
  expect(await totalOf(page(300, 100), { status: ['PAID'] }, service)).toBeNull();
  expect(await totalOf(page(300, 100), { status: ['PAID'] }, service)).toBeNull();
  expect(service.count).toHaveBeenCalledTimes(2);
  now += 3_700_000;
  expect(await totalOf(page(300, 100), { status: ['PAID'] }, service)).toBeNull();
  expect(service.count).toHaveBeenCalledTimes(4);
});

test('R3: what stands on one page, or has no filter, needs no second look; what no row tells has no total', async () => {
  const service = terms(() => {
    throw new Error('not asked');
  });
  expect(await totalOf(page(3, 3), { status: ['PAID'] }, service)).toBe(3);
  expect(await totalOf(page(5_000, 100), { to: '2026-11-16T03:00:00.000Z', status: [] }, service)).toBe(
    5_000,
  );
  expect(
    await totalOf(page(50, 50, { filtersUntold: ['status'] }), { status: ['PAID'] }, service),
  ).toBeNull();
  expect(await totalOf(page(300, 100), { status: ['PAID'] }, service)).toBeUndefined();
});

test('M14: a probe that failed is told from one that shows nothing, and is asked again', async () => {
  const service = terms(() => ({ total: 0, rows: 0 }));
  service.count.mockRejectedValueOnce(new Error('down'));
  const filter = { from: '2026-11-16T03:00:00.000Z' };
  expect(await totalOf(page(300, 100), filter, service)).toBeUndefined();
  expect(await totalOf(page(300, 100), filter, service)).toBe(300);
});
