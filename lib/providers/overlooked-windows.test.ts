import { describe, expect, test } from 'vitest';
import * as card from '#lib/providers/card/testing/test-card.ts';
import * as hub from '#lib/providers/hub/testing/test-hub.ts';
import { portTo, testProvider } from '#lib/providers/pix/testing/test-provider.ts';
import { walkAll } from '#lib/providers/testing/filter-match.ts';
import { answerBy, type Known, type Manner } from '#lib/providers/testing/filtering-service.ts';

/** R3: a list whose service overlooks the period that is requested, over a history of 200 days. */

type Json = Record<string, unknown>;
const DAY_MS = 86_400_000;
const BEGIN = Date.parse('2026-10-20T12:00:00.000Z');
const at = (days: number) => new Date(BEGIN - days * DAY_MS).toISOString();
const HISTORY = Array.from({ length: 200 }, (_, day) => ({
  ...{ id: `r${day}`, amount: 10, status: 'COMPLETED', type: 'CREDIT', trigger: 'DEPOSIT' },
  at: at(day),
}));
const dated = (name: string, rows = HISTORY): Json[] =>
  rows.map(({ at, ...row }) => ({ ...row, [name]: at }));
/** Days 3 to 12. */
const WINDOW = { from: at(12), to: new Date(BEGIN - 3 * DAY_MS + 1).toISOString() };
const INSIDE = Array.from({ length: 10 }, (_, index) => `r${index + 3}`);

const known = (name: string, ends: 'from' | 'to', date = 'createdAt'): Known => ({
  ...{ name, renamed: name },
  fits: (row, value) => (ends === 'from' ? String(row[date]) >= value : String(row[date]) <= value),
});
/** A service that applies the pair of these names and overlooks the rest. */
function service(rows: readonly Json[], applies: readonly [string, string] | null, date = 'createdAt') {
  const pairs: [string, string][] = [
    ['createdAtFrom', 'createdAtTo'],
    ['dateFrom', 'dateTo'],
    ['startDate', 'endDate'],
  ];
  const filters = pairs.flatMap(([from, to]) => [known(from, 'from', date), known(to, 'to', date)]);
  const manners = new Map<string, Manner>(
    filters.map(({ name }) => [name, applies?.includes(name) === true ? 'applies' : 'ignores']),
  );
  return answerBy({
    ...{ filters, manners, rows, refusal: () => ({}) },
    body: (data, { next }) => ({ data, nextCursor: next, hasNextPage: next !== null }),
  });
}

