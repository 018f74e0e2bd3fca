import { describe, expect, test } from 'vitest';
import { AccountMonitor } from '#lib/core/http/health.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { NO_BUDGET } from '#lib/providers/client/adapter-deps.ts';
import { numbered } from '#lib/providers/client/lists.ts';
import { hubOver, ok } from '#lib/providers/hub/testing/test-hub.ts';
import { createPixAdapter } from '#lib/providers/pix/adapter.ts';
import { readTransactions } from '#lib/providers/pix/wire.ts';
import { type Json, type Random, randomBy, spell, styleBy } from '#lib/providers/testing/spelled.ts';
import { listOf } from '#lib/providers/unwrap.ts';

/** Counts and words of what follows, as services might spell them: no row is lost, no page's count is the total. */

const SEEDS = Array.from({ length: 200 }, (_, seed) => seed);

/** The most rows that a service puts on a page, whatever is requested. */
const MOST = [Number.POSITIVE_INFINITY, 10, 16, 20, 25, 50];

const TWO = [{ id: 'a' }, { id: 'b' }];

describe('R1: a bare count', () => {
  test.each<[object, object]>([
    [{ count: 2, total: 500, transactions: TWO }, { total: 500 }],
    [{ count: 2, totalItems: 500, total: 2, transactions: TWO }, { total: 500 }],
    [
      { transactions: TWO, pagination: { count: 2, hasNextPage: true } },
      { total: null, more: true },
    ],
    [
      { transactions: TWO, count: 2, totalPages: 250 },
      { total: null, pages: 250 },
    ],
    [
      { transactions: TWO, count: 2, next: '/user/transactions?page=2' },
      { total: null, more: true },
    ],
    [
      { transactions: TWO, count: 2, links: { next: '/x?page=2' } },
      { total: null, more: true },
    ],
    [
      { transactions: TWO, count: 500 },
      { total: 500, ofPage: false },
    ],
    [
      { transactions: TWO, count: 2 },
      { total: 2, ofPage: true },
    ],
    [
      { transactions: TWO, count: 2, next: null },
      { total: 2, ofPage: false },
    ],
    [
      { transactions: TWO, count: 2, hasMore: false },
      { total: 2, ofPage: false },
    ],
    [{ transactions: TWO, total: 1, count: 7 }, { total: 7 }],
    [
      { transactions: TWO, total: 2, hasNextPage: true },
      { total: null, more: true },
    ],
    [
      { transactions: [], count: 0 },
      { total: 0, ofPage: false },
    ],
  ])('%j', (json, expected) => {
    expect(readTransactions(json)).toMatchObject(expected);
  });

  test('of a full page does not end a list by number, and is no total of it', () => {
    const read = listOf({ count: 2, data: TWO }, ['rows']);
    const full = numbered(TWO, read, { page: 1, limit: 2 }, 'now');
    expect(full).toMatchObject({ more: true, total: null });
    expect(numbered(TWO, read, { page: 1, limit: 50 }, 'now')).toMatchObject({ more: false, total: 2 });
    expect(numbered(TWO, read, { page: 2, limit: 50 }, 'now')).toMatchObject({ more: false, total: null });
  });
});

type Window = { rows: Json[]; first: number; size: number };

/**
 * One form, by seed, to state how long a list is and what follows a page of it: `count` is the page's or the
 * list's, and `cursor` the place of this page, next to or before the next one's.
 */
function pagingBy(random: Random, list: string) {
  const style = styleBy(random);
  const count = random.pick(['page', 'list', 'none'] as const);
  const total = random.chance(0.4)
    ? random.pick(['total', 'totalItems', 'totalCount', 'totalRecords', 'totalElements'])
    : null;
  const follows = random.pick([
    'hasNextPage',
    'hasMore',
    'isLastPage',
    'totalPages',
    'next',
    'none',
  ] as const);
  const inside = random.pick([null, 'pagination', 'meta', 'pageInfo']);
  const first = random.chance(0.5);
  return ({ rows, first: begin, size }: Window, cursors: Json | null = null): Json => {
    const shown = rows.slice(begin, begin + size);
    const more = begin + shown.length < rows.length;
    const words: Record<typeof follows, Json> = {
      hasNextPage: { hasNextPage: more },
      hasMore: { hasMore: more },
      isLastPage: { isLastPage: !more },
      totalPages: { totalPages: Math.ceil(rows.length / size) },
      next: { next: more ? `/p?at=${begin + size}` : null },
      none: {},
    };
    const expected = {
      ...(count === 'none' ? {} : { count: count === 'page' ? shown.length : rows.length }),
      ...(total === null ? {} : { [total]: rows.length }),
      ...(cursors !== null && follows === 'next' ? {} : words[follows]),
      ...cursors,
    };
    const spelled = Object.fromEntries(
      Object.entries(expected).map(([name, value]) => [spell(style, name), value]),
    );
    const wrapped = inside === null ? spelled : { [inside]: spelled };
    return first ? { ...wrapped, [list]: shown } : { [list]: shown, ...wrapped };
  };
}

