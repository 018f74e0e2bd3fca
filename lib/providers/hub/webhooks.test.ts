import { describe, expect, test } from 'vitest';
import { fault, hubOver, no, ok } from '#lib/providers/hub/testing/test-hub.ts';

const HOOK = {
  id: 'w1',
  url: 'https://shop.example/hook',
  events: ['PAYMENT_PAID'],
  isActive: true,
  createdAt: '2026-10-06T10:00:00.000Z',
  updatedAt: '2026-10-06T10:00:00.000Z',
};

describe('endpoints', () => {
  test.each<[string, unknown]>([
    ['a plain array', [HOOK]],
    ['a page', { data: [HOOK], nextCursor: null }],
    [
      'other spellings',
      {
        webhooks: [
          {
            webhook_id: 'w1',
            url: HOOK.url,
            event_types: 'PAYMENT_PAID',
            active: 'true',
            created: HOOK.createdAt,
            updated: HOOK.updatedAt,
          },
        ],
      },
    ],
  ])('listed as %s', async (_, answer) => {
    const { port } = hubOver([ok(answer)]);
    const { isActive: active, ...rest } = HOOK;
    expect(await port.webhooks.list({})).toEqual({
      items: [{ ...rest, active, hasSecret: true, other: {} }],
    });
  });

  test('one is found in the list', async () => {
    const { port } = hubOver([ok([HOOK])]);
    expect(await port.webhooks.get('w1', {})).toMatchObject({ id: 'w1' });
    expect(await port.webhooks.get('w2', {})).toBeNull();
  });

  test('registered, with its secret out of every other field', async () => {
    const { port, change, requests } = hubOver([ok({ ...HOOK, secret: 'whsec_abcdefgh12' })]);
    const outcome = await port.webhooks.register(
      { url: HOOK.url, events: HOOK.events, generateSecret: true },
      change,
    );
    if (outcome.kind !== 'done') throw new Error('not done');
    expect(outcome.value.secret?.reveal()).toBe('whsec_abcdefgh12');
    expect(JSON.stringify(outcome.value.webhook)).not.toContain('whsec');
    expect(requests[0]).toMatchObject({
      line: 'POST /transactions/webhooks',
      body: { url: HOOK.url, events: HOOK.events },
    });
  });

  test('paused: only what changes is sent', async () => {
    const { port, change, requests } = hubOver([ok({ ...HOOK, isActive: false })]);
    expect(await port.webhooks.edit('w1', { active: false }, change)).toMatchObject({
      kind: 'done',
      value: { id: 'w1', active: false },
    });
    expect(requests[0]).toMatchObject({ line: 'PUT /transactions/webhooks/w1', body: { isActive: false } });
  });

  test('edited with no answer: the list is read', async () => {
    const { port, change } = hubOver([ok(''), ok([{ ...HOOK, url: 'https://shop.example/new' }])]);
    const outcome = await port.webhooks.edit('w1', { url: 'https://shop.example/new' }, change);
    expect(outcome).toMatchObject({ kind: 'done', value: { url: 'https://shop.example/new' } });
  });

  test('what the provider left as it was is said', async () => {
    const { port, change } = hubOver([ok(HOOK)]);
    const patch = { url: 'https://shop.example/new', active: false, events: ['DEPOSIT_RECEIVED'] };
    expect(await port.webhooks.edit('w1', patch, change)).toMatchObject({
      kind: 'refused',
      error: {
        code: 'not_supported',
        details: { fields: [{ field: 'url' }, { field: 'active' }, { field: 'events' }] },
      },
    });
  });

  test.each([
    [
      '409',
      no(409, 'WEBHOOK_HAS_DELIVERIES'),
      { kind: 'refused', error: { code: 'provider_rejected', status: 409 } },
    ],
    ['404', no(404, 'WEBHOOK_NOT_FOUND'), { kind: 'refused', error: { code: 'not_found' } }],
    ['204', ok(''), { kind: 'done', value: null }],
    ['silence', fault('timeout', true), { kind: 'unknown' }],
  ] as const)('taken away: %s', async (_, answer, outcome) => {
    const { port, change } = hubOver([answer]);
    expect(await port.webhooks.remove('w1', change)).toMatchObject(outcome);
  });

  test('have no secret to rotate', () => {
    expect(hubOver([]).port.webhooks.rotateSecret).toBeUndefined();
  });
});

describe('the callback secret', () => {
  test('issued and rotated, told once', async () => {
    const { port, change, requests } = hubOver([
      ok({ secret: 'cbsec_abcdefgh12' }),
      ok({ data: { callbackSecret: { secret: 'cbsec_other12345' } } }),
      ok({ message: 'feito' }),
    ]);
    const made = await port.callbackSecret.create(change);
    const rotated = await port.callbackSecret.rotate(change);
    expect(made.kind === 'done' && made.value.reveal()).toBe('cbsec_abcdefgh12');
    expect(rotated.kind === 'done' && rotated.value.reveal()).toBe('cbsec_other12345');
    expect((await port.callbackSecret.rotate(change)).kind).toBe('unknown');
    expect(requests.map(({ line }) => line)).toEqual([
      'POST /transactions/callback-secret',
      ...['POST /transactions/callback-secret/rotate', 'POST /transactions/callback-secret/rotate'],
    ]);
  });

  test.each<[unknown, boolean | null]>([
    [{ exists: true }, true],
    [{ data: { configured: false } }, false],
    [{ hasSecret: 'true', createdAt: '2026-10-06T10:00:00.000Z' }, true],
    [{ createdAt: '2026-10-06T10:00:00.000Z' }, true],
    [{ createdAt: null }, null],
    [{ something: 'else' }, null],
  ])('%j: whether there is one is %s', async (answer, exists) => {
    const { port } = hubOver([ok(answer)]);
    expect(await port.callbackSecret.exists?.({})).toBe(exists);
  });
});

describe('R8: a registration whose answer names no id', () => {
  const answer = { url: 'https://loja.example/pix', secret: 'whsec_only_here' };

  test('is found in the list at once, and its secret is kept', async () => {
    const listed = [
      { id: 'w1', url: 'https://loja.example/outro' },
      { id: 'w2', url: answer.url, events: ['A'] },
    ];
    const { port, change, requests } = hubOver([ok(answer), ok(listed)]);
    const made = await port.webhooks.register(
      { url: answer.url, events: ['A'], generateSecret: true },
      change,
    );
    expect(made).toMatchObject({ kind: 'done', value: { webhook: { id: 'w2', hasSecret: true } } });
    expect(made.kind === 'done' && made.value.secret?.reveal()).toBe(answer.secret);
    expect(requests.map(({ line }) => line)).toEqual([
      'POST /transactions/webhooks',
      'GET /transactions/webhooks',
    ]);
  });

  test('is unknown, and taken, where the list does not tell it', async () => {
    const { port, change } = hubOver([ok(answer), no(404, 'ROUTE_NOT_FOUND')]);
    const made = await port.webhooks.register(
      { url: answer.url, events: ['A'], generateSecret: true },
      change,
    );
    expect(made).toMatchObject({ kind: 'unknown', taken: true });
  });
});
