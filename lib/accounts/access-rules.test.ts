import { expect, test } from 'vitest';
import { additionsLeft, ipRulesFor, REFUSES_CHANGES, scopesByHand } from '#lib/accounts/rules.ts';
import en from '../../messages/en/common.json';
import pt from '../../messages/pt-BR/common.json';

test('D: with no address registered one is registered first; with another, the new one stands beside it', () => {
  expect(ipRulesFor('PZA205')).toEqual(['first', 'burst', 'last']);
  expect(ipRulesFor('PZA203')).toEqual(['alongside', 'many', 'burst', 'last']);
  expect(ipRulesFor('PZA200')).toEqual([]);
  expect(ipRulesFor(null), 'before a token is entered: all five').toHaveLength(5);
});

test('D: each of the five rules has its sentence in both languages, with its numbers', () => {
  for (const messages of [pt, en]) {
    for (const rule of ipRulesFor(null)) expect(messages.ipRules[rule]).toBeTruthy();
    expect(messages.ipRules.many).toContain('{most}');
    expect(messages.ipRules.burst).toMatch(/\{count\}.*\{minutes\}/);
    expect(messages.ipRules.last).toContain('WITHDRAW');
    expect(messages.ipRules.first).toContain('WITHDRAW');
  }
});

test('D: the scopes that nobody gets without asking are told apart, of the Hub only', () => {
  const missing = ['PAYMENT_READ', 'WITHDRAW', 'WEBHOOK_WRITE'];
  expect(scopesByHand('hub', missing)).toEqual(['WITHDRAW', 'WEBHOOK_WRITE']);
  expect(scopesByHand('pix', ['WITHDRAW'])).toEqual([]);
});

test('D: a refusal of every call is one of every change', () => {
  expect(REFUSES_CHANGES).toEqual(expect.arrayContaining(['PZA203', 'PZA205', 'PZA206']));
  expect(REFUSES_CHANGES).not.toContain('PZA204');
});

test('D: additions of addresses are counted: 5 in 5 minutes, then from when one more goes', () => {
  const minute = 60_000;
  const now = 100 * minute;
  expect(additionsLeft([], now)).toEqual({ left: 5, nextAt: null });
  expect(additionsLeft([now - minute, now - 6 * minute], now), 'an old one does not count').toMatchObject({
    left: 4,
  });
  const five = [4, 3, 2, 1, 0].map((ago) => now - ago * minute);
  expect(additionsLeft(five, now)).toEqual({ left: 0, nextAt: now + minute });
  expect(additionsLeft(five, now + minute)).toEqual({ left: 1, nextAt: null });
  expect(additionsLeft([...five, now], now), 'one more than goes').toEqual({
    left: 0,
    nextAt: now + 2 * minute,
  });
  expect(additionsLeft([now + minute], now), 'of a clock that was set back').toMatchObject({ left: 5 });
});
