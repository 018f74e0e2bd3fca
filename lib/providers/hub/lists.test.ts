import { describe, expect, test } from 'vitest';
import { CHARGE, hubOver, ok, taking } from '#lib/providers/hub/testing/test-hub.ts';

describe('lists', () => {
  test('are asked with what was given, `to` as the last instant before it', async () => {
    const { port, requests } = hubOver([ok({ data: [CHARGE], nextCursor: 'c2' })]);
    const filter = {
      from: '2026-10-05T03:00:00.000Z',
      to: '2026-10-06T03:00:00.000Z',
      status: ['PAID'],
      clientReference: 'order-77',
      search: 'Ana',
    };
    const page = await port.charges.list(filter, { limit: 1, position: null }, {});
    expect(page).toMatchObject({ items: [{ id: 'payment:chg_1' }], total: null });
    expect(requests[0]).toMatchObject({
      line: 'GET /transactions/payment',
      query: {
        dateFrom: '2026-10-05T03:00:00.000Z',
        dateTo: '2026-10-06T02:59:59.999Z',
        status: 'PAID',
        externalRef: 'order-77',
        search: 'Ana',
      },
    });
  });

  test('that go on where nobody tells lost the rest', async () => {
    const { port } = hubOver([ok({ data: [CHARGE], hasMore: true, proximo: 'c2' })]);
    const page = await port.charges.list({}, { limit: 50, position: null }, {});
    expect(page).toMatchObject({ next: null, unread: { rows: 1, fields: ['row'] } });
  });

  test('count what could not be read on the pages that were passed over too', async () => {
    const { port } = hubOver([
      ok({ data: [{ ...CHARGE, createdAt: '2026-10-01T00:00:00.000Z' }, 'chg_9'], nextCursor: 'c2' }),
      ok({ data: [CHARGE], nextCursor: null }),
    ]);
    const filter = { from: '2026-10-05T03:00:00.000Z' };
    const page = await port.charges.list(filter, { limit: 2, position: null }, {});
    expect(page.unread?.fields).toEqual(['row']);
  });

  test('go on until so many rows are there, a hundred a page', async () => {
    const rows = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...CHARGE, id: `c${from + at}` }));
    const { port, requests } = hubOver([
      ok({ data: rows(0, 100), nextCursor: 'c2' }),
      ok({ data: rows(100, 50), nextCursor: 'c3' }),
      ok({ data: rows(150, 3), nextCursor: null }),
    ]);
    const first = await port.charges.list({}, { limit: 150, position: null }, {});
    expect(requests.map(({ query }) => query)).toEqual([{ limit: '100' }, { limit: '50', cursor: 'c2' }]);
    expect([first.items.length, first.next]).toEqual([150, { cursor: 'c3' }]);
    const last = await port.charges.list({}, { limit: 150, position: first.next }, {});
    expect([last.items.length, last.next]).toEqual([3, null]);
    expect(requests[2]?.query).toEqual({ limit: '100', cursor: 'c3' });
  });

  test.each<[string, unknown]>([
    ['an array', [CHARGE]],
    ['wrapped twice', { data: { payments: [CHARGE], pagination: { nextCursor: 'c2' } } }],
    ['under a name of its own', { charges: [CHARGE] }],
  ])('are found as %s', async (_, answer) => {
    const { port } = hubOver([ok(answer), ok({ data: [], nextCursor: null })]);
    const { items } = await port.charges.list({}, { limit: 50, position: null }, {});
    expect(items.map(({ id }) => id)).toEqual(['payment:chg_1']);
  });

  test.each<[string, object, object]>([
    ['before it', { cursor: 'c1', nextCursor: 'c2' }, { cursor: 'c2', nextCursor: null }],
    ['after it', { nextCursor: 'c2', cursor: 'c1' }, { nextCursor: null, cursor: 'c2' }],
    ['and none at the end', { cursor: null, nextCursor: 'c2' }, { cursor: 'c2' }],
    ['further out', { cursor: 'c1', pagination: { endCursor: 'c2' } }, { pagination: { endCursor: null } }],
    ['under `next`', { meta: { cursor: 'c1', next: 'c2' } }, { meta: { cursor: 'c2', next: null } }],
    ['as a number', { cursor: 1, nextCursor: 2 }, { cursor: 2, nextCursor: null }],
    [
      'beside the last page’s end',
      { pageInfo: { endCursor: 'c2', hasNextPage: true } },
      { pageInfo: { endCursor: 'c3', hasNextPage: false } },
    ],
  ])('R1: a page’s own cursor is not the next one’s: it stands %s', async (_, first, last) => {
    const page = (id: string, paging: object) => ok({ data: [{ ...CHARGE, id }], ...paging });
    const { port, requests } = hubOver([page('c1', first), page('c2', last)]);
    const { items, next } = await port.charges.list({}, { limit: 5, position: null }, {});
    expect([items.map(({ id }) => id), next]).toEqual([['payment:c1', 'payment:c2'], null]);
    expect(requests[1]?.query.cursor).toMatch(/^c?2$/);
    const onward = await port.charges.list({}, { limit: 5, position: { cursor: 'c2' } }, {});
    expect(onward.next).toBeNull();
  });

  test('R1: an empty page that names its own place again is the end', async () => {
    const { port } = hubOver([ok({ data: [], endCursor: 'c9' })]);
    const { next } = await port.charges.list({}, { limit: 5, position: { cursor: 'c9' } }, {});
    expect(next).toBeNull();
  });

  test('an empty page ends them, whatever stands beside it', async () => {
    const { port } = hubOver([ok({ data: [], nextCursor: 'c2' })]);
    expect(await port.transfers.list({}, { limit: 5, position: null }, {})).toMatchObject({
      items: [],
      next: null,
    });
  });

  test('the cursor goes by the name that the service takes, and that is remembered', async () => {
    const { port, requests } = hubOver([
      taking(['limit', 'nextCursor'], { data: [CHARGE], nextCursor: null }),
    ]);
    const position = { cursor: 'c2' };
    await port.charges.list({}, { limit: 5, position }, {});
    await port.charges.list({}, { limit: 5, position }, {});
    expect(requests.map(({ query }) => Object.keys(query).at(-1))).toEqual([
      'cursor',
      'nextCursor',
      'nextCursor',
    ]);
  });

  test('so it does where a service answers the same place for a name that it does not know', async () => {
    const { port, requests } = hubOver([
      ({ query }) =>
        query.nextCursor === undefined
          ? ok({ data: [CHARGE], nextCursor: 'c2' })
          : ok({ data: [{ ...CHARGE, id: 'later' }], nextCursor: null }),
    ]);
    const { items } = await port.charges.list({}, { limit: 5, position: { cursor: 'c2' } }, {});
    expect(items.map(({ id }) => id)).toEqual(['payment:later']);
    expect(requests).toHaveLength(2);
  });

  test.each([
    [{ status: ['PAID', 'PENDING'] }, 'status', 'one_only'],
    [{ search: 'x' }, 'search', 'not_supported'],
    [{ clientReference: 'x' }, 'clientReference', 'not_supported'],
  ])('of withdrawals refuse %j at its field', async (filter, field, message) => {
    const { port, requests } = hubOver([ok({ data: [] })]);
    await expect(port.withdrawals.list(filter, { limit: 5, position: null }, {})).rejects.toMatchObject({
      code: 'invalid_request',
      details: { fields: [{ field, message }] },
    });
    expect(requests).toHaveLength(0);
  });

  test('a position of another list is refused', async () => {
    const { port } = hubOver([ok({ data: [] })]);
    const read = port.charges.list({}, { limit: 5, position: { page: 2 } }, {});
    await expect(read).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
