import { vi } from 'vitest';
import type { Problem } from '../support/answers.ts';
import { type InjectedFault, MANY_ROWS, someone } from '../support/provider.ts';
import { expect, test } from './test.ts';

test.override('options', MANY_ROWS);

const LIST = '/api/accounts/pix/transactions';

type Case = {
  name: string;
  fault: Omit<InjectedFault, 'path'>;
  status: number;
  code: string;
  /** Calls that the provider gets; 1 where the documents forbid another try or the wait is long. */
  calls: number;
  wait?: number;
  ofAThing?: { status: number; code: string };
};
const answers = (status: number, errorCode: string, more: object = {}) => ({
  kind: 'status',
  status,
  errorCode,
  ...more,
});
const CASES: Case[] = [
  { name: '401 PZA100', fault: answers(401, 'PZA100'), status: 502, code: 'provider_credential', calls: 1 },
  { name: '403 PZA200', fault: answers(403, 'PZA200'), status: 502, code: 'provider_credential', calls: 1 },
  { name: '403 PZA203', fault: answers(403, 'PZA203'), status: 502, code: 'provider_credential', calls: 1 },
  { name: '403 PZA205', fault: answers(403, 'PZA205'), status: 502, code: 'provider_credential', calls: 1 },
  { name: '403 PZA204', fault: answers(403, 'PZA204'), status: 403, code: 'provider_rejected', calls: 1 },
  { name: '403 PZA206', fault: answers(403, 'PZA206'), status: 403, code: 'provider_rejected', calls: 1 },
  { name: '400 PZV001', fault: answers(400, 'PZV001'), status: 400, code: 'provider_rejected', calls: 1 },
  {
    name: '404 PZG404',
    fault: answers(404, 'PZG404'),
    status: 404,
    code: 'provider_rejected',
    calls: 1,
    ofAThing: { status: 404, code: 'not_found' },
  },
  { name: '409 PZG409', fault: answers(409, 'PZG409'), status: 409, code: 'provider_rejected', calls: 1 },
  { name: '410 PZG410', fault: answers(410, 'PZG410'), status: 410, code: 'provider_rejected', calls: 1 },
  { name: '422 PZG422', fault: answers(422, 'PZG422'), status: 422, code: 'provider_rejected', calls: 1 },
  {
    name: '407 of a proxy',
    fault: { kind: 'status', status: 407 },
    status: 503,
    code: 'provider_unavailable',
    calls: 1,
  },
  {
    name: '418, which says nothing',
    fault: { kind: 'status', status: 418 },
    status: 502,
    code: 'provider_rejected',
    calls: 1,
  },
  {
    name: '424 PZF500 with a long wait',
    fault: answers(424, 'PZF500', { retryAfterSeconds: 30 }),
    status: 503,
    code: 'provider_unavailable',
    calls: 1,
    wait: 30,
  },
  {
    name: '429 with a long wait',
    fault: answers(429, 'PZG429', { retryAfterSeconds: 30 }),
    status: 429,
    code: 'rate_limited',
    calls: 1,
    wait: 30,
  },
  {
    name: '500 PZI101, never again',
    fault: answers(500, 'PZI101'),
    status: 503,
    code: 'provider_unavailable',
    calls: 1,
  },
  {
    name: '503 PZF503 with a long wait',
    fault: answers(503, 'PZF503', { retryAfterSeconds: 30 }),
    status: 503,
    code: 'provider_unavailable',
    calls: 1,
    wait: 30,
  },
  {
    name: '500, thrice',
    fault: answers(500, 'PZI100', { count: 3 }),
    status: 503,
    code: 'provider_unavailable',
    calls: 3,
  },
  {
    name: 'reset, thrice',
    fault: { kind: 'reset', count: 3 },
    status: 503,
    code: 'provider_unavailable',
    calls: 3,
  },
  { name: 'silence', fault: { kind: 'silent' }, status: 504, code: 'provider_timeout', calls: 1 },
  {
    name: 'truncated JSON',
    fault: { kind: 'truncated' },
    status: 503,
    code: 'provider_unavailable',
    calls: 1,
  },
  { name: 'HTML', fault: { kind: 'html' }, status: 503, code: 'provider_unavailable', calls: 1 },
  { name: 'an empty body', fault: { kind: 'empty' }, status: 503, code: 'provider_unavailable', calls: 1 },
];

