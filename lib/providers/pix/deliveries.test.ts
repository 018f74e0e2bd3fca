import { expect, test } from 'vitest';
import { type Act, json, portTo, refusal, testProvider } from '#lib/providers/pix/testing/test-provider.ts';

const provider = testProvider();
const PAGE = json(200, {
  pagination: { hasNextPage: false },
  callbacks: [{ id: 'c', status: 200, url: 'u' }],
});
const FILTER = { from: '2026-10-01T00:00:00.000Z', to: '2026-10-02T00:00:00.000Z', transactionId: 'tx 1' };
const queries = () =>
  provider.arrived.map(({ url }) => Object.fromEntries(new URL(url, 'http://x').searchParams));
const invalid = (...fields: string[]) =>
  refusal(400, 'PZV001', { details: fields.map((field) => ({ field, message: 'não existe' })) });
const WHOLE = {
  page: '1',
  limit: '100',
  createdAtFrom: FILTER.from,
  createdAtTo: FILTER.to,
  transactionId: 'tx 1',
};

function over(...acts: Act[]) {
  provider.acts = acts;
  const made = portTo(provider.base);
  return {
    ...made,
    list: (filter: object = FILTER) => made.port.deliveries.list(filter, { page: 1, limit: 100 }, {}),
  };
}

test('filters go out where they are given', async () => {
  const { list, logged } = over(PAGE, PAGE);
  expect(await list()).toMatchObject({ items: [{ id: 'c' }], more: false });
  await list({});
  expect(queries()).toEqual([WHOLE, { page: '1', limit: '100' }]);
  expect(JSON.stringify(logged)).not.toContain('tx 1');
});

test('a service that refuses what it does not know is asked without, for an hour', async () => {
  const { list, clock } = over(invalid(), PAGE, PAGE, PAGE);
  expect(await list()).toMatchObject({ items: [{ id: 'c' }] });
  await list();
  clock.ms += 3_600_001;
  await list();
  const bare = { page: '1', limit: '100' };
  expect(queries()).toEqual([WHOLE, bare, bare, WHOLE]);
});

test('only the filters that it names are left out', async () => {
  const { list } = over(invalid('query.createdAtFrom', 'createdAtTo'), PAGE);
  await list();
  expect(queries()[1]).toEqual({ page: '1', limit: '100', transactionId: 'tx 1' });
});

test.each<[string, Act, object]>([
  ['a page that is too large', invalid('limit'), FILTER],
  ['an unfiltered question', invalid(), {}],
  ['a credential', refusal(401, 'PZA100'), FILTER],
])('%s is not asked again', async (_, answer, filter) => {
  const { list } = over(answer, PAGE);
  await expect(list(filter)).rejects.toMatchObject({ name: 'GuicheError' });
  expect(provider.arrived).toHaveLength(1);
});

test('a service that refuses it without filters too is not remembered for them', async () => {
  const { list } = over(invalid(), invalid(), PAGE);
  await expect(list()).rejects.toMatchObject({ code: 'provider_rejected' });
  await list();
  expect(queries()[2]).toEqual(WHOLE);
});

test('what a delivery carried is not taken for the answer', async () => {
  const error = { status: 'ERROR', error: 'Bad', errorCode: 'X1', message: 'their error', statusCode: 500 };
  const { port } = over(
    json(200, { id: 'c', status: 500, url: 'u', body: { id: 't' }, response: { body: error, status: 500 } }),
    json(200, { data: [{ id: 'c', status: 500, url: 'u', payload: error }] }),
    json(200, { id: 'c', status: 500, url: 'u', body: error }),
  );
  expect((await port.deliveries.get('c/1', {})).delivery).toMatchObject({ status: 500 });
  expect(provider.arrived[0]?.url).toBe('/v1/user/callbacks/c%2F1');
  expect((await port.deliveries.list({}, { page: 1, limit: 1 }, {})).items).toMatchObject([{ body: error }]);
  expect((await port.deliveries.get('c', {})).delivery.body).toEqual(error);
});
