import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Position, type Row, type Window, walk } from '#lib/providers/pix/time-paging.ts';

type StatedCounts = 'both' | 'total' | 'pages' | 'neither';
type Service = {
  rows: Row[];
  inclusive: boolean;
  states: StatedCounts;
  order: 'falling' | 'rising' | 'shuffled';
  /** The most rows that it puts on a page. */
  most: number;
  sizes: number[];
};

const NOW = 2_000_000;
const at = (id: string, ms: number): Row => ({ id, createdAt: new Date(ms).toISOString() });
const timeOf = (row: Row) => Date.parse(row.createdAt ?? '');

/** A list route as document 1 has it, over rows that may grow between its answers. */
function answer(
  service: Service,
  { dateTo, page, size: sizes }: { dateTo: number | undefined; page: number; size: number },
) {
  service.sizes.push(sizes);
  const size = Math.min(sizes, service.most);
  const end = dateTo ?? Number.POSITIVE_INFINITY;
  const window = service.rows.filter((row) => (service.inclusive ? timeOf(row) <= end : timeOf(row) < end));
  // Ties fall by id, as a stable index would give them.
  const falling = window.sort((a, b) => timeOf(b) - timeOf(a) || (a.id < b.id ? 1 : -1));
  const hash = (row: Row) => [...row.id].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 1009, 7);
  const sorted =
    service.order === 'rising'
      ? falling.reverse()
      : service.order === 'shuffled'
        ? falling.sort((a, b) => hash(a) - hash(b))
        : falling;
  const rows = sorted.slice((page - 1) * size, page * size);
  const pages = Math.ceil(sorted.length / size);
  const { states } = service;
  return {
    rows,
    total: states === 'both' || states === 'total' ? sorted.length : null,
    pages: states === 'both' || states === 'pages' ? pages : null,
  } satisfies Window<Row>;
}

async function readAll(service: Service, limit: number, between: (call: number) => void = () => undefined) {
  const seen: Row[] = [];
  const totals: (number | null)[] = [];
  let position: Position | null = null;
  for (let call = 0; call < 10_000; call += 1) {
    const page: Awaited<ReturnType<typeof walk<Row>>> = await walk(
      async (request) => answer(service, request),
      {
        limit,
        position,
        now: () => NOW,
      },
    );
    expect(page.items.length).toBeLessThanOrEqual(limit);
    seen.push(...page.items);
    totals.push(page.total);
    if (page.next === null) return { ids: seen.map((row) => row.id), totals };
    position = JSON.parse(JSON.stringify(page.next)) as Position;
    between(call);
  }
  throw new Error('the walk does not end');
}

const service = (rows: Row[], extra: Partial<Service> = {}): Service => ({
  rows,
  inclusive: true,
  states: 'both',
  order: 'falling',
  most: Number.POSITIVE_INFINITY,
  sizes: [],
  ...extra,
});
const many = (count: number, time: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => at(`r${String(index).padStart(5, '0')}`, time(index)));
const sorted = (ids: Iterable<string>) => [...ids].sort();

describe('the walk by time', () => {
  test('gives all rows once, newest first, full pages, with the first total', async () => {
    const all = service(many(230, (index) => 1000 + index * 10));
    const { ids, totals } = await readAll(all, 50);
    expect(ids).toEqual(
      all.rows
        .map((row) => row.id)
        .sort()
        .reverse(),
    );
    expect(totals).toEqual([230, 230, 230, 230, 230]);
  });

  test('rows that come while it walks are neither repeated nor do they push others out', async () => {
    const all = service(many(200, (index) => 1000 + index * 10));
    const { ids, totals } = await readAll(all, 20, (call) => {
      for (let i = 0; i < 30; i += 1) all.rows.push(at(`new-${call}-${i}`, 100_000 + call * 100 + i));
    });
    expect(ids).toHaveLength(200);
    expect(new Set(ids).size).toBe(200);
    expect(new Set(totals)).toEqual(new Set([200]));
  });

  test.each([10, 400, 1000])('1,500 rows of one instant, %i a page', async (limit) => {
    const rows = [...many(1500, () => 5000), at('older', 1), at('newer', 9000)];
    const { ids } = await readAll(service(rows), limit);
    expect(sorted(ids)).toEqual(sorted(rows.map((row) => row.id)));
  });

  test('1,500 rows of one instant, a ms above 1,500 of another', async () => {
    const rows = [
      ...many(1500, () => 5001),
      ...many(1500, () => 5000).map((row) => ({ ...row, id: `b${row.id}` })),
    ];
    for (const inclusive of [true, false]) {
      const { ids } = await readAll(service(rows, { inclusive }), 1000);
      expect(ids).toHaveLength(3000);
      expect(new Set(ids).size).toBe(3000);
    }
  });

  test('an empty list ends at once, whatever the answer tells', async () => {
    for (const states of ['both', 'total', 'pages', 'neither'] as const)
      expect(await readAll(service([], { states }), 10)).toMatchObject({ ids: [] });
  });

  test('never asks for more than 1,000 rows', async () => {
    const all = service(many(3500, () => 7));
    await readAll(all, 1000);
    expect(Math.max(...all.sizes)).toBe(1000);
  });

  test('a cursor over a crowded instant stays small', async () => {
    const all = service(many(1500, () => 7));
    const first = await walk(async (request) => answer(all, request), {
      limit: 1000,
      position: null,
      now: () => NOW,
    });
    expect(JSON.stringify(first.next).length).toBeLessThan(8_200);
  });

  test('a service that gives the same page for ever is an error, not an end', async () => {
    const rows = many(10, (index) => 100 - index);
    const stuck = async () => ({ rows, total: null, pages: 1_000 });
    const first = await walk(stuck, { limit: 10, position: null, now: () => NOW });
    await expect(walk(stuck, { limit: 10, position: first.next, now: () => NOW })).rejects.toThrow();
  });
});