const rowsBy = (seed: number, random: Random): Json[] =>
  Array.from({ length: Math.floor(random.next() * 60) }, (_, index) => ({
    ...{ id: `t${seed}-${index}`, protocol: `p${seed}-${index}`, amount: 100 + index, status: 'COMPLETED' },
    createdAt: new Date(Date.UTC(2026, 9, 20, 12) - index * 60_000).toISOString(),
  }));

function pixOver(answer: (query: URLSearchParams) => Json) {
  return createPixAdapter({
    account: { id: 'acc', slug: 'pix', simulator: false },
    baseUrl: 'https://api.example/v1/',
    token: new Secret('sbx_hidden'),
    timeouts: { connect: 1, read: 1, change: 1, export: 1, token: 1 },
    transport: async ({ url }) => ok(answer(new URL(url).searchParams)),
    monitor: new AccountMonitor(() => 0),
    budgetOf: () => NO_BUDGET,
    log: () => undefined,
  });
}

describe('R1: every row comes, and a total is the whole list’s', () => {
  test.each(SEEDS)('transactions, seed %i', async (seed) => {
    const random = randomBy(seed + 210_000);
    const all = rowsBy(seed, random);
    const answer = pagingBy(random, 'transactions');
    const most = random.pick(MOST);
    const port = pixOver((query) => {
      const to = query.get('dateTo') ?? '2030-01-01T00:00:00.000Z';
      const rows = all.filter(({ createdAt }) => String(createdAt) <= to);
      const size = Math.min(most, Number(query.get('limit')));
      return answer({ rows, first: (Number(query.get('page')) - 1) * size, size });
    });
    const limit = random.pick([5, 10, 25, 100]);
    const seen: string[] = [];
    let position: unknown = null;
    do {
      const page = await port.transactions?.list({}, { limit, position }, {});
      seen.push(...(page?.items ?? []).map(({ id }) => id));
      if (position === null) expect([null, all.length]).toContain(page?.total);
      position = page?.next ?? null;
    } while (position !== null);
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  test.each(SEEDS)('disputes by number, seed %i', async (seed) => {
    const random = randomBy(seed + 220_000);
    const all = rowsBy(seed, random);
    const answer = pagingBy(random, 'infractions');
    const most = random.pick(MOST);
    const port = pixOver((query) => {
      const size = Math.min(most, Number(query.get('limit')));
      return answer({ rows: all, first: (Number(query.get('page')) - 1) * size, size });
    });
    const limit = random.pick([5, 10, 25, 100]);
    const seen: string[] = [];
    let more = true;
    for (let page = 1; more; page += 1) {
      const read = await port.disputes?.list({ page, limit }, {});
      seen.push(...(read?.items ?? []).map(({ id }) => id));
      expect([null, all.length]).toContain(read?.total);
      more = read?.more ?? false;
    }
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  test.each(SEEDS)('document 2’s charges, seed %i', async (seed) => {
    const random = randomBy(seed + 230_000);
    const all = rowsBy(seed, random);
    const answer = pagingBy(random, random.pick(['data', 'charges', 'items']));
    const next = random.pick(['nextCursor', 'endCursor', 'next'] as const);
    const own = random.pick(['cursor', 'none', 'next alone'] as const);
    const endsBy = random.pick(['null', 'absent'] as const);
    const most = random.pick(MOST);
    const { port } = hubOver([
      ({ query }) => {
        const [size, at] = [Math.min(most, Number(query.limit)), query.cursor ?? '0'];
        const first = Number(at.replace('c', ''));
        const place = first + size < all.length ? `c${first + size}` : null;
        const here = query.cursor ?? null;
        const onward = place === null && endsBy === 'absent' ? {} : { [next]: place };
        const cursors =
          own === 'next alone' ? { cursor: place } : own === 'cursor' ? { cursor: here, ...onward } : onward;
        return ok(answer({ rows: all, first, size }, cursors));
      },
    ]);
    const limit = random.pick([5, 10, 25, 100]);
    const seen: string[] = [];
    let position: unknown = null;
    do {
      const page = await port.charges.list({}, { limit, position }, {});
      seen.push(...page.items.map(({ id }) => id));
      expect([null, all.length]).toContain(page.total);
      position = page.next;
    } while (position !== null);
    expect(seen).toEqual(all.map(({ id }) => `payment:${id}`));
  });
});
