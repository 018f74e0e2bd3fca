import { expect, test, vi } from 'vitest';
import { AccountMonitor } from '#lib/core/http/health.ts';
import type { HttpOutcome, HttpRequest } from '#lib/core/http/request.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { memoryBudget } from '#lib/data/rate-limit/testing/memory-budget.ts';
import { NO_BUDGET } from '#lib/providers/client/adapter-deps.ts';
import type { CallLog } from '#lib/providers/client/request-context.ts';
import { createPixAdapter, type PixAdapterOptions } from '#lib/providers/pix/adapter.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

const ok = (body: unknown): HttpOutcome => ({
  kind: 'ok',
  status: 200,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const error = (status: number, errorCode: string, extra: object = {}): HttpOutcome => ({
  kind: 'status',
  status,
  headers: {},
  text: JSON.stringify({
    status: 'ERROR',
    error: 'x',
    errorCode,
    message: 'm',
    statusCode: status,
    ...extra,
  }),
});
const reset: HttpOutcome = { kind: 'fault', fault: 'reset', sent: true, message: 'ECONNRESET' };
const timeout: HttpOutcome = { kind: 'fault', fault: 'timeout', sent: true, message: 'no answer' };
const empty = ok({ total: 0, pages: 0, transactions: [] });

function adapterOver(outcomes: HttpOutcome[], extra: Partial<PixAdapterOptions> = {}) {
  const requests: HttpRequest[] = [];
  const logged: CallLog[] = [];
  const clock = { ms: Date.parse('2026-11-19T15:00:00.000Z') };
  const waits: number[] = [];
  const monitor = new AccountMonitor(() => clock.ms);
  const port = createPixAdapter({
    account: { id: 'acc', slug: 'pix', simulator: false },
    baseUrl: 'https://api.example/v1/',
    token: new Secret('sbx_hidden'),
    timeouts: { connect: 1, read: 1, change: 1, export: 1, token: 1 },
    transport: async (request) => {
      requests.push(request);
      clock.ms += 5;
      await Promise.resolve();
      return outcomes[Math.min(requests.length, outcomes.length) - 1] ?? empty;
    },
    monitor,
    budgetOf: () => NO_BUDGET,
    log: (entry) => logged.push(entry),
    clock: {
      now: () => clock.ms,
      random: () => 0,
      sleep: async (ms) => {
        waits.push(ms);
        clock.ms += ms;
      },
    },
    ...extra,
  });
  return { port, requests, logged, monitor, waits, clock };
}
function list(port: ProviderPort, filter: object = {}, page: object = {}, call: object = {}) {
  const found = port.transactions?.list(filter, { limit: 50, position: null, ...page }, call);
  if (found === undefined) throw new Error('no list');
  return found;
}

test('a call carries the token and nothing else shows it', async () => {
  const { port, requests, logged, monitor } = adapterOver([ok({ balanceAvailable: 1, balanceBlocked: 0 })]);
  expect(await port.balance?.({})).toMatchObject({ available: 100, asOf: '2026-11-19T15:00:00.005Z' });
  expect(requests[0]).toMatchObject({
    method: 'GET',
    url: 'https://api.example/v1/user/balance',
    headers: { authorization: 'Bearer sbx_hidden', 'content-type': 'application/json' },
  });
  expect(JSON.stringify([logged, port, monitor.health()])).not.toContain('hidden');
});

test('every filter goes out as document 1 has it', async () => {
  const { port, requests, logged } = adapterOver([empty]);
  await list(port, {
    from: '2026-11-18T03:00:00.000Z',
    to: '2026-11-20T03:00:00.000Z',
    status: ['COMPLETED', 'PENDING'],
    type: ['DEPOSIT'],
    method: ['PIX'],
    clientReference: 'a b&c',
    virtualAccount: 'shop',
    endToEndId: 'E1',
    document: '12.abc.345/01de-35',
    name: 'Ana',
    amount: 1010,
  });
  expect(Object.fromEntries(new URL(requests[0]?.url ?? '').searchParams)).toEqual({
    dateFrom: '2026-11-18T03:00:00.000Z',
    dateTo: '2026-11-20T02:59:59.999Z',
    status: 'COMPLETED,PENDING',
    type: 'DEPOSIT',
    method: 'PIX',
    clientReference: 'a b&c',
    virtualAccount: 'shop',
    endToEndId: 'E1',
    document: '12ABC34501DE35',
    name: 'Ana',
    amount: '10.10',
    page: '1',
    limit: '50',
  });
  expect(JSON.stringify(logged)).not.toMatch(/12ABC|Ana/);
});

test('nothing asked is nothing sent', async () => {
  const { port, requests } = adapterOver([empty]);
  await list(port, { status: [] });
  expect(new URL(requests[0]?.url ?? '').search).toBe('?page=1&limit=50');
});

test('the next page goes by the last time, and only under the same kind of position', async () => {
  const rows = (from: number) =>
    [0, 1].map((i) => ({ id: `t${from + i}`, createdAt: new Date(100_000 - from - i).toISOString() }));
  const { port, requests } = adapterOver([
    ok({ total: 4, pages: 2, transactions: rows(0) }),
    ok({ total: 3, pages: 1, transactions: [...rows(1), ...rows(3).slice(0, 1)] }),
  ]);
  const first = await list(port, {}, { limit: 2 });
  const second = await list(port, {}, { limit: 2, position: JSON.parse(JSON.stringify(first.next)) });
  expect([...first.items, ...second.items].map((item) => item.id)).toEqual(['t0', 't1', 't2', 't3']);
  expect([second.total, second.next]).toEqual([4, null]);
  expect(new URL(requests[1]?.url ?? '').searchParams.get('dateTo')).toBe('1970-01-01T00:01:40.000Z');
  await expect(list(port, {}, { position: { page: 3 } })).rejects.toMatchObject({ code: 'invalid_request' });
});

test('passing faults of a read are not seen by the operator', async () => {
  for (const fault of [reset, error(500, 'PZI100'), error(424, 'PZF500'), error(503, 'PZF503')]) {
    const { port, requests } = adapterOver([fault, fault, empty]);
    expect(await list(port)).toMatchObject({ items: [] });
    expect(requests).toHaveLength(3);
  }
});

test('the wait of a 429 is obeyed, a long one is passed on', async () => {
  const short = adapterOver([error(429, 'PZG429', { retryAfterSeconds: 3 }), empty]);
  await list(short.port);
  expect(short.waits).toEqual([3_000]);
  expect(short.monitor.health()).toMatchObject({ pauses: 1, lastPauseSeconds: 3 });
  const long = adapterOver([error(429, 'PZG429', { retryAfterSeconds: 30 })]);
  await expect(list(long.port)).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfterSeconds: 30 },
  });
  expect(long.requests).toHaveLength(1);
  const patient = adapterOver([error(429, 'PZG429', { retryAfterSeconds: 30 }), empty]);
  expect(await list(patient.port, {}, {}, { purpose: 'export' })).toMatchObject({ items: [] });
});