for (const { name, fault, status, code, calls, wait, ofAThing } of CASES)
  test.describe(`the provider answers ${name}:`, () => {
    // Retries are budgeted for each account: one route is enough where they are spent.
    for (const route of calls > 1 ? (['list'] as const) : (['list', 'detail', 'timeline'] as const))
      test(`the ${route} answers ${ofAThing && route !== 'list' ? ofAThing.status : status}`, async ({
        api,
        provider,
      }) => {
        const { id } = await someone(provider);
        const request = await api('viewer');
        // A good answer first: faults of the test before must not add up to an open circuit.
        expect((await request.get(`${LIST}?limit=1`)).status()).toBe(200);
        const asked = route === 'list' ? '/user/transactions' : `/user/transactions/${id}`;
        await provider.forget();
        await provider.fault({ ...fault, path: asked });
        const address = { list: LIST, detail: `${LIST}/${id}`, timeline: `${LIST}/${id}/timeline` }[route];
        const answer = await request.get(address);
        const expected = ofAThing && route !== 'list' ? ofAThing : { status, code };
        const problem = (await answer.json()) as Problem;
        expect(answer.status(), JSON.stringify(problem)).toBe(expected.status);
        expect(answer.headers()['content-type']).toContain('application/problem+json');
        expect(problem).toMatchObject({ status: expected.status, code: expected.code });
        expect(problem.retryAfterSeconds).toBe(wait);
        expect(answer.headers()['retry-after']).toBe(wait === undefined ? undefined : String(wait));
        if ('errorCode' in fault)
          expect(problem.provider).toMatchObject({
            code: fault.errorCode,
            status: fault.status,
            requestId: expect.any(String),
          });
        if (fault.errorCode === 'PZA203') expect(problem.provider?.sourceIp).toBe('127.0.0.1');
        expect(await provider.received(asked)).toHaveLength(calls);
      });
  });

test.describe('reads recover by themselves after', () => {
  for (const [name, fault] of [
    ['500', { kind: 'status', status: 500 }],
    ['424', { kind: 'status', status: 424 }],
    ['503 with a short wait', { kind: 'status', status: 503, retryAfterSeconds: 1 }],
    ['429 with a short wait', { kind: 'status', status: 429, retryAfterSeconds: 1 }],
    ['a reset', { kind: 'reset' }],
  ] as const)
    test(name, async ({ api, provider }) => {
      await provider.fault({ ...fault, path: '/user/transactions' });
      expect((await (await api('viewer')).get(LIST)).status()).toBe(200);
      expect(await provider.received('/user/transactions')).toHaveLength(2);
    });
});

// The pause is fifteen seconds long.
test('after five faults in a row the calls pause, say for how long, and go on', async ({
  api,
  provider,
  control,
}) => {
  const request = await api('viewer');
  // Whatever is asked: a reading of the product's own that goes well in between would end the row.
  await provider.fault({ kind: 'empty', path: '*', untilCleared: true });
  for (let call = 0; call < 5; call += 1)
    expect((await request.get(`${LIST}?limit=${call + 1}`)).status()).toBe(503);
  await provider.forget();
  const answer = await request.get(LIST);
  expect(answer.status()).toBe(503);
  const problem = (await answer.json()) as Problem;
  expect(problem.retryAfterSeconds).toBeGreaterThan(0);
  expect(problem.retryAfterSeconds).toBeLessThanOrEqual(15);
  expect(await provider.received('/user/transactions')).toEqual([]);
  expect(await (await request.get('/api/accounts/pix/health')).json()).toMatchObject({
    circuit: 'open',
    state: 'down',
  });
  // Fifteen seconds later one call tries, and finds all well.
  await control('/clear', { all: true });
  await vi.waitFor(async () => expect((await request.get(LIST)).status()).toBe(200), { timeout: 20_000 });
  const health = await (await request.get('/api/accounts/pix/health')).json();
  expect(health).toMatchObject({ circuit: 'closed' });
});
