import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { AccountMonitor } from '#lib/core/http/health.ts';
import type { HttpOutcome } from '#lib/core/http/request.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { NO_BUDGET } from '#lib/providers/client/adapter-deps.ts';
import { createPixAdapter } from '#lib/providers/pix/adapter.ts';
import type { Call, TransactionFilter } from '#lib/providers/port.ts';

/**
 * Document 1's list, with the next page requested from the text of this one: same rows, same calls, earlier.
 */

type Json = Record<string, unknown>;
type Service = {
  rows: Json[];
  /** The instant that a row stands at, in ms. */
  timeOf: (row: Json) => number;
  envelope: (answer: { total: number; pages: number; transactions: Json[] }) => unknown;
  order: 'falling' | 'rising';
  /** Overlooks the end of the period. */
  deaf: boolean;
};
type Answered = { status: number; body: string };

const NOON = Date.UTC(2026, 10, 19, 12);
const LIMIT = 1000;
const row = (index: number, over: Json = {}): Json => ({
  id: `t${String(index).padStart(5, '0')}`,
  status: 'COMPLETED',
  type: 'DEPOSIT',
  amount: 10.5,
  createdAt: new Date(NOON - index * 60_000).toISOString(),
  clientReference: null,
  infraction: null,
  ...over,
});
const many = (count: number, over: (index: number) => Json = () => ({})) =>
  Array.from({ length: count }, (_, index) => row(index, over(index)));

const service = (rows: Json[], extra: Partial<Service> = {}): Service => ({
  rows,
  timeOf: ({ createdAt }) => Date.parse(String(createdAt)),
  envelope: (answer) => answer,
  order: 'falling',
  deaf: false,
  ...extra,
});

function answer({ rows, timeOf, envelope, order, deaf }: Service, url: string): Answered {
  const query = new URL(url).searchParams;
  const to = query.get('dateTo');
  const end = to === null || deaf ? Number.POSITIVE_INFINITY : Date.parse(to);
  const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
  const begin = Date.parse(query.get('dateFrom') ?? '1970-01-01');
  const within = rows.filter((one) => timeOf(one) <= end && timeOf(one) >= begin);
  const sorted = order === 'rising' ? within.toReversed() : within;
  const transactions = sorted.slice((page - 1) * limit, page * limit);
  const pages = Math.ceil(sorted.length / limit);
  return { status: 200, body: JSON.stringify(envelope({ total: sorted.length, pages, transactions })) };
}

type Read = { ids: string[]; requests: string[]; aborted: number };
type How = {
  onward?: () => boolean;
  filter?: TransactionFilter;
  call?: Call;
  pages?: number;
  onRequest?: () => void;
};

/** Takes page after page as a file does. */
async function readAll(
  service: Service,
  { onward, filter = {}, call = {}, pages = 40, onRequest }: How,
): Promise<Read> {
  const requests: string[] = [];
  let aborted = 0;
  const port = createPixAdapter({
    account: { id: 'acc', slug: 'pix', simulator: false },
    baseUrl: 'https://api.example/v1',
    token: new Secret('hidden'),
    timeouts: { connect: 1, read: 1, change: 1, export: 1, token: 1 },
    monitor: new AccountMonitor(),
    budgetOf: () => NO_BUDGET,
    clock: { now: () => NOON + 60_000, random: () => 0, sleep: async () => undefined },
    transport: async ({ url, signal }): Promise<HttpOutcome> => {
      requests.push(url);
      onRequest?.();
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (signal?.aborted) aborted += 1;
      const { status, body } = answer(service, url);
      return { kind: 'ok', status, headers: {}, text: body };
    },
  });
  const ids: string[] = [];
  let position: unknown = null;
  for (let taken = 0; taken < pages; taken += 1) {
    const page = await port.transactions?.list(filter, { limit: LIMIT, position, onward }, call);
    ids.push(...(page?.items ?? []).map(({ id }) => id));
    position = page?.next ?? null;
    if (position === null) break;
  }
  return { ids, requests, aborted };
}

const always = () => true;

