import { type AddressInfo, createServer as createTcp } from 'node:net';
import { describe, expect, test } from 'vitest';
import { AccountMonitor } from '#lib/core/http/health.ts';
import { createTransport } from '#lib/core/http/request.ts';
import { memoryBudget } from '#lib/data/rate-limit/testing/memory-budget.ts';
import {
  type Act,
  clientTo,
  envelope,
  json,
  limits,
  refusal,
  testProvider,
  text,
} from '#lib/providers/pix/testing/test-provider.ts';

const provider = testProvider();

type Row = [name: string, act: Act, end: object, health?: object];
const refused = (code: string, rest: object = {}) => ({
  kind: 'refused',
  sent: true,
  error: { code, ...rest },
});
const unknown = (code = 'provider_unavailable') => ({ kind: 'unknown', error: { code } });

describe('every way a changing call may end', () => {
  test.each<Row>([
    ['reset after it was read', (request) => request.socket.resetAndDestroy(), unknown()],
    ['closed after it was read', (request) => request.socket.destroy(), unknown()],
    ['silence', () => undefined, unknown('provider_timeout')],
    [
      'a body that never ends',
      (_, response) => response.writeHead(201).write('{"id"'),
      unknown('provider_timeout'),
    ],
    [
      'a body that is cut by a reset',
      (_, response) =>
        response.writeHead(201, { 'content-length': '99' }).write('{', () => response.socket?.destroy()),
      unknown(),
    ],
    ['truncated JSON', text(201, '{"id":"d1'), unknown()],
    ['HTML in a 200', text(200, '<html>502</html>'), unknown()],
    ['HTML in a 502', text(502, '<html>502</html>'), unknown()],
    ['an empty body where one is needed', text(200, ''), unknown()],
    [
      'a body of 17 MB',
      (_, response) => response.end(Buffer.alloc(17 * 1024 * 1024, 97)),
      {
        kind: 'unknown',
      },
    ],
    ['a redirect', (_, response) => response.writeHead(303, { location: '/v1/x' }).end(), unknown()],
    ['424', refusal(424, 'PZI111'), unknown()],
    ['500', refusal(500, 'PZI100'), unknown()],
    ['500 never again', refusal(500, 'PZI101'), unknown()],
    ['503 with a wait', refusal(503, 'PZF503', { retryAfterSeconds: 1 }), unknown()],
    ['a 200 that names a 503', json(200, envelope(503, 'PZF503')), unknown()],
    ['a 200 that names a 424', json(200, envelope(424, 'PZF500')), unknown()],
    [
      'a 200 with an error of no status',
      json(200, { status: 'ERROR', error: 'Oops', message: 'm' }),
      unknown(),
    ],
    [
      'a 200 that names a 409',
      json(200, envelope(409, 'PZK212')),
      refused('provider_rejected', { status: 409 }),
    ],
    [
      '400',
      refusal(400, 'PZV001', { details: [{ field: 'url', message: 'x' }] }),
      refused('provider_rejected', { status: 400, details: { fields: [{ field: 'url', message: 'x' }] } }),
    ],
    ['401', refusal(401, 'PZA100'), refused('provider_credential')],
    ['403 of the contract', refusal(403, 'PZA206'), refused('provider_rejected', { status: 403 })],
    ['404', refusal(404, 'PZG404'), refused('provider_rejected', { status: 404 })],
    ['409', refusal(409, 'PZK210'), refused('provider_rejected', { status: 409 })],
    ['415 without an envelope', text(415, ''), refused('provider_rejected', { status: 415 })],
    ['422', refusal(422, 'PZG422'), refused('provider_rejected', { status: 422 })],
    [
      '429 with a wait',
      refusal(429, 'PZG429', { retryAfterSeconds: 7 }),
      refused('rate_limited', { details: { retryAfterSeconds: 7 } }),
    ],
    ['429 without a wait', refusal(429, 'PZG429'), refused('rate_limited')],
  ])('%s', async (_, act, end) => {
    provider.acts = [act];
    const { run, steps, logged } = clientTo(provider.base);
    expect(await run()).toMatchObject(end);
    expect(steps).toEqual(['sending', 'send']);
    expect(provider.arrived).toHaveLength(1);
    expect(logged).toHaveLength(1);
  });

  test('a 5 MB body that is JSON is read as any other', async () => {
    provider.acts = [json(200, { data: 'x'.repeat(5 * 1024 * 1024) })];
    expect((await clientTo(provider.base).run()).kind).toBe('done');
  });

  test("done, with the provider's clock and request id", async () => {
    provider.acts = [
      json(201, { id: 'x', big: 1 }, { date: 'Thu, 02 Oct 2026 12:00:00 GMT', 'x-request-id': 'r1' }),
      json(200, { id: 'x', requestId: 'r2' }),
      text(204, ''),
      text(204, ''),
    ];
    const { run, monitor, logged } = clientTo(provider.base);
    expect(await run()).toEqual({
      kind: 'done',
      value: { json: { id: 'x', big: 1 }, asOf: expect.stringMatching(/Z$/) },
      requestId: 'r1',
      date: '2026-10-02T12:00:00.000Z',
    });
    expect(await run()).toMatchObject({ kind: 'done', requestId: 'r2' });
    expect(await run({ empty: true }, null)).toMatchObject({ kind: 'done', value: { json: null } });
    expect(await run()).toMatchObject({ kind: 'unknown' });
    expect(monitor.health().lastSuccessAt).not.toBeNull();
    expect(logged.map(({ method, outcome }) => [method, outcome])).toEqual([
      ['POST', 201],
      ['POST', 200],
      ['POST', 204],
      ['POST', 'unreadable'],
    ]);
  });

  test('404 of the thing that the path names', async () => {
    provider.acts = [refusal(404, 'PZG404')];
    expect(await clientTo(provider.base).run({ thing: true })).toMatchObject(refused('not_found'));
  });
});

