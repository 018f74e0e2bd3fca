import { createLoader, createSerializer } from 'nuqs/server';
import { describe, expect, it } from 'vitest';
import {
  changedValues,
  parseAsCents,
  parseAsChoices,
  parseAsDay,
  parseAsDayOrInstant,
  parseAsText,
  parseAsWhole,
  parseAsWords,
} from './parsers.ts';

const parsers = {
  day: parseAsDay,
  from: parseAsDayOrInstant,
  status: parseAsWords(12),
  kind: parseAsChoices(['refund.create', 'transfer.create']),
  term: parseAsWhole(60),
  amountFrom: parseAsCents,
  q: parseAsText(8, 2),
};
const load = createLoader(parsers);
const write = createSerializer(parsers);
const parsed = (search: string) =>
  Object.fromEntries(Object.entries(load(search)).filter(([, value]) => value !== null));

describe('parameters of a list', () => {
  it.each([
    ['?day=2026-11-28&from=2026-11-28T10:30:00-03:00'],
    ['?from=2026-11-28'],
    ['?status=PAID,CANCELED&kind=refund.create'],
    ['?term=60&amountFrom=999999999999&q=a+b'],
  ])('are written as they are read: %s', (search) => {
    expect(write(parsed(search))).toBe(search);
  });

  it.each([
    ['an impossible day', '?day=2026-02-30'],
    ['an instant where a day stands', '?day=2026-11-28T10:30:00Z'],
    ['an instant without an offset', '?from=2026-11-28T10:30:00'],
    ['no words', '?status=,paid,TOO_LONG_A_WORD'],
    ['words that are not known', '?kind=moon'],
    ['a number out of bounds', '?term=61'],
    ['no amount', '?amountFrom=0'],
    ['a fraction', '?amountFrom=1.5'],
    ['a text too short', '?q=a'],
    ['a text too long', '?q=123456789'],
  ])('are absent where there is %s', (_, search) => {
    expect(parsed(search)).toEqual({});
  });

  it('lose the words that do not fit, and repeated ones', () => {
    expect(parsed('?status=PAID,paid,PAID,OPEN&kind=moon,transfer.create')).toEqual({
      status: ['PAID', 'OPEN'],
      kind: ['transfer.create'],
    });
  });

  it('are read as the framework gives them, the first of several', () => {
    expect(load({ day: ['2026-11-28', '2026-11-29'], other: '1' }).day).toBe('2026-11-28');
  });
});

describe('values that change', () => {
  const current = { from: '2026-11-28', status: ['PAID', 'OPEN'], amountFrom: 100, q: null };

  it.each([
    [{ from: '2026-11-28' }],
    [{ status: ['PAID', 'OPEN'] }],
    [{ amountFrom: 100, q: null }],
    [{ q: undefined }],
  ])('are none where all stand already: %o', (next) => {
    expect(changedValues(current, next)).toEqual({});
  });

  it('are those that differ, and those taken away', () => {
    const next = { from: null, status: ['PAID'], amountFrom: 100, q: 'a' };
    expect(changedValues(current, next)).toEqual({ from: null, status: ['PAID'], q: 'a' });
  });
});