test.each([
  [error(400, 'PZV001'), 'provider_rejected'],
  [error(401, 'PZA100'), 'provider_credential'],
  [error(403, 'PZA203'), 'provider_credential'],
  [error(404, 'PZG404'), 'provider_rejected'],
  [error(500, 'PZI101'), 'provider_unavailable'],
  [timeout, 'provider_timeout'],
  [ok('{"transactions":[{"id"'), 'provider_unavailable'],
  [ok('<html>'), 'provider_unavailable'],
  [ok(''), 'provider_unavailable'],
  [ok({ hello: 1 }), 'provider_unreadable'],
])('%j is told once, as %s', async (outcome, code) => {
  const { port, requests } = adapterOver([outcome]);
  await expect(list(port)).rejects.toMatchObject({ code });
  expect(requests).toHaveLength(1);
});

test('a 200 with an error body is the error it names', async () => {
  const { port, requests } = adapterOver([
    ok({ status: 'ERROR', errorCode: 'PZF503', message: 'm', statusCode: 503 }),
  ]);
  await expect(list(port)).rejects.toMatchObject({
    code: 'provider_unavailable',
    details: { provider: { code: 'PZF503', status: 503 } },
  });
  expect(requests).toHaveLength(3);
});

test('R9: an answer of another shape says so and what was missing, and is known to the health panel', async () => {
  const { port, monitor } = adapterOver([ok({ hello: 1 })]);
  await expect(list(port)).rejects.toMatchObject({
    code: 'provider_unreadable',
    status: 502,
    details: { missing: ['list'] },
  });
  expect(monitor.health().lastFailureAt).not.toBeNull();
});