async function closedPort(): Promise<number> {
  const closed = createTcp();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  return port;
}

describe('before any byte leaves', () => {
  test('a refused connection is tried once more, and told as never sent', async () => {
    const { run, steps, waits } = clientTo(`http://127.0.0.1:${await closedPort()}/v1`);
    expect(await run()).toMatchObject({
      kind: 'refused',
      sent: false,
      error: { code: 'provider_unavailable' },
    });
    expect(steps).toEqual(['sending', 'send', 'sending', 'send']);
    expect(waits).toEqual([250]);
  });

  test('a connection that comes up in between is used', async () => {
    let tries = 0;
    const down = { kind: 'fault', fault: 'connect', sent: false, message: 'ECONNREFUSED' } as const;
    const real = createTransport(limits);
    const { run } = clientTo(provider.base, {
      transport: async (request) => {
        tries += 1;
        return tries === 1 ? down : real(request);
      },
    });
    expect(await run()).toMatchObject({ kind: 'done' });
    expect(provider.arrived).toHaveLength(1);
  });

  test('an outage is not multiplied: without retry budget there is no second try', async () => {
    const { run, monitor, steps } = clientTo(`http://127.0.0.1:${await closedPort()}/v1`);
    while (monitor.retries.take());
    await run();
    expect(steps).toEqual(['sending', 'send']);
  });

  test('what cannot be written down is not sent', async () => {
    const { run, monitor } = clientTo(provider.base);
    const sending = async () => {
      throw new Error('the database is gone');
    };
    await expect(run({}, null, { sending })).rejects.toThrow('the database is gone');
    expect(provider.arrived).toHaveLength(0);
    expect(monitor.circuit.admit()).toBe(0);
  });

  test('an open circuit and a spent budget hold it back', async () => {
    const open = clientTo(provider.base);
    for (let fault = 0; fault < 5; fault += 1) open.monitor.circuit.fault();
    expect(await open.run()).toMatchObject({
      kind: 'refused',
      sent: false,
      error: { code: 'provider_unavailable' },
    });
    const budget = memoryBudget({ perMinute: 1, perDay: null, adaptive: false });
    const spent = clientTo(provider.base, { budget });
    await spent.run();
    expect(await spent.run()).toMatchObject({
      kind: 'refused',
      sent: false,
      error: { code: 'rate_limited' },
    });
    expect([open.steps, spent.steps]).toEqual([[], ['sending', 'send']]);
    expect(provider.arrived).toHaveLength(1);
  });

  test('a caller that left before it was sent', async () => {
    const { run, steps } = clientTo(provider.base);
    expect(await run({}, null, { signal: AbortSignal.abort() })).toMatchObject({
      kind: 'refused',
      sent: false,
    });
    expect(steps).toEqual([]);
  });

  test('a half-open circuit lets one through and is given back whatever happens', async () => {
    const clock = { now: 0 };
    const monitor = new AccountMonitor(() => clock.now);
    for (let fault = 0; fault < 5; fault += 1) monitor.circuit.fault();
    clock.now = 15_000;
    const { run } = clientTo(provider.base, { monitor });
    const sending = () => Promise.reject(new Error('the database is gone'));
    await expect(run({}, null, { sending })).rejects.toThrow('database');
    await run({}, null, { signal: AbortSignal.abort() });
    expect(await run()).toMatchObject({ kind: 'done' });
    expect(monitor.circuit.state).toBe('closed');
  });
});

test('a caller that leaves while it is under way changes nothing', async () => {
  const leaving = new AbortController();
  provider.acts = [
    (_, response) => {
      leaving.abort();
      setTimeout(() => response.end('{"id":"x"}'), 30);
    },
  ];
  const { run } = clientTo(provider.base);
  expect(await run({}, null, { signal: leaving.signal })).toMatchObject({ kind: 'done' });
});
