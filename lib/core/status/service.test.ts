import { describe, expect, test } from 'vitest';
import { accountStateOf, isBlockedBalance, isWell } from '#lib/core/status/service.ts';
import { WORD_CASES } from '#lib/providers/testing/state-words.ts';

/** Each word in every form in which a service may write it. */
const spellings = (words: string) => WORD_CASES.map((write) => write(words.split(' ')));

describe('R7: the state of an account', () => {
  test.each<[string, string | null]>([
    ['blocked', 'blocked'],
    ['account blocked', 'blocked'],
    ['blocked for review', 'blocked'],
    ['suspended', 'blocked'],
    ['conta bloqueada', 'blocked'],
    ['frozen', 'blocked'],
    ['unblocked', 'open'],
    ['account unblocked', 'open'],
    ['not blocked', 'open'],
    ['desbloqueada', 'open'],
    ['conta desbloqueada', 'open'],
    ['não bloqueada', 'open'],
    ['not suspended', 'open'],
    ['no longer blocked', 'open'],
    ['never blocked', 'open'],
    ['unfrozen', 'open'],
    ['not yet approved', null],
    ['active', 'open'],
    ['conta ativa', 'open'],
    ['unblock requested', 'changing'],
    ['pending unblock', 'changing'],
    ['under review', null],
    ['inactive', null],
    ['not active', null],
  ])('%s', (words, state) => {
    for (const word of spellings(words)) expect(accountStateOf(word), word).toBe(state);
  });
});

describe('R7: a balance that is held back', () => {
  test.each<[string, boolean]>([
    ['blocked', true],
    ['balance held', true],
    ['on hold', true],
    ['saldo bloqueado', true],
    ['valor retido', true],
    ['available', false],
    ['unblocked', false],
    ['not blocked', false],
    ['no longer held', false],
    ['saldo desbloqueado', false],
    ['household', false],
  ])('%s', (words, blocked) => {
    for (const word of spellings(words)) expect(isBlockedBalance(word), word).toBe(blocked);
  });
});

describe('R7: the state of the service', () => {
  test.each<[string, boolean | null]>([
    ['operational', true],
    ['all systems operational', true],
    ['no incidents', true],
    ['sem falhas', true],
    ['disponível', true],
    ['no known issues', true],
    ['indisponível', false],
    ['não operacional', false],
    ['not available', false],
    ['unavailable', false],
    ['unhealthy', false],
    ['no longer available', false],
    ['all services not operational', false],
    ['not degraded', true],
    ['zero errors', true],
    ['inactive', false],
    ['em manutenção', false],
    ['fora do ar', false],
    ['instável', false],
    ['partial outage', false],
    ['available again tomorrow', null],
    ['pix', null],
  ])('%s', (words, well) => {
    for (const word of spellings(words)) expect(isWell(word), word).toBe(well);
  });
});
