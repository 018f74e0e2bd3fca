import { describe, expect, it } from 'vitest';
import { GuicheError } from '#lib/core/errors.ts';
import type { Answer } from '#lib/doctor/contract.ts';
import { checksOf, type Seen } from '#lib/doctor/server/checks.ts';
import { type Reading, unreadOf } from '#lib/doctor/server/observe.ts';
import en from '../../../messages/en/doctor.json';
import pt from '../../../messages/pt-BR/doctor.json';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const inDays = (days: number) => new Date(NOW + days * 86_400_000 + 1000).toISOString();
const answer = (end: Answer['end'], code: string | null = null): Answer => ({
  route: 'GET /v1/user',
  end,
  code,
  rows: 0,
  ms: 5,
  unknown: [],
});
const READ: Reading = { answer: answer('read'), unread: [], error: null };
const refused = (code: string, status = 403): Reading => ({
  answer: answer('refused', code),
  unread: [],
  error: new GuicheError('provider_credential', 'no', {
    provider: { code, message: null, requestId: null, status },
  }),
});
const GOOD = {
  method: 'GET',
  path: '/v1/user',
  ms: 5,
  outcome: { kind: 'ok', status: 200, headers: {}, text: '{}' },
};
const seen = (over: Partial<Seen> = {}): Seen => ({
  kind: 'pix',
  baseUrl: 'https://pix.example/v1',
  now: NOW,
  exchanges: [GOOD as Seen['exchanges'][number]],
  readings: [READ],
  server: { validTo: inDays(90), trusted: true, why: null },
  own: null,
  sourceIp: null,
  offsetMs: 400,
  withoutScope: [],
  missing: [],
  callbackSecret: true,
  webhookSecret: true,
  simulator: false,
  ...over,
});
const fault = (kind: 'timeout' | 'connect') =>
  [{ ...GOOD, outcome: { kind: 'fault', fault: kind, sent: false, message: 'E' } }] as Seen['exchanges'];

describe('what was seen, judged', () => {
  it.each<[string, Partial<Seen>, string, string, string]>([
    ['a redirect', { readings: [refused('ANSWERED_BY_REDIRECT', 302)] }, 'reach', 'fails', 'redirected'],
    ['a firewall', { readings: [refused('ANSWERED_BY_FIREWALL')] }, 'reach', 'fails', 'filtered'],
    ['a site', { readings: [refused('ANSWERED_BY_PAGE', 200)] }, 'reach', 'fails', 'pageInstead'],
    [
      'one page among answers',
      { readings: [READ, refused('ANSWERED_BY_PAGE', 200)] },
      'reach',
      'ok',
      'reached',
    ],
    [
      'a short certificate',
      { server: { validTo: inDays(12), trusted: true, why: null } },
      'server-certificate',
      'waits',
      'serverSoon',
    ],
    [
      'an ended one',
      { server: { validTo: inDays(-1), trusted: true, why: null } },
      'server-certificate',
      'fails',
      'serverExpired',
    ],
    [
      'one of nobody',
      { server: { validTo: inDays(9), trusted: false, why: 'X' } },
      'server-certificate',
      'fails',
      'serverUntrusted',
    ],
    ['none seen', { server: null }, 'server-certificate', 'unknown', 'serverUnseen'],
    ['a card without its own', { kind: 'card' }, 'own-certificate', 'fails', 'ownMissing'],
    [
      'a card whose own ends',
      { kind: 'card', own: { validTo: inDays(12) } },
      'own-certificate',
      'waits',
      'ownSoon',
    ],
    [
      'a card whose own ended',
      { kind: 'card', own: { validTo: inDays(-2) } },
      'own-certificate',
      'fails',
      'ownExpired',
    ],
    [
      'a card whose own is broken',
      { kind: 'card', own: { validTo: null } },
      'own-certificate',
      'fails',
      'ownUnreadable',
    ],
    ['no way there', { exchanges: fault('connect'), readings: [] }, 'reach', 'fails', 'unreached'],
    ['silence', { exchanges: fault('timeout'), readings: [] }, 'reach', 'fails', 'silent'],
    ['a refused token', { readings: [refused('PZA100', 401)] }, 'credential', 'fails', 'refused'],
    [
      'a refused address',
      { readings: [refused('PZA203')], sourceIp: '203.0.113.9' },
      'ip',
      'fails',
      'ipRefused',
    ],
    ['a refused address untold', { readings: [refused('PZA205')] }, 'ip', 'fails', 'ipRefusedUntold'],
    ['a contract that waits', { readings: [READ, refused('PZA206')] }, 'contract', 'waits', 'contractWaits'],
    [
      'a blocked holder',
      { kind: 'hub', readings: [refused('TOKEN_HOLDER_BLOCKED')] },
      'contract',
      'fails',
      'holderBlocked',
    ],
    [
      'a missing scope',
      { withoutScope: [{ capability: 'refunds', scopes: ['REFUND'] }] },
      'scopes',
      'waits',
      'scopesMissing',
    ],
    ['a slow clock', { offsetMs: 200_000 }, 'clock', 'waits', 'clockOff'],
    ['a wrong clock', { offsetMs: -400_000 }, 'clock', 'fails', 'clockWrong'],
    ['U19: the sandbox’s moved clock', { offsetMs: 4_941_000, simulator: true }, 'clock', 'ok', 'clockMoved'],
    ['no clock', { offsetMs: null }, 'clock', 'unknown', 'clockUntold'],
    ['no secret', { callbackSecret: false }, 'secrets', 'waits', 'noSecret'],
    ['a secret nobody tells of', { callbackSecret: null }, 'secrets', 'unknown', 'secretUntold'],
    [
      'an answer in no known form',
      { readings: [{ ...READ, answer: answer('unreadable') }] },
      'fields',
      'fails',
      'fieldsUnread',
    ],
  ])('%s', (_name, over, id, state, says) => {
    const found = checksOf(seen(over));
    expect(found.find((check) => check.id === id)).toMatchObject({ state, says });
    for (const messages of [pt, en])
      for (const check of found) {
        expect(Object.keys(messages.says)).toContain(check.says);
        expect(Object.keys(messages.checks)).toContain(check.id);
      }
  });

  it('a refused address or a missing scope is no fault of the credential', () => {
    const credential = (readings: Reading[]) =>
      checksOf(seen({ readings })).find(({ id }) => id === 'credential');
    expect(credential([refused('PZA203')])).toMatchObject({ state: 'unknown' });
    expect(credential([refused('PZA200')])).toMatchObject({ state: 'unknown' });
    expect(credential([refused('PZA100', 401), READ])).toMatchObject({ state: 'ok' });
  });

  it('is well where all is well, in the same words in both languages', () => {
    expect(checksOf(seen()).every(({ state }) => state === 'ok')).toBe(true);
    expect(Object.keys(pt.says)).toEqual(Object.keys(en.says));
    for (const name of Object.keys(pt.hint)) expect(Object.keys(pt.says)).toContain(name);
  });
});

