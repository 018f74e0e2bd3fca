import { expect, test } from 'vitest';
import { type FormDescription, faultsIn, given } from './form.ts';

type Values = { part: 'all' | 'part'; amount: string; note: string };
const form: FormDescription<Values, { most: number }, object> = {
  blank: { part: 'all', amount: '', note: '' },
  fields: {
    part: { kind: 'choice', of: ['all', 'part'] },
    amount: {
      kind: 'amount',
      when: ({ part }) => part === 'part',
      fault: (typed, _, { most }) => (Number(typed) > most ? 'above_maximum' : null),
    },
    note: { kind: 'text', most: 5, fault: (text) => (text === '' ? 'required' : null) },
  },
  body: () => ({}),
};

test('a field that is not there has no fault', () => {
  const values: Values = { part: 'all', amount: '9', note: 'x' };
  expect([...faultsIn(form, values, { most: 5 })]).toEqual([]);
  const part: Values = { ...values, part: 'part' };
  expect([...faultsIn(form, part, { most: 5 })]).toEqual([['amount', 'above_maximum']]);
});

test('faults are judged by what the page knows now', () => {
  const values: Values = { part: 'part', amount: '9', note: '' };
  expect([...faultsIn(form, values, { most: 9 }).keys()]).toEqual(['note']);
});

test('of what was typed only what is not empty is sent, trimmed', () => {
  expect(given({ a: ' x ', b: '  ', c: '' })).toEqual({ a: 'x' });
});
