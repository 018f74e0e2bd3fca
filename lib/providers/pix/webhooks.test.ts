import { describe, expect, test } from 'vitest';
import { Secret } from '#lib/core/masking/secret.ts';
import {
  type Act,
  json,
  portTo,
  refusal,
  testProvider,
  text,
} from '#lib/providers/pix/testing/test-provider.ts';
import type { Outcome } from '#lib/providers/port.ts';

const provider = testProvider();
const SECRET = 's'.repeat(43);
const HOOK = { id: 'w/1', url: 'https://shop.example/hook', active: true, events: [] };
const input = { url: HOOK.url, events: ['TRANSACTION_COMPLETED'], generateSecret: true };
const paths = () => provider.arrived.map(({ method, url }) => `${method} ${url}`);

function over(...acts: Act[]) {
  provider.acts = acts;
  return portTo(provider.base);
}

describe('registering', () => {
  test('sends what document 1 names, and keeps the secret from every log', async () => {
    const { port, change, logged, monitor } = over(json(201, { ...HOOK, secret: SECRET }));
    const outcome = await port.webhooks.register(input, change);
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    expect(outcome.value.webhook).toMatchObject({ id: 'w/1', hasSecret: true });
    expect(outcome.value.secret?.reveal()).toBe(SECRET);
    expect(JSON.parse(provider.arrived[0]?.body ?? '')).toEqual(input);
    expect(JSON.stringify([outcome, logged, monitor.health()])).not.toContain(SECRET);
  });

  test('an answer that names no webhook may have made one, and its secret stays unseen', async () => {
    const { port, change } = over(json(201, { message: 'ok', secret: SECRET }, { 'x-request-id': 'r1' }));
    const outcome = await port.webhooks.register(input, change);
    expect(outcome).toMatchObject({ kind: 'unknown', error: { details: { provider: { requestId: 'r1' } } } });
    expect(JSON.stringify(outcome)).not.toContain(SECRET);
  });
});

test('a service without the list is asked once an hour', async () => {
  for (const status of [404, 405]) {
    provider.arrived.length = 0;
    const { port, clock } = over(refusal(status, 'PZG404'));
    expect([await port.webhooks.list({}), await port.webhooks.list({})]).toEqual([null, null]);
    expect(provider.arrived).toHaveLength(1);
    clock.ms += 3_600_001;
    provider.acts = [json(200, { webhooks: [HOOK] })];
    expect(await port.webhooks.list({})).toMatchObject({ items: [{ id: 'w/1' }] });
  }
});

describe('one of them', () => {
  test('is looked for in the list where it cannot be read by its id', async () => {
    const { port } = over(text(405, ''), json(200, [HOOK]));
    expect(await port.webhooks.get('w/1', {})).toMatchObject({ id: 'w/1' });
    expect(paths()).toEqual(['GET /v1/user/webhooks/w%2F1', 'GET /v1/user/webhooks']);
  });

  test('is null where it is in neither, and a fault stays one', async () => {
    expect(await over(refusal(404, 'PZG404'), json(200, [])).port.webhooks.get('x', {})).toBeNull();
    expect(await over(refusal(404, 'PZG404'), text(404, '')).port.webhooks.get('x', {})).toBeNull();
    await expect(over(refusal(401, 'PZA100')).port.webhooks.get('x', {})).rejects.toMatchObject({
      code: 'provider_credential',
    });
  });

  test.each<[string, Act]>([
    ['nothing', text(204, '')],
    ['a sentence', json(200, { message: 'ok' })],
  ])('an edit answered with %s is read back', async (_, answer) => {
    const { port, change } = over(answer, json(200, { ...HOOK, active: false }));
    const outcome = await port.webhooks.edit('w/1', { active: false }, change);
    expect(outcome).toMatchObject({ kind: 'done', value: { active: false } });
    expect(paths()).toEqual(['PATCH /v1/user/webhooks/w%2F1', 'GET /v1/user/webhooks/w%2F1']);
  });

  test('an edit that cannot be read back is unknown', async () => {
    for (const after of [refusal(401, 'PZA100'), refusal(404, 'PZG404')]) {
      const { port, change } = over(text(204, ''), after, json(200, []));
      expect(await port.webhooks.edit('w/1', { active: false }, change)).toMatchObject({ kind: 'unknown' });
    }
  });

  test('an edit that is refused is refused', async () => {
    const { port, change } = over(refusal(403, 'PZA204'));
    expect(await port.webhooks.edit('w', { active: true }, change)).toMatchObject({
      kind: 'refused',
      sent: true,
    });
  });

  test('removing: with nothing, with a sentence; gone already is not found', async () => {
    for (const answer of [text(204, ''), json(200, { message: 'ok' })]) {
      const { port, change } = over(answer);
      expect(await port.webhooks.remove('w', change)).toMatchObject({ kind: 'done', value: null });
    }
    const { port, change } = over(refusal(404, 'PZG404'));
    expect(await port.webhooks.remove('w', change)).toMatchObject({
      kind: 'refused',
      error: { code: 'not_found' },
    });
  });
});

