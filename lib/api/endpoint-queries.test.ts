import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { inClearQuery, pagesOf, queryOf, recordQuery } from '#lib/api/endpoint-queries.ts';

afterEach(() => vi.unstubAllGlobals());
const context = { client: new QueryClient(), meta: undefined, queryKey: [] };
const { signal } = new AbortController();

async function requestedUrl(read: () => unknown): Promise<string> {
  const fetch = vi.fn(async (_: string, init: RequestInit) => {
    expect(init.signal).toBe(signal);
    return Response.json({});
  });
  vi.stubGlobal('fetch', fetch);
  await read();
  return fetch.mock.calls[0]?.[0] ?? '';
}

test('a query asks its endpoint with what it is given, and ends with its signal', async () => {
  const query = queryOf('GET /disputes/{id}', { account: 'pix', params: { id: 'd/1' } });
  expect(query.queryKey).toEqual(['disputes', 'pix', 'd/1']);
  expect(await requestedUrl(() => query.queryFn?.({ ...context, signal }))).toBe(
    '/api/accounts/pix/disputes/d%2F1',
  );
});

test('a key is the address; below another feature’s it is whole', () => {
  const under = ['payments', 'pix'];
  const rates = queryOf('GET /card/rates/{code}', { account: 'pix', params: { code: 'VISA' } });
  expect(rates.queryKey).toEqual(['card', 'pix', 'rates', 'VISA']);
  expect(queryOf('GET /pix-keys', { account: 'pix' }, { under }).queryKey).toEqual([...under, 'pix-keys']);
  expect(queryOf('GET /api/settings/team', {}).queryKey).toEqual(['settings', '', 'team']);
  const first = { account: 'pix', query: { state: 'open', limit: 4 } } as const;
  expect(queryOf('GET /disputes', first).queryKey).toEqual(['disputes', 'pix', first.query]);
  expect(pagesOf('GET /disputes', first).queryKey).toEqual(['disputes', 'pix', 'list', first.query]);
});

test('a list is read on from its cursor, until there is none', async () => {
  const pages = pagesOf('GET /reports', { account: 'pix', query: { limit: 5 } });
  const read = (pageParam: string | null) => () =>
    pages.queryFn?.({ ...context, signal, pageParam, direction: 'forward' });
  expect(await requestedUrl(read(pages.initialPageParam))).toBe('/api/accounts/pix/reports?limit=5');
  expect(await requestedUrl(read('c1'))).toBe('/api/accounts/pix/reports?limit=5&cursor=c1');
  const after = (nextCursor: string | null) => pages.getNextPageParam({ nextCursor } as never, [], null, []);
  expect([after('c2'), after(null)]).toEqual(['c2', null]);
});

test('a thing in clear has a key below its own, and no event or window brings it again', async () => {
  const query = inClearQuery('GET /deposits/{id}')('hub', 'x');
  expect(query).toMatchObject({
    queryKey: [...recordQuery('GET /deposits/{id}')('hub', 'x').queryKey, { reveal: '1' }],
    meta: { live: false },
    gcTime: 0,
  });
  expect(query.staleTime).toBe(Number.POSITIVE_INFINITY);
  expect(await requestedUrl(() => query.queryFn?.({ ...context, signal }))).toBe(
    '/api/accounts/hub/deposits/x?reveal=1',
  );
});
