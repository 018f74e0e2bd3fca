import { afterEach, expect, test, vi } from 'vitest';
import { inClearOf, pagesOf, queryOf } from '#lib/api/endpoint-queries.ts';

afterEach(() => vi.unstubAllGlobals());
const { signal } = new AbortController();

async function asked(read: () => Promise<unknown>): Promise<string> {
  const fetch = vi.fn(async (_: string, init: RequestInit) => {
    expect(init.signal).toBe(signal);
    return Response.json({});
  });
  vi.stubGlobal('fetch', fetch);
  await read();
  return fetch.mock.calls[0]?.[0] ?? '';
}

test('a query asks its endpoint with what it is given, and ends with its signal', async () => {
  const query = queryOf('GET /disputes/{id}', ['disputes', 'pix', 'd/1'], {
    account: 'pix',
    params: { id: 'd/1' },
  });
  expect(query.queryKey).toEqual(['disputes', 'pix', 'd/1']);
  expect(await asked(() => query.queryFn({ signal }))).toBe('/api/accounts/pix/disputes/d%2F1');
});

test('a list is read on from its cursor, until there is none', async () => {
  const pages = pagesOf('GET /reports', ['reports'], (cursor) => ({
    account: 'pix',
    query: { limit: 5, ...(cursor === null ? {} : { cursor }) },
  }));
  const read = (pageParam: string | null) => () => pages.queryFn({ pageParam, signal });
  expect(await asked(read(pages.initialPageParam))).toBe('/api/accounts/pix/reports?limit=5');
  expect(await asked(read('c1'))).toBe('/api/accounts/pix/reports?limit=5&cursor=c1');
  expect([
    pages.getNextPageParam({ nextCursor: 'c2' }),
    pages.getNextPageParam({ nextCursor: null }),
  ]).toEqual(['c2', null]);
});

test('a thing in clear has a key below its own, and no event or window brings it again', async () => {
  const query = inClearOf('GET /deposits/{id}', ['deposit', 'x'], { account: 'hub', params: { id: 'x' } });
  expect(query).toMatchObject({ queryKey: ['deposit', 'x', 'revealed'], meta: { live: false }, gcTime: 0 });
  expect(query.staleTime).toBe(Number.POSITIVE_INFINITY);
  expect(await asked(() => query.queryFn({ signal }))).toBe('/api/accounts/hub/deposits/x?reveal=1');
});
