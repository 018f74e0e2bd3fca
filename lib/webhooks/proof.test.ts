import { describe, expect, test } from 'vitest';
import { countSince } from './queries.ts';
import { judgeTest, pathOf, targetUrl } from './rules.ts';

test.each([
  [200, 'right', 'ok'],
  [204, 'right', 'ok'],
  [302, 'right', 'bad'],
  [401, 'right', 'bad'],
  [null, 'right', 'bad'],
  [401, 'wrong', 'ok'],
  [400, 'wrong', 'ok'],
  [200, 'wrong', 'bad'],
  [500, 'wrong', 'bad'],
  [null, 'wrong', 'bad'],
] as const)('HTTP %s to a %s signature is %s', (status, which, verdict) => {
  expect(judgeTest({ status }, which)).toBe(verdict);
});

test('a test that was not made is waited for', () => {
  expect(judgeTest(null, 'right')).toBe('waiting');
});

describe('countSince', () => {
  const one = (outcome: string, transactionId: string, amount = 1000, transactionStatus = 'COMPLETED') => ({
    outcome,
    transactionId,
    amount,
    transactionStatus,
  });
  test('counts each paid transaction once, and only where its notice failed', () => {
    const items = [
      one('failed', 'a'),
      one('failed', 'a'),
      one('given_up', 'b', 250),
      one('failed', 'c', 999, 'EXPIRED'),
      one('delivered', 'd', 777),
      one('recovered', 'e', 777),
    ];
    expect(countSince(items, false, null)).toEqual({
      delivered: 2,
      failed: 4,
      unreported: 1250,
      more: false,
      completeAt: null,
    });
  });
});

describe('targetUrl', () => {
  const rows = [{ id: 'wh_1', url: 'https://api.loja.example/pix' }];
  test('is the listed address, else the asked one, else the target itself', () => {
    const acted = (target: string, intent = {}) => ({ kind: 'webhook.edit', target, intent });
    expect(targetUrl(acted('wh_1', { url: 'https://old.example' }), rows)).toBe('api.loja.example/pix');
    expect(targetUrl(acted('wh_2', { url: 'https://old.example' }), rows)).toBe('old.example');
    expect(targetUrl(acted('wh_2'), rows)).toBe('wh_2');
  });
  test('pathOf is short where it can be', () => {
    expect(pathOf('https://api.loja.example/pix')).toBe('/pix');
    expect(pathOf('https://api.loja.example')).toBe('api.loja.example');
    expect(pathOf('nothing')).toBe('nothing');
  });
});