test('a transaction that does not exist is not found', async () => {
  const { port, requests } = adapterOver([error(404, 'PZG404')]);
  await expect(port.transactions?.get('a/b', {})).rejects.toMatchObject({ code: 'not_found' });
  expect(requests[0]?.url).toBe('https://api.example/v1/user/transactions/a%2Fb');
});

test('identical reads at once are one call, another filter is another', async () => {
  const { port, requests } = adapterOver([empty]);
  await Promise.all([...Array.from({ length: 20 }, () => list(port)), list(port, { name: 'Ana' })]);
  expect(requests).toHaveLength(2);
});

test('an abort reaches the call', async () => {
  const transport = vi.fn(
    (request: HttpRequest) =>
      new Promise<HttpOutcome>((resolve) => {
        request.signal?.addEventListener('abort', () =>
          resolve({ kind: 'fault', fault: 'aborted', sent: true, message: 'x' }),
        );
      }),
  );
  const { port, monitor } = adapterOver([], { transport });
  const leaving = new AbortController();
  const read = list(port, {}, {}, { signal: leaving.signal });
  await vi.waitFor(() => expect(transport).toHaveBeenCalled());
  leaving.abort();
  await expect(read).rejects.toMatchObject({ name: 'AbortError' });
  expect(monitor.health()).toMatchObject({ state: 'unknown', circuit: 'closed' });
});

test('after five faults calls are held back, then one tries', async () => {
  const { port, requests, clock, monitor } = adapterOver([
    timeout,
    timeout,
    timeout,
    timeout,
    timeout,
    empty,
  ]);
  for (let i = 0; i < 5; i += 1) await expect(list(port)).rejects.toMatchObject({ code: 'provider_timeout' });
  await expect(list(port)).rejects.toMatchObject({
    code: 'provider_unavailable',
    details: { retryAfterSeconds: 15 },
  });
  expect(requests).toHaveLength(5);
  expect(monitor.health()).toMatchObject({ state: 'down', circuit: 'open' });
  clock.ms += 15_000;
  await list(port);
  expect(monitor.health()).toMatchObject({ state: 'degraded', circuit: 'closed' });
});

test('a spent budget holds calls back: briefly by waiting, else with the wait', async () => {
  const clock = { now: 0 };
  const budget = memoryBudget({ perMinute: 2, perDay: null, adaptive: false }, () => clock.now);
  const { port, requests } = adapterOver([empty], { budgetOf: () => budget });
  await list(port, { name: 'a' });
  await list(port, { name: 'b' });
  await expect(list(port, { name: 'c' })).rejects.toMatchObject({
    code: 'rate_limited',
    // The minute, and what the slot of the last call had left of itself.
    details: { retryAfterSeconds: 63 },
  });
  expect(requests).toHaveLength(2);
});

test('a refused address is known to the health panel until a call works', async () => {
  const refused = error(403, 'PZA203', { message: 'Source IP 203.0.113.7 not allowed' });
  const { port, monitor } = adapterOver([refused, empty]);
  await expect(list(port)).rejects.toMatchObject({ details: { provider: { sourceIp: '203.0.113.7' } } });
  expect(monitor.health()).toMatchObject({ blockedBy: 'PZA203', sourceIp: '203.0.113.7' });
  await list(port);
  expect(monitor.health()).toMatchObject({ state: 'degraded', blockedBy: null });
});

test('a service without a summary is asked once an hour', async () => {
  const { port, requests, clock } = adapterOver([error(404, 'PZG404')]);
  const read = () =>
    port.summary?.({ from: '2026-11-19T03:00:00.000Z', to: '2026-11-20T03:00:00.000Z', byDay: true }, {});
  expect([await read(), await read()]).toEqual([null, null]);
  expect(requests).toHaveLength(1);
  expect(new URL(requests[0]?.url ?? '').searchParams.get('dateTo')).toBe('2026-11-20T02:59:59.999Z');
  clock.ms += 3_600_001;
  await read();
  expect(requests).toHaveLength(2);
});
