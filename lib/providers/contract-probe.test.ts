import { beforeEach, describe, expect, test, vi } from 'vitest';
import { REFUSES_CHANGES } from '#lib/accounts/rules.ts';
import { problemHelp } from '#lib/api/problem-help.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { monitorOf } from '#lib/core/http/health.ts';
import { NOBODYS_CODE, probeContract } from '#lib/providers/account-blocks.ts';
import enShell from '../../messages/en/shell.json';
import ptShell from '../../messages/pt-BR/shell.json';

/** R6: what lifts a contract's block, and words for a pause and for a token. */

let account = '';
beforeEach(({ task }) => {
  account = task.id;
  monitorOf(account).report({ kind: 'blocked', code: 'PZA206', sourceIp: null, changing: true });
});
const blockedBy = () => monitorOf(account).health().blockedBy;
const refused = (code: string | null, status = 403) =>
  new GuicheError('provider_rejected', 'no', { provider: { code, message: null, requestId: null, status } });

describe('the probe of a contract', () => {
  test('reads a code of nobody, and lifts the block when that is answered', async () => {
    const decodeCode = vi.fn(async () => ({}) as never);
    await probeContract(account, { decodeCode });
    expect(decodeCode).toHaveBeenCalledExactlyOnceWith(NOBODYS_CODE, { priority: 'background' });
    expect(blockedBy()).toBeNull();
  });

  test.each(['PZK101', 'PZK301', 'PZK310'])('lifts it when the code was looked up: %s', async (code) => {
    await probeContract(account, { decodeCode: () => Promise.reject(refused(code)) });
    expect(blockedBy()).toBeNull();
  });

  test.each(['PZA206', 'PZA200', 'PZV001', 'PZK601', 'PZK401', 'PZG429', 'ANSWERED_BY_FIREWALL', null])(
    'leaves it when the answer does not tell: %s',
    async (code) => {
      await probeContract(account, { decodeCode: () => Promise.reject(refused(code)) });
      expect(blockedBy()).toBe('PZA206');
    },
  );

  test('asks once in five minutes, and only while the contract waits', async () => {
    const decodeCode = vi.fn(() => Promise.reject(refused('PZA206')));
    vi.useFakeTimers({ toFake: ['Date'] });
    const begin = Date.now();
    for (const minutes of [0, 1, 4.9, 5.1, 6]) {
      vi.setSystemTime(begin + minutes * 60_000);
      await probeContract(account, { decodeCode });
    }
    expect(decodeCode).toHaveBeenCalledTimes(2);
    monitorOf(account).report({ kind: 'blocked', code: 'PZA203', sourceIp: null, changing: false });
    vi.setSystemTime(begin + 60 * 60_000);
    await probeContract(account, { decodeCode });
    expect(decodeCode).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  test('lifts nothing else', () => {
    monitorOf(account).report({ kind: 'blocked', code: 'PZA203', sourceIp: null, changing: false });
    monitorOf(account).report({ kind: 'lifted', code: 'PZA206' });
    expect(blockedBy()).toBe('PZA203');
  });
});

const helpTexts = (code: string) => [
  problemHelp('pt-BR', 'rate_limited', code).hint,
  problemHelp('en', 'rate_limited', code).hint,
];

test.each(['PZG429', 'UNKNOWN_LIMIT', 'AUTH_TOO_MANY_REQUESTS', 'PZF503'])(
  'of %s: a change that met it was not done',
  (code) => {
    const [pt, en] = helpTexts(code);
    expect(pt).toMatch(/nada (?:foi feito|do que for pedido sai)|Nada do que foi pedido/);
    expect(en).toMatch(/nothing (?:was done|that is asked leaves)|None|Nothing/);
  },
);

test('a refused token is no matter of an address, unless the last one was removed', () => {
  const [pt, en] = helpTexts('PZA100');
  expect(pt).toContain('remover o último IP da lista também revoga os tokens com WITHDRAW');
  expect(en).toContain('removing the last IP of the list also revokes tokens with WITHDRAW');
  for (const hint of [...helpTexts('PZA100'), ...helpTexts('TOKEN_INVALID')])
    expect(hint).toMatch(/não é o IP de saída|not the outgoing IP/i);
});

test('every code that refuses a form has words in both languages', () => {
  for (const { block } of [ptShell, enShell])
    expect(Object.keys(block.refusedBy).toSorted()).toEqual(REFUSES_CHANGES.toSorted());
});
