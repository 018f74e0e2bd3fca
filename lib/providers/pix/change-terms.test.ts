import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  type Act,
  clientTo,
  json,
  refusal,
  testProvider,
  text,
} from '#lib/providers/pix/testing/test-provider.ts';

const provider = testProvider();
const refused = (code: string) => ({ kind: 'refused', sent: true, error: { code } });

describe('a 429 to somebody who may wait', () => {
  const busy = (retryAfterSeconds?: number) => refusal(429, 'PZG429', { retryAfterSeconds });

  test('is sat through once, up to a minute', async () => {
    provider.acts = [busy(60), json(201, { id: 'x' })];
    const { run, waits, steps } = clientTo(provider.base);
    expect(await run({ patient: true })).toMatchObject({ kind: 'done' });
    expect(waits).toEqual([60_000]);
    expect(steps).toEqual(['sending', 'send', 'sending', 'send']);
    provider.acts = [busy(1), busy(1), json(201, {})];
    expect(await run({ patient: true })).toMatchObject(refused('rate_limited'));
  });

  test('is sat through by the call, whoever asked for it has left', async () => {
    provider.acts = [busy(1), json(201, { id: 'x' })];
    const leaving = new AbortController();
    const { run } = clientTo(provider.base, {
      clock: { now: Date.now, random: () => 0, sleep: async () => leaving.abort() },
    });
    const outcome = await run({ patient: true }, null, { signal: leaving.signal });
    expect(outcome).toMatchObject({ kind: 'done' });
    expect(provider.arrived).toHaveLength(2);
  });

  test.each([[61], [undefined]])('is told when its wait is %s', async (wait) => {
    provider.acts = [busy(wait)];
    const { run, waits } = clientTo(provider.base);
    expect(await run({ patient: true })).toMatchObject(refused('rate_limited'));
    expect(waits).toEqual([]);
  });

  test('is remembered when the circuit holds the second try back', async () => {
    provider.acts = [busy(1)];
    const made = clientTo(provider.base, {
      clock: {
        now: Date.now,
        random: () => 0,
        sleep: async () => {
          for (let fault = 0; fault < 5; fault += 1) made.monitor.circuit.fault();
        },
      },
    });
    expect(await made.run({ patient: true })).toMatchObject(refused('rate_limited'));
  });
});

describe('what leaves', () => {
  test('JSON, a form, or nothing, always with the token and never in a log', async () => {
    const { client, run, logged, monitor } = clientTo(provider.base);
    await run({}, { json: { text: 'á "x"' } });
    await run({}, null);
    await client.change('DELETE', '/things/a?name=Ana', null, { sending: async () => undefined });
    const files = [{ name: 'a"\r\n.pdf', mimeType: 'application/pdf', bytes: Buffer.from('%PDF') }];
    const form = [
      { name: 'defense', text: 'linha 1\nlinha 2' },
      ...files.map((file) => ({ name: 'files', file })),
    ];
    await run({}, { form });
    const [one, two, three, four] = provider.arrived;
    expect(one).toMatchObject({ method: 'POST', url: '/v1/things', body: '{"text":"á \\"x\\""}' });
    for (const seen of provider.arrived) expect(seen.headers.authorization).toBe('Bearer hidden-token');
    for (const seen of [one, two, three]) expect(seen?.headers['content-type']).toBe('application/json');
    expect([two?.body, three?.body, three?.method]).toEqual(['', '', 'DELETE']);
    const boundary = /boundary=(.+)$/.exec(four?.headers['content-type'] ?? '')?.[1];
    expect(four?.body.split(`--${boundary}`)).toEqual([
      '',
      '\r\nContent-Disposition: form-data; name="defense"\r\n\r\nlinha 1\nlinha 2\r\n',
      '\r\nContent-Disposition: form-data; name="files"; filename="a%22%0D%0A.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF\r\n',
      '--\r\n',
    ]);
    expect(JSON.stringify([logged, monitor.health()])).not.toMatch(/hidden-token|linha|Ana|á/);
  });

  test('a read that began before a change is not shared after it', async () => {
    const { client, run } = clientTo(provider.base);
    const slow: ServerResponse[] = [];
    provider.acts = [(_, response) => void slow.push(response), json(201, {}), json(200, { after: true })];
    const before = client.read('/things', {}, {});
    await expect.poll(() => slow.length).toBe(1);
    await run();
    expect((await client.read('/things', {}, {})).json).toEqual({ after: true });
    slow[0]?.end('{"before":true}');
    expect((await before).json).toEqual({ before: true });
  });
});

describe('what the health panel learns', () => {
  test.each<[string, Act, object]>([
    ['a contract that awaits signature', refusal(403, 'PZA206'), { blockedBy: 'PZA206' }],
    [
      'an address that is refused',
      refusal(403, 'PZA203', { message: 'IP 203.0.113.7' }),
      { state: 'down', sourceIp: '203.0.113.7' },
    ],
    ['an answer of another kind', text(200, '<html>'), { state: 'down' }],
    ['a pause', refusal(429, 'PZG429', { retryAfterSeconds: 7 }), { pauses: 1, lastPauseSeconds: 7 }],
  ])('%s', async (_, act, health) => {
    provider.acts = [act];
    const { run, monitor } = clientTo(provider.base);
    await run();
    expect(monitor.health()).toMatchObject(health);
  });

  test('a refused address is forgotten by a read that works, a waiting contract is not', async () => {
    const { client, run, monitor } = clientTo(provider.base);
    provider.acts = [refusal(403, 'PZA203')];
    await run();
    await client.read('/x', {}, {});
    expect(monitor.health().blockedBy).toBeNull();
    provider.acts = [refusal(403, 'PZA206')];
    await run();
    await client.read('/x', {}, {});
    expect(monitor.health()).toMatchObject({ blockedBy: 'PZA206', state: 'degraded' });
    await run();
    expect(monitor.health().blockedBy).toBeNull();
  });
});