const provider = testProvider();
function pixOver(answer: ReturnType<typeof service>) {
  provider.acts = Array.from({ length: 60 }, () => (request, response) => {
    const { status, json } = answer(new URL(request.url ?? '', 'http://x').searchParams);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
  return portTo(provider.base).port;
}
const hubOver = (answer: ReturnType<typeof service>) =>
  hub.hubOver([({ query }) => hub.ok(answer(new URLSearchParams(query)).json)]);
const cardOver = (answer: ReturnType<typeof service>) =>
  card.over((query) => card.ok(answer(new URLSearchParams(query)).json));

type Ids = { items: readonly { id: string }[]; next: unknown };
const idsOf = async (list: (position: unknown) => Promise<Ids>) =>
  (await walkAll((position) => list(position) as never)).flatMap(({ items }) => items as { id: string }[]);
const numberedIds = async (
  list: (page: number) => Promise<{ items: { id: string }[]; more: boolean; nextPage?: number }>,
) => {
  const ids: string[] = [];
  for (let page = 1, more = true; more; ) {
    const got = await list(page);
    ids.push(...got.items.map(({ id }) => id));
    more = got.more;
    page = got.nextPage ?? page + 1;
  }
  return ids;
};

describe('the Pix statement', () => {
  const walk = (port: ReturnType<typeof pixOver>, filter: object = WINDOW) =>
    idsOf((position) => port.statement.list(filter, { limit: 10, position }, {}));

  test('asks once under the second pair where rows show that the first was overlooked, and remembers it', async () => {
    const port = pixOver(service(dated('createdAt'), ['dateFrom', 'dateTo']));
    expect((await walk(port)).map(({ id }) => id)).toEqual(INSIDE);
    const requests = provider.arrived.map(({ url }) => /[?&](\w+)From=/.exec(url)?.[1]);
    expect(requests.filter((name) => name === 'createdAt')).toHaveLength(1);
    provider.arrived = [];
    const { filteredHere } = await port.statement.list(WINDOW, { limit: 10, position: null }, {});
    expect(filteredHere).toBeUndefined();
    expect(provider.arrived.every(({ url }) => url.includes('dateFrom='))).toBe(true);
  });

  test('of one that overlooks both, is filtered here, ends at the window’s begin and tries no more', async () => {
    const port = pixOver(service(dated('createdAt'), null));
    expect((await walk(port)).map(({ id }) => id)).toEqual(INSIDE);
    expect(provider.arrived.length).toBeLessThanOrEqual(4);
    provider.arrived = [];
    const { filteredHere } = await port.statement.list(WINDOW, { limit: 10, position: null }, {});
    expect(filteredHere).toEqual(['from', 'to']);
    expect(provider.arrived.some(({ url }) => url.includes('dateFrom='))).toBe(false);
  });

  test('rising, ends at the window’s end', async () => {
    const rows = dated('createdAt').toReversed();
    const port = pixOver(service(rows, null));
    const { length: whole } = (await walk(port, { from: at(199.5), to: at(180), order: 'asc' })) as unknown[];
    expect(whole).toBe(19);
    expect(provider.arrived.length).toBeLessThanOrEqual(5);
  });

  test('keeps every row of a list in no order, whatever stands before it', async () => {
    const rows = dated('createdAt');
    const mixed = rows.map((_, index) => rows[(index * 37) % rows.length] as Json);
    const ids = (await walk(pixOver(service(mixed, null)))).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(INSIDE.toSorted());
  });

  test.each(['createdAt', 'date', 'postedAt', 'occurredAt', 'registeredAt'])(
    'a line whose only instant is %s is judged strictly by it',
    async (name) => {
      const hourly = HISTORY.map((row, hour) => ({
        ...row,
        at: new Date(BEGIN - hour * 3_600_000).toISOString(),
      }));
      const port = pixOver(service(dated(name, hourly), null));
      const day = {
        from: new Date(BEGIN - 30 * 3_600_000).toISOString(),
        to: new Date(BEGIN - 6 * 3_600_000).toISOString(),
      };
      const ids = (await walk(port, day)).map(({ id }) => id);
      expect(ids).toEqual(Array.from({ length: 24 }, (_, index) => `r${index + 7}`));
    },
  );

  test('a line that was created inside and posted after the end stays where the service applies the period', async () => {
    const row = {
      ...HISTORY[0],
      createdAt: at(3),
      postedAt: new Date(BEGIN - 3 * DAY_MS + 5_000).toISOString(),
    };
    const answer = service([row], ['createdAtFrom', 'createdAtTo']);
    const port = pixOver((query) => {
      const { status, json } = answer(query);
      const { data, ...rest } = json as { data: Json[] };
      return { status, json: { ...rest, data: data.map(({ createdAt: _, at: _at, ...line }) => line) } };
    });
    expect((await walk(port)).map(({ id }) => id)).toEqual(['r0']);
  });
});

describe('other lists that overlook a period', () => {
  test.each(['charges', 'withdrawals', 'transfers'] as const)('the Hub’s %s end at its begin', async (of) => {
    const { port, requests } = hubOver(service(dated('createdAt'), null));
    const ids = await idsOf((position) => port[of].list(WINDOW, { limit: 10, position }, {}));
    expect(ids.map(({ id }) => id.replace(/^\w+:/, ''))).toEqual(INSIDE);
    expect(requests.length).toBeLessThanOrEqual(8);
  });

  test.each(['createdAt', 'postedAt'])('the Hub’s statement by %s ends at its begin', async (name) => {
    const { port, requests } = hubOver(service(dated(name), null));
    const ids = await idsOf((position) => port.statement.list(WINDOW, { limit: 10, position }, {}));
    expect(ids.map(({ id }) => id)).toEqual(INSIDE);
    expect(requests.length).toBeLessThanOrEqual(15);
  });

  test('pending deposits end at its begin', async () => {
    const port = pixOver(service(dated('createdAt'), null));
    const ids = await numberedIds((page) => port.pendingDeposits.list(WINDOW, { page, limit: 10 }, {}));
    expect(ids).toEqual(INSIDE);
    expect(provider.arrived.length).toBeLessThanOrEqual(8);
  });

  test('card charges end at its begin', async () => {
    const rows = dated('createdAt').map((row) => ({ ...row, paymentType: 'creditcard' }));
    const { card: port, calls } = cardOver(service(rows, null));
    const ids = await numberedIds((page) => port.charges.list(WINDOW, { page, limit: 10 }, {}));
    expect(ids).toEqual(INSIDE);
    expect(calls().length).toBeLessThanOrEqual(10);
  });

  test('transactions end at its begin', async () => {
    const port = pixOver(service(dated('createdAt'), null));
    const ids = await idsOf((position) => port.transactions.list(WINDOW, { limit: 10, position }, {}));
    expect(ids.map(({ id }) => id)).toEqual(INSIDE);
    expect(provider.arrived.length).toBeLessThanOrEqual(9);
  });
});
