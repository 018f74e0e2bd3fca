import { describe, expect, test } from 'vitest';
import { AccountMonitor } from '#lib/core/http/health.ts';
import type { HttpOutcome, HttpRequest } from '#lib/core/http/request.ts';
import { NO_BUDGET } from '#lib/providers/client/adapter-deps.ts';
import { ProviderClient } from '#lib/providers/client/client.ts';
import { type ErrorDialect, type Refusal, refusalBehind } from '#lib/providers/client/errors.ts';
import type { Authorize } from '#lib/providers/client/request-context.ts';
import type { Change } from '#lib/providers/port.ts';

const ok = (text = '{}', headers: Record<string, string> = {}): HttpOutcome => ({
  kind: 'ok',
  status: 200,
  headers,
  text,
});
const no = (status: number): HttpOutcome => ({ kind: 'status', status, headers: {}, text: '' });
const refusalOf: ErrorDialect['refusalOf'] = (answer) =>
  answer.kind === 'ok'
    ? null
    : {
        kind: 'refused',
        status: answer.status,
        code: 'CODE',
        message: null,
        requestId: null,
        retryAfterSeconds: null,
        fields: [],
        sourceIp: null,
        details: { why: 'told' },
      };

/** A client whose credential is `first` until a 401, then `second`. */
function clientOver(outcomes: HttpOutcome[], renewable = true) {
  const requests: HttpRequest[] = [];
  const refused: [Refusal, string, string][] = [];
  const monitor = new AccountMonitor();
  let current = 'first';
  const authorize: Authorize = {
    grant: async () => ({ ok: true, headers: { authorization: current } }),
    ...(renewable
      ? {
          renew: () => {
            current = 'second';
            return true;
          },
        }
      : {}),
  };
  const client = new ProviderClient({
    account: { id: 'acc', slug: 'acc' },
    baseUrl: 'https://provider.example/v9',
    authorize,
    errors: { refusalOf, credential: new Set(), blocking: new Set(), unauthorized: 'WHO' },
    transport: async (request) => {
      requests.push(request);
      return outcomes[requests.length - 1] ?? ok();
    },
    monitor,
    budget: NO_BUDGET,
    refused: (...refusal) => refused.push(refusal),
    clock: { now: Date.now, random: () => 0, sleep: async () => undefined },
  });
  return { client, requests, refused, monitor };
}
const change: Change = { sending: async () => undefined };

describe('a 401', () => {
  test('is tried once more with other headers where there are any', async () => {
    const { client, requests, monitor } = clientOver([no(401)]);
    await client.read('/x', {}, {});
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['first', 'second']);
    expect(monitor.health().blockedBy).toBeNull();
  });

  test('is never tried again where there are none, nor twice', async () => {
    const once = clientOver([no(401)], false);
    await expect(once.client.read('/x', {}, {})).rejects.toMatchObject({ code: 'provider_credential' });
    const twice = clientOver([no(401), no(401)]);
    expect(await twice.client.change('POST', '/x', null, change)).toMatchObject({
      kind: 'refused',
      sent: true,
    });
    expect([once.requests.length, twice.requests.length]).toEqual([1, 2]);
    expect(twice.monitor.health().blockedBy).toBe('CODE');
  });
});

test('a form goes out encoded, beside headers of its own', async () => {
  const { client, requests } = clientOver([]);
  const body = { fields: { grant_type: 'a b', é: '&' } };
  await client.change('POST', '/x', body, change, { headers: { 'idempotency-key': 'k' } });
  expect(requests[0]).toMatchObject({
    body: 'grant_type=a+b&%C3%A9=%26',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': 'k',
      authorization: 'first',
    },
  });
});

test('a question in the body of a POST is a read: tried again, shared with who asks the same', async () => {
  const { client, requests } = clientOver([no(503), ok('{"a":1}')]);
  const [one, two] = await Promise.all([
    client.readByPost('/who', { key: 'k' }, {}),
    client.readByPost('/who', { key: 'k' }, {}),
  ]);
  expect([one.json, two.json]).toEqual([{ a: 1 }, { a: 1 }]);
  expect(requests).toHaveLength(2);
  expect(requests[1]).toMatchObject({ method: 'POST', purpose: 'read', body: '{"key":"k"}' });
  await Promise.all([
    client.readByPost('/who', { key: 'k' }, {}),
    client.readByPost('/who', { key: 'other' }, {}),
  ]);
  expect(requests).toHaveLength(4);
});

test('a refusal is told with its route, and stands behind its error', async () => {
  const { client, refused } = clientOver([no(403)]);
  const error = await client.read('/x/y', { name: 'Ana' }, {}).catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject([[{ status: 403 }, 'GET', '/v9/x/y']]);
  expect(refusalBehind(error)?.details).toEqual({ why: 'told' });
  expect(refusalBehind(new Error('x'))).toBeNull();
});

test("the provider's clock is seen in reads and changes", async () => {
  const date = new Date(Date.now() + 3_600_000).toUTCString();
  const read = clientOver([ok('{}', { date })]);
  await read.client.read('/x', {}, {});
  const changed = clientOver([ok('{}', { date })]);
  await changed.client.change('POST', '/x', null, change);
  for (const { monitor } of [read, changed]) {
    expect(monitor.offsetMs).toBeGreaterThan(3_500_000);
    expect(monitor.offsetMs).toBeLessThan(3_700_000);
  }
});
