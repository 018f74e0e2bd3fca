import { describe, expect, it, test } from 'vitest';
import {
  baseUrlError,
  cleanCredentials,
  credentialErrors,
  missingVersion,
  ownSettings,
  settingsOf,
  slugFault,
  slugOf,
  strangePart,
} from '#lib/accounts/rules.ts';

describe('a slug', () => {
  it.each([
    ['Filial Sul', 'filial-sul'],
    ['  Ação & Cia. ', 'acao-cia'],
    ['3ª loja', 'loja'],
    ['***', ''],
    ['Uma loja de nome comprido demais para caber', 'uma-loja-de-nome-comprido-demai'],
  ])('of %s is %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });
  it('is a word of its own, and no page', () => {
    expect([slugFault('a'), slugFault('9x'), slugFault('a'.repeat(32))]).toEqual(Array(3).fill('slug_form'));
    expect([slugFault('all'), slugFault('api'), slugFault('disputes')]).toEqual(Array(3).fill('slug_page'));
    expect([slugFault('pix'), slugFault('a1'), slugFault('a'.repeat(31))]).toEqual([null, null, null]);
  });
});

it('http is for this machine alone', () => {
  expect(baseUrlError('http://127.0.0.1:4010/v1')).toBeNull();
  expect(baseUrlError('http://localhost/v1')).toBeNull();
  expect(baseUrlError('http://127.0.0.1.example/v1')).toBe('not_https');
  expect(baseUrlError('https://pix.example/v1#x')).toBe('has_query');
});

it('each kind has its rules; where the service is, is none of them', () => {
  expect(settingsOf('card')).toEqual(['approvalAbove', 'approvalAboveDaily', 'callsPerMinute', 'cardEntry']);
  expect(settingsOf('pix')).not.toContain('cardEntry');
  expect(ownSettings({ sandboxUrl: 'x', controlUrl: 'y', cardEntry: 'true' })).toEqual({ cardEntry: 'true' });
});

test.each([
  ['accessToken', 'Bearer abc.def', 'abc.def'],
  ['accessToken', '"access_token": "abc",', 'abc'],
  ['clientSecret', '\u200bs3cret\n', 's3cret'],
  ['webhookSecret', '“whsec_1234”', 'whsec_1234'],
  ['sandboxUrl', '<https://sandbox.example/v1>,', 'https://sandbox.example/v1'],
])('a pasted %s is taken without what stands around it: %j', (part, text, value) => {
  expect(cleanCredentials({ [part]: text, ca: ' ' })).toEqual({ [part]: value });
});

test('a sign that no header takes is the fault of its part, before any call', () => {
  const place = { kind: 'pix', environment: 'production', baseUrl: 'https://api.example/v1' } as const;
  expect(credentialErrors(place, { accessToken: 'abcé' })).toEqual([
    { field: 'credentials.accessToken', message: 'sign: é (U+00E9)' },
  ]);
  expect(strangePart({ accessToken: 'Bearer abc' })).toBeNull();
  expect(strangePart({ accessToken: 'аbc' })).toBe('accessToken');
});

test.each([
  ['pix', 'https://api.example', '/v1'],
  ['hub', 'https://api.example/api', '/api/v1'],
  ['hub', 'https://api.example/api/v1/', null],
  ['card', 'https://api.example/v2', null],
  ['pix', 'no address', null],
] as const)('a base address of %s: %s lacks %s', (kind, url, path) => {
  expect(missingVersion(kind, url)).toBe(path);
});