describe('fields that were not read', () => {
  it('are those that no row has, and those whose value nobody understood', () => {
    const rows = [
      { id: 'a', amount: null, status: 'X', other: { amount: 'doze', novo: 1 } },
      { id: 'no-id-1', amount: 5, status: null, other: {} },
    ];
    const { found, unknown } = unreadOf(rows, ['id', 'amount', 'status', 'createdAt'], []);
    expect(found).toEqual([
      { field: 'amount', why: 'unreadable', count: 1, of: 2 },
      { field: 'createdAt', why: 'absent', count: 2, of: 2 },
    ]);
    expect(unknown).toEqual(['novo']);
    expect(unreadOf([], ['id'], [])).toEqual({ found: [], unknown: [] });
  });

  it('counts what a reader told, once', () => {
    const row = { id: 'a', fee: null, other: { serviceFee: 'x' } };
    const { found, unknown } = unreadOf([row], [], ['serviceFee']);
    expect(found).toEqual([{ field: 'serviceFee', why: 'unreadable', count: 1, of: 1 }]);
    expect(unknown).toEqual([]);
  });
});

it('R11: names every route that is nowhere', () => {
  const nowhere = ['GET /v1/user/webhooks', 'GET /v1/user/report'].map(
    (route): Reading => ({
      answer: { ...answer('absent', 'ROUTE_NOT_FOUND'), route },
      unread: [],
      error: null,
    }),
  );
  const routes = (readings: Reading[]) => checksOf(seen({ readings })).find(({ id }) => id === 'routes');
  expect(routes([READ, ...nowhere])).toMatchObject({
    state: 'unknown',
    says: 'routesAbsent',
    facts: { count: 2, routes: 'GET /v1/user/webhooks, GET /v1/user/report' },
  });
  expect(routes([READ])).toMatchObject({ state: 'ok', says: 'routesAnswered' });
  for (const { says } of [pt, en]) expect(says.routesAbsent).toContain('{routes}');
});

it('D: a missing scope that is never given by default says so, and what to ask for', () => {
  const scopesOf = (over: Partial<Seen>) => checksOf(seen(over)).find(({ id }) => id === 'scopes');
  expect(scopesOf({ kind: 'hub', missing: ['WITHDRAW', 'PAYMENT_READ'] })).toMatchObject({
    says: 'scopesByHand',
    facts: { scopes: 'WITHDRAW, PAYMENT_READ', byHand: 'WITHDRAW' },
  });
  expect(scopesOf({ kind: 'hub', missing: ['PAYMENT_READ'] })?.says).toBe('scopesMissing');
  expect(scopesOf({ kind: 'pix', missing: ['WITHDRAW'] })?.says).toBe('scopesWithdraw');
  for (const messages of [pt, en]) {
    expect(messages.hint.scopesByHand).toContain('{byHand}');
    expect(messages.hint.scopesWithdraw).toMatch(/IP/);
  }
});