describe('secrets', () => {
  const secretOf = (outcome: Outcome<Secret> | undefined) =>
    outcome?.kind === 'done' ? outcome.value.reveal() : outcome?.kind;

  test('each route and method, without a body', async () => {
    const answer = json(200, { secret: SECRET });
    const { port, change, logged } = over(answer, answer, answer);
    expect(secretOf(await port.webhooks.rotateSecret?.('w/1', change))).toBe(SECRET);
    expect(secretOf(await port.callbackSecret.create(change))).toBe(SECRET);
    expect(secretOf(await port.callbackSecret.rotate(change))).toBe(SECRET);
    expect(paths()).toEqual([
      'POST /v1/user/webhooks/w%2F1/rotate-secret',
      'POST /v1/user/callbacks/secret',
      'PATCH /v1/user/callbacks/secret/rotate',
    ]);
    expect(provider.arrived.map(({ body }) => body)).toEqual(['', '', '']);
    expect(JSON.stringify(logged)).not.toContain(SECRET);
  });

  test.each<[string, Act]>([
    ['no secret', json(200, { message: 'ok' })],
    ['a mask', json(200, { secret: '********' })],
    ['nothing', text(204, '')],
    ['half of one', text(200, `{"secret":"${SECRET}`)],
  ])('a rotation answered with %s is unknown: the old one may be gone', async (_, answer) => {
    const { port, change } = over(answer);
    const outcome = await port.callbackSecret.rotate(change);
    expect(outcome.kind).toBe('unknown');
    expect(JSON.stringify(outcome)).not.toContain(SECRET);
  });
});

describe('a sandbox that checks ownership', () => {
  const CHECK = { webhookId: 'w', status: 'failed', detail: 'no echo' };
  test.each(['', '/', '/v1', '/v1/'])('has all of the webhooks, at …%s, under its own token', async (end) => {
    const root = provider.base.replace('/v1', '/sandbox-pix');
    const sandbox = { url: `${root}${end}`, token: new Secret('sandbox-token') };
    const { port, change } = portTo(provider.base, { sandbox });
    provider.acts = [
      json(201, HOOK),
      json(200, [HOOK]),
      json(200, HOOK),
      json(200, HOOK),
      json(200, { secret: SECRET }),
      text(204, ''),
      json(200, CHECK),
      json(200, CHECK),
    ];
    await port.webhooks.register(input, change);
    await port.webhooks.list({});
    await port.webhooks.get('w', {});
    await port.webhooks.edit('w', { active: true }, change);
    await port.webhooks.rotateSecret?.('w', change);
    await port.webhooks.remove('w', change);
    expect(await port.ownership.get('w', {})).toMatchObject({ status: 'failed', detail: 'no echo' });
    expect(await port.ownership.run('w', change)).toMatchObject({
      kind: 'done',
      value: { status: 'failed' },
    });
    expect(paths()).toEqual([
      'POST /sandbox-pix/v1/user/webhooks',
      'GET /sandbox-pix/v1/user/webhooks',
      'GET /sandbox-pix/v1/user/webhooks/w',
      'PATCH /sandbox-pix/v1/user/webhooks/w',
      'POST /sandbox-pix/v1/user/webhooks/w/rotate-secret',
      'DELETE /sandbox-pix/v1/user/webhooks/w',
      'GET /sandbox-pix/sandbox/webhooks/w/challenge',
      'POST /sandbox-pix/sandbox/webhooks/w/challenge',
    ]);
    for (const { headers } of provider.arrived) expect(headers.authorization).toBe('Bearer sandbox-token');
    provider.acts = [json(200, { secret: SECRET })];
    await port.callbackSecret.create(change);
    expect(provider.arrived.at(-1)).toMatchObject({
      url: '/v1/user/callbacks/secret',
      headers: { authorization: 'Bearer main-token' },
    });
  });

  test('a check that is only begun is read afterwards', async () => {
    const sandbox = { url: provider.base, token: new Secret('sandbox-token') };
    const { port, change } = portTo(provider.base, { sandbox });
    provider.acts = [text(202, ''), json(200, { ...CHECK, status: 'pending' })];
    expect(await port.ownership.run('w', change)).toMatchObject({
      kind: 'done',
      value: { status: 'pending' },
    });
  });
});