describe('rows that do not fall', () => {
  test.each(['rising', 'shuffled'] as const)('%s: page numbers under a fixed time', async (order) => {
    const all = service(
      many(105, (index) => 1000 + index * 10),
      { order },
    );
    const { ids } = await readAll(all, 20, (call) => {
      if (order === 'rising') all.rows.push(at(`new-${call}`, NOW + 1_000 + call));
    });
    expect(sorted(ids)).toEqual(sorted(many(105, () => 0).map((row) => row.id)));
  });

  test.each(['falling', 'rising', 'shuffled'] as const)(
    'R1: %s, fewer a page than asked for',
    async (order) => {
      for (const states of ['both', 'total', 'pages', 'neither'] as const) {
        const all = service(
          many(105, (index) => 1000 + index * 10),
          { order, states, most: 20 },
        );
        const { ids } = await readAll(all, 50);
        expect(sorted(ids), states).toEqual(sorted(many(105, () => 0).map((row) => row.id)));
      }
    },
  );

  test('a smaller page in the middle of the walk skips nothing', async () => {
    const all = service(
      many(60, (index) => 1000 + index * 10),
      { order: 'shuffled' },
    );
    const ids: string[] = [];
    let position: Position | null = null;
    for (const limit of [20, 7, 7, 7, 20, 20, 20]) {
      const page: Awaited<ReturnType<typeof walk<Row>>> = await walk(
        async (request) => answer(all, request),
        {
          limit,
          position,
          now: () => NOW,
        },
      );
      ids.push(...page.items.map((row) => row.id));
      position = page.next;
      if (position === null) break;
    }
    expect(sorted(ids)).toEqual(sorted(all.rows.map((row) => row.id)));
  });

  test('rows without a time', async () => {
    const rows = [at('a', 3), { id: 'b', createdAt: null }, at('c', 1)];
    const pages = async ({ page, size }: { page: number; size: number }) => ({
      rows: rows.slice((page - 1) * size, page * size),
      total: 3,
      pages: Math.ceil(3 / size),
    });
    const first = await walk(pages, { limit: 2, position: null, now: () => NOW });
    const second = await walk(pages, { limit: 2, position: first.next, now: () => NOW });
    expect([...first.items, ...second.items].map((row) => row.id)).toEqual(['a', 'b', 'c']);
    expect(second.next).toBeNull();
  });
});

test('neither repeats nor skips, whatever the times, page sizes, inserts and what the answers tell', async () => {
  const scene = fc.record({
    times: fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 60 }),
    limit: fc.integer({ min: 1, max: 25 }),
    inserts: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 20 }),
    inclusive: fc.boolean(),
    states: fc.constantFrom<StatedCounts>('both', 'total', 'pages', 'neither'),
    most: fc.constantFrom(Number.POSITIVE_INFINITY, 8, 10),
  });
  await fc.assert(
    fc.asyncProperty(scene, async ({ times, limit, inserts, inclusive, states, most }) => {
      const rows = times.map((time, index) => at(`r${index}`, 1000 + time));
      const all = service([...rows], { inclusive, states, most });
      const newest = 1000 + Math.max(0, ...times);
      const { ids } = await readAll(all, limit, (call) => {
        const count = inserts[call] ?? 0;
        for (let i = 0; i < count; i += 1) all.rows.push(at(`n${call}-${i}`, newest + ((call + i) % 3)));
      });
      expect(new Set(ids).size).toBe(ids.length);
      const before = new Set(ids);
      expect(rows.filter((row) => !before.has(row.id))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});
