import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { secretIn, webhookIn, webhooksIn, withoutSecrets } from '#lib/providers/client/webhooks.ts';
import { ownershipIn } from '#lib/providers/pix/webhooks.ts';
import { OwnershipCheck, Webhook } from '#lib/providers/records.ts';
import { UnreadableAnswer } from '#lib/providers/unwrap.ts';

const one = (json: object) => Webhook.parse(webhookIn({ id: 'w', ...json }));
const check = (json: unknown) => OwnershipCheck.parse(ownershipIn(json));
const FULL = {
  id: 'wh_1',
  url: 'https://shop.example/hook',
  active: true,
  events: ['TRANSACTION_COMPLETED'],
  hasSecret: true,
  createdAt: '2026-10-02T12:00:00Z',
  updatedAt: '2026-10-02T12:00:01Z',
};
const READ = {
  ...FULL,
  createdAt: '2026-10-02T12:00:00.000Z',
  updatedAt: '2026-10-02T12:00:01.000Z',
  other: {},
};
const SECRET = `${'A'.repeat(21)}-_${'b'.repeat(20)}`;

describe('a webhook', () => {
  test('wrapped or bare, in any list', () => {
    for (const json of [FULL, { webhook: FULL }, { data: FULL }, { data: { webhook: FULL } }])
      expect(webhookIn(json)).toEqual(READ);
    for (const json of [[FULL], { webhooks: [FULL] }, { data: { webhooks: [FULL] } }, { items: [FULL] }])
      expect(webhooksIn(json)).toEqual({ items: [READ] });
    expect(webhooksIn({ webhooks: [] })).toEqual({ items: [] });
    expect(webhooksIn([{ url: 'x' }])).toMatchObject({ items: [{ url: 'x' }], unread: { rows: 1 } });
  });

  test.each([
    [{ isActive: false }, false],
    [{ enabled: 'true' }, true],
    [{ status: 'INACTIVE' }, false],
    [{ status: 'enabled' }, true],
    [{ status: 'HELD' }, null],
    [{}, null],
  ])('%j is active: %s', (json, active) => {
    expect(one(json).active).toBe(active);
  });

  test.each([
    [{ eventTypes: ['A'] }, ['A']],
    [{ events: 'A, B' }, ['A', 'B']],
    [{ events: [{ name: 'A' }, { event: 'B' }] }, ['A', 'B']],
    [{ events: ['*'] }, []],
    [{ events: 'ALL' }, []],
    [{ events: null }, []],
    [{ events: ['SOMETHING_NEW'] }, ['SOMETHING_NEW']],
  ])('%j selects %j', (json, events) => {
    expect(one(json).events).toEqual(events);
  });

  test('a secret that a list shows is known of and not kept', () => {
    for (const name of ['secret', 'signing_secret', 'hmacKey', 'webhookSecret']) {
      const read = one({ [name]: SECRET, apiVersion: 2, meta: { token: SECRET, region: 'br' } });
      expect(read).toMatchObject({ hasSecret: true, other: { apiVersion: 2, meta: { region: 'br' } } });
      expect(JSON.stringify(read)).not.toContain(SECRET);
    }
    expect(one({ secret: '••••abcd' })).toMatchObject({ hasSecret: true, other: {} });
    expect(one({ secret: null, signed: false }).hasSecret).toBe(false);
    expect(one({ secret: null }).hasSecret).toBeNull();
  });

  test('an answer without one is no answer', () => {
    for (const json of [{}, null, { message: 'ok' }]) expect(() => webhookIn(json)).toThrow(UnreadableAnswer);
    expect(() => webhooksIn({ message: 'ok' })).toThrow(UnreadableAnswer);
  });
});

describe('an issued secret', () => {
  test.each([
    [{ secret: SECRET }],
    [{ message: 'Criado.', secret: SECRET }],
    [{ ...FULL, secret: SECRET }],
    [{ webhook: FULL, secret: SECRET }],
    [{ webhook: { ...FULL, secret: SECRET } }],
    [{ data: { callback: { newSecret: SECRET } } }],
    [{ data: { signing_secret: SECRET } }],
    [{ secret: { value: SECRET, createdAt: 'x' } }],
    [{ previousSecret: 'o'.repeat(43), secret: SECRET }],
    [{ hasSecret: true, newSecret: SECRET, secret: 'o'.repeat(43) }],
    [SECRET],
  ])('is found in %#, and nothing shows it', (json) => {
    const secret = secretIn(json);
    expect(secret?.reveal()).toBe(SECRET);
    for (const shown of [String(secret), JSON.stringify({ secret }), inspect({ secret })])
      expect(shown).not.toContain(SECRET);
  });

  test.each([
    [{ secret: null }],
    [{ secret: true }],
    [{ secret: 'yes' }],
    [{ secret: '********' }],
    [{ secret: 'sk…abcd12' }],
    [{ message: 'ok' }],
    [null],
    [{ hasSecret: true }],
  ])('is not in %j', (json) => {
    expect(secretIn(json)).toBeNull();
  });

  test('what may be a credential leaves no trace in unknown fields', () => {
    expect(withoutSecrets({ accessToken: 'x', list: [{ password: 'x', a: 1 }, 'b'], n: null })).toEqual({
      list: [{ a: 1 }, 'b'],
      n: null,
    });
  });
});

describe('the ownership check', () => {
  const FAILED = {
    webhookId: 'w',
    url: 'https://x.example',
    status: 'failed',
    detail: 'no echo',
    checkedAt: '2026-10-02T12:00:00Z',
  };
  test('document 3, wrapped, in other words', () => {
    const read = { ...FAILED, checkedAt: '2026-10-02T12:00:00.000Z' };
    for (const json of [FAILED, { data: FAILED }, { challenge: FAILED }]) expect(check(json)).toEqual(read);
    const other = {
      webhook: { id: 'w', url: 'https://x.example' },
      state: 'FAILED',
      reason: 'no echo',
      verifiedAt: FAILED.checkedAt,
    };
    expect(check(other)).toEqual(read);
  });

  test('words and flags', () => {
    expect(check({ status: 'Verified' })).toMatchObject({
      status: 'verified',
      detail: null,
      webhookId: null,
    });
    expect(check({ verified: true }).status).toBe('verified');
    expect(check({ success: false }).status).toBe('failed');
    expect(check({ status: 'HELD_BACK' }).status).toBe('HELD_BACK');
    expect(() => check({ message: 'queued' })).toThrow(UnreadableAnswer);
  });
});
