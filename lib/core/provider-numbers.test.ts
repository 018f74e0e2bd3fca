import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  countOf,
  isPlausibleInstant,
  isPlausibleSkew,
  secondsLeftOf,
  tokenSecondsOf,
  waitSecondsOf,
} from '#lib/core/provider-numbers.ts';

const NOW = Date.UTC(2026, 10, 28, 12);
const inHttp = (ms: number) => new Date(ms).toUTCString();

describe('a wait', () => {
  test.each([
    ['7', undefined, 7],
    ['0', undefined, 0],
    [' 2.4 ', undefined, 3],
    ['1795832000', undefined, 3_600],
    ['999999999999999', undefined, 3_600],
    ['7', '40', 7],
    [null, '40', 40],
    [null, ' 0 ', 0],
    [null, '999999', 3_600],
    [null, inHttp(NOW + 50_000), 50],
    [null, inHttp(NOW + 86_400_000), 3_600],
    [null, 'Fri, 31 Dec 9999 23:59:59 GMT', 3_600],
    ['soon', '40', 40],
    ['-5', '40', 40],
    ['100000000000000000000', undefined, null],
    ['1e20', undefined, null],
    ['1e-7', undefined, null],
    ['NaN', 'Infinity', null],
    ['', '', null],
    ['12 s', '12;', null],
    [null, '-5', null],
    [null, '+5', null],
    [null, inHttp(NOW - 1_000), null],
    [null, 'Thu, 99 Foo 2026', null],
    // A date to the engine, and none of HTTP.
    [null, '2', 2],
    [null, '2083-01-01', null],
    [null, '12/31/2083', null],
    [undefined, undefined, null],
  ])('%j, Retry-After %j: %j', (body, header, seconds) => {
    expect(waitSecondsOf(body, header, NOW)).toBe(seconds);
  });

  it('is none or at most an hour, whatever is said', () => {
    const text = fc.oneof(fc.string(), fc.double().map(String), fc.bigInt().map(String));
    const dates = fc.date({ noInvalidDate: true }).map((date) => date.toUTCString());
    fc.assert(
      fc.property(text, fc.oneof(text, dates), (body, header) => {
        const seconds = waitSecondsOf(body, header, NOW);
        expect(seconds === null || (Number.isInteger(seconds) && seconds >= 0 && seconds <= 3_600)).toBe(
          true,
        );
        new Date(NOW + (seconds ?? 0) * 1000).toISOString();
      }),
    );
  });
});

test.each([
  ['900', 900],
  ['1795832000', 86_400],
  ['0', null],
  ['-1', null],
  ['1e20', null],
  ['soon', null],
  [null, null],
])('a token that lives %j s: %j', (text, seconds) => expect(tokenSecondsOf(text)).toBe(seconds));

test.each([
  ['86400', 86_400],
  ['12.9', 12],
  ['0', 0],
  ['-3', -3],
  ['999999999999999', null],
  ['1e400', null],
  ['--3', null],
  ['', null],
  [null, null],
])('%j s are left: %j', (text, seconds) => expect(secondsLeftOf(text)).toBe(seconds));

test('a count, an instant and a clock have their bounds', () => {
  expect([0, 12, 2_147_483_647].map(countOf)).toEqual([0, 12, 2_147_483_647]);
  expect([-1, 1.5, 2_147_483_648, 1e20, Number.NaN, null].map(countOf)).toEqual(Array(6).fill(null));
  const at = ['1900-01-01', '2026-11-28', '2199-12-31'].map(Date.parse);
  expect(at.map(isPlausibleInstant)).toEqual([true, true, true]);
  const never = ['0000-01-01', '0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31', 'x'].map(Date.parse);
  expect(never.map(isPlausibleInstant)).toEqual(Array(6).fill(false));
  expect([0, -86_400_000, 366 * 86_400_000 + 1, Number.NaN].map(isPlausibleSkew)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