describe('the next page, asked for by the text of this one', () => {
  test('leaves before this one is parsed, and is the very call that the walk would make', async () => {
    const provider = service(many(4_500));
    const plain = await readAll(provider, {});
    const order: string[] = [];
    const parse = JSON.parse;
    const spy = vi.spyOn(JSON, 'parse').mockImplementation((text: string) => {
      if (text.length > 50_000) order.push('parsed');
      return parse(text) as unknown;
    });
    const onRequest = () => order.push('requested');
    const read = await readAll(provider, { onward: always, onRequest }).finally(() => spy.mockRestore());
    const later = ['requested', 'parsed'];
    expect(order).toEqual(['requested', 'parsed', 'requested', ...later, ...later, ...later, 'parsed']);
    expect(read.ids).toEqual(plain.ids);
    expect(read.ids).toHaveLength(4_500);
    expect(read.requests).toEqual(plain.requests);
    expect(read.aborted).toBe(0);
  });

  test('is not asked for where nobody waits for this one', async () => {
    const provider = service(many(2_500));
    const read = await readAll(provider, { onward: () => false });
    expect(read.requests).toEqual((await readAll(provider, {})).requests);
  });

  test('ends at the period’s begin, though the service leads on', async () => {
    const provider = service(many(2_500));
    const filter = { from: new Date(NOON - 1_500 * 60_000).toISOString() };
    const plain = await readAll(provider, { filter });
    const read = await readAll(provider, { filter, onward: always });
    expect(read).toEqual(plain);
  });

  test.each<[string, Service]>([
    [
      'times in seconds',
      service(
        many(2_500, (index) => ({ createdAt: NOON / 1000 - index * 60 })),
        {
          timeOf: ({ createdAt }) => Number(createdAt) * 1000,
        },
      ),
    ],
    [
      'times with an offset, escaped',
      service(
        many(2_500, (index) => ({
          createdAt: new Date(NOON - index * 60_000 - 10_800_000).toISOString().replace('Z', '-03:00'),
          note: '"createdAt":"2020-01-01T00:00:00.000Z"},{"id":"x"',
        })),
      ),
    ],
    [
      'the time of a dispute inside the row',
      service(
        many(2_500, () => ({
          infraction: { id: 'd', createdAt: '2020-01-01T00:00:00.000Z' },
        })),
      ),
    ],
    [
      'an answer in an envelope',
      service(many(2_500), {
        envelope: ({ total, pages, transactions }) => ({
          data: { items: transactions, paging: { total, pages } },
        }),
      }),
    ],
  ])('reads it by the very rules of the list: %s', async (_, provider) => {
    const plain = await readAll(provider, {});
    const read = await readAll(provider, { onward: always });
    expect(read).toEqual(plain);
    expect(read.ids).toHaveLength(2_500);
  });

  test.each<[string, Service]>([
    [
      'no times',
      service(
        many(2_500, () => ({ createdAt: null })),
        { timeOf: () => NOON },
      ),
    ],
    ['rows that rise', service(many(2_500), { order: 'rising' })],
    ['all of one instant', service(many(2_500, () => ({ createdAt: new Date(NOON).toISOString() })))],
    ['a service that overlooks the period', service(many(2_500), { deaf: true })],
    [
      'entries of a list at the end of a row',
      service(many(2_500, () => ({ refunds: [{ id: 1 }, { id: 2 }] }))),
    ],
    [
      'a list before the rows',
      service(many(2_500), {
        envelope: (one) => ({ filters: [{ name: 'dateTo' }, { name: 'status' }], ...one }),
      }),
    ],
    [
      'an earlier row at the end',
      service(
        many(2_500, (index) =>
          index % 1000 === 999 ? { createdAt: new Date(NOON - (index - 400) * 60_000).toISOString() } : {},
        ),
      ),
    ],
  ])('a doubt, or a wrong guess, changes nothing but one call at most: %s', async (_, provider) => {
    const plain = await readAll(provider, {});
    const read = await readAll(provider, { onward: always });
    expect(read.ids).toEqual(plain.ids);
    expect(read.requests.length - plain.requests.length).toBeLessThanOrEqual(1);
    expect(read.requests.filter((url) => !plain.requests.includes(url)).length).toBeLessThanOrEqual(1);
  });

  test('whatever a service’s list is like, the rows are those of the long way', async () => {
    const shape = fc.record({
      count: fc.integer({ min: 0, max: 2_600 }),
      /** Rows that share an instant. */
      crowd: fc.constantFrom(1, 3, 700, 1_500),
      deaf: fc.boolean(),
      order: fc.constantFrom('falling' as const, 'rising' as const),
      swapped: fc.nat(2_600),
      tail: fc.constantFrom<Json>(
        {},
        { refunds: [{ id: 'a' }, { id: 'b' }] },
        { infraction: { id: 'd', createdAt: '2030-01-01T00:00:00.000Z' } },
      ),
    });
    await fc.assert(
      fc.asyncProperty(shape, async ({ count, crowd, deaf, order, swapped, tail }) => {
        const rows = many(count, (index) => ({
          createdAt: new Date(NOON - Math.floor(index / crowd) * 60_000).toISOString(),
          ...(index % 3 === 0 ? tail : {}),
        }));
        const [one] = rows.splice(swapped, 1);
        if (one !== undefined) rows.push(one);
        const provider = service(rows, { deaf, order });
        const plain = await readAll(provider, {});
        const read = await readAll(provider, { onward: always });
        expect(read.ids).toEqual(plain.ids);
        expect(read.requests.length - plain.requests.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 12 },
    );
  }, 60_000);

  test('who goes away ends the call that was made ahead', async () => {
    const leaving = new AbortController();
    const call: Call = { purpose: 'export', signal: leaving.signal };
    const read = await readAll(service(many(4_500)), { onward: always, call, pages: 2 });
    expect(read.requests).toHaveLength(3);
    const reading = readAll(service(many(4_500)), { onward: always, call });
    leaving.abort();
    await expect(reading).rejects.toThrow();
  });
});
