import { expect, test } from 'vitest';
import { expirationAsTyped, wholeExpiration } from './rules.ts';

/** What stands in the field after these keys, one after the other. */
const typed = (keys: string) => [...keys].reduce((text, key) => expirationAsTyped(text + key), '');

test.each([
  ['1/31', '01/31'],
  ['0131', '01/31'],
  ['01/31', '01/31'],
  ['1/2031', '01/2031'],
  ['01/2031', '01/2031'],
  ['012031', '01/2031'],
  ['12/31', '12/31'],
  ['9-29', '09/29'],
])('typed key by key: %s → %s', (keys, text) => expect(typed(keys)).toBe(text));

test.each([
  ['1/31', '01/31'],
  ['1/2031', '01/2031'],
  ['1 / 31', '01/31'],
  ['01-31', '01/31'],
  ['01.31', '01/31'],
  ['1–31', '01/31'],
  ['0131', '01/31'],
  ['2031-01', '01/2031'],
  ['2031/1', '01/2031'],
  ['', ''],
  ['01/', '01/'],
])('pasted: %s → %s', (pasted, text) => expect(expirationAsTyped(pasted)).toBe(text));

test('a backspace takes the slash away', () => expect(expirationAsTyped('01')).toBe('01'));

test.each([
  ['07/31', '07/2031'],
  ['7/31', '07/2031'],
  ['07/2031', '07/2031'],
  ['2031-07', '07/2031'],
  ['13/31', '13/2031'],
])('sent whole: %s → %s', (text, sent) => expect(wholeExpiration(text)).toBe(sent));
