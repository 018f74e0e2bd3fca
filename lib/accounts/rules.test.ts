import { describe, expect, it } from 'vitest';
import { baseUrlFault, ownSettings, settingsOf, slugFault, slugOf } from '#lib/accounts/rules.ts';

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
  expect(baseUrlFault('http://127.0.0.1:4010/v1')).toBeNull();
  expect(baseUrlFault('http://localhost/v1')).toBeNull();
  expect(baseUrlFault('http://127.0.0.1.example/v1')).toBe('not_https');
  expect(baseUrlFault('https://pix.example/v1#x')).toBe('has_query');
});

it('each kind has its rules; where the service is, is none of them', () => {
  expect(settingsOf('card')).toEqual(['approvalAbove', 'approvalAboveDaily', 'callsPerMinute', 'cardEntry']);
  expect(settingsOf('pix')).not.toContain('cardEntry');
  expect(ownSettings({ sandboxUrl: 'x', controlUrl: 'y', cardEntry: 'true' })).toEqual({ cardEntry: 'true' });
});
