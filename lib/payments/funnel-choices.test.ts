import { expect, test } from 'vitest';
import { asRead } from '#lib/core/status/testing/as-read.ts';
import { choicesOf, joinedChoices, lossyTerm, narrowed, termOf } from '#lib/payments/funnel.ts';
import type { Payment } from '#lib/providers/money-records.ts';

const AT = '2026-11-19T15:30:00.000Z';
const until = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString();
const charge = ({ term, ...more }: Partial<Payment> & { term?: number }) =>
  asRead({
    ...{ status: 'PAID', createdAt: AT, virtualAccount: null },
    other: term === undefined ? {} : { expiresAt: until(term) },
    ...more,
  }) as Payment;

const ROWS = [
  charge({ virtualAccount: 'loja-centro', term: 10, status: 'EXPIRED' }),
  charge({ virtualAccount: 'loja-centro', term: 60 }),
  charge({ virtualAccount: 'loja-norte', term: 60, status: 'PENDING' }),
  charge({ virtualAccount: '529.982.247-25' }),
  charge({}),
];

test('U11: the funnel can be narrowed by what its own charges tell, and by nothing else', () => {
  expect(ROWS.map(termOf)).toEqual([10, 60, 60, null, null]);
  expect(choicesOf(ROWS, {}).accounts).toEqual([
    { name: 'loja-centro', count: 2 },
    { name: 'loja-norte', count: 1 },
  ]);
  expect(choicesOf(ROWS, { virtualAccount: 'loja-centro' }).terms).toEqual([
    { minutes: 10, count: 1, ended: 1, expired: 1 },
    { minutes: 60, count: 1, ended: 1, expired: 0 },
  ]);
  expect(choicesOf([charge({})], {})).toEqual({ accounts: [], terms: [] });
  expect(narrowed(ROWS, { virtualAccount: 'loja-centro', term: 60 })).toEqual([ROWS[1]]);
  expect(joinedChoices(ROWS.map((row) => choicesOf([row], {})))).toEqual(choicesOf(ROWS, {}));
});

test('U11: a term that loses more than the longer ones is named; too few, or no difference, name none', () => {
  const of = (minutes: number, ended: number, expired: number) => ({ minutes, count: ended, ended, expired });
  const terms = [of(60, 500, 30), of(10, 100, 20), of(1_440, 500, 20)];
  expect(lossyTerm({ accounts: [], terms })).toEqual({
    ...{ minutes: 10, expired: 20, ended: 100 },
    longer: { expired: 50, ended: 1_000 },
  });
  expect(lossyTerm({ accounts: [], terms: [of(10, 100, 6), of(60, 500, 30)] })).toBeNull();
  expect(lossyTerm({ accounts: [], terms: [of(10, 19, 19), of(60, 500, 30)] })).toBeNull();
  expect(lossyTerm({ accounts: [], terms: [of(10, 100, 60)] })).toBeNull();
  expect(lossyTerm({ accounts: [], terms: [] })).toBeNull();
});
