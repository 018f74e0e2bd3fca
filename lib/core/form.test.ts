import { expect, test } from 'vitest';
import { cleanValues, type FormDescription, fieldErrorsIn, filledValues, typedInto } from './form.ts';

type Values = { part: 'all' | 'part'; amount: string; note: string };
const form: FormDescription<Values, { most: number }, object> = {
  blank: { part: 'all', amount: '', note: '' },
  fields: {
    part: { kind: 'choice', of: ['all', 'part'] },
    amount: {
      kind: 'amount',
      when: ({ part }) => part === 'part',
      validate: (typed, _, { most }) => (Number(typed) > most ? 'above_maximum' : null),
    },
    note: { kind: 'text', most: 5, validate: (text) => (text === '' ? 'required' : null) },
  },
  body: () => ({}),
};

test('a field that is not there has no fault', () => {
  const values: Values = { part: 'all', amount: '9', note: 'x' };
  expect([...fieldErrorsIn(form, values, { most: 5 })]).toEqual([]);
  const part: Values = { ...values, part: 'part' };
  expect([...fieldErrorsIn(form, part, { most: 5 })]).toEqual([['amount', 'above_maximum']]);
});

test('faults are judged by what the page knows now', () => {
  const values: Values = { part: 'part', amount: '9', note: '' };
  expect([...fieldErrorsIn(form, values, { most: 9 }).keys()]).toEqual(['note']);
});

test('of what was typed only what is not empty is sent, trimmed', () => {
  expect(filledValues({ a: ' x ', b: '  ', c: '' })).toEqual({ a: 'x' });
});

type Pasted = { id: string; note: string };
const pastedForm: FormDescription<Pasted, null, object> = {
  blank: { id: '', note: '' },
  fields: {
    id: { kind: 'text', paste: 'id', validate: (id) => (id.length > 4 ? 'long' : null) },
    note: { kind: 'text' },
  },
  body: (values) => values,
};

test('what is pasted is judged and sent without what stands around it; other texts stay', () => {
  const values = { id: ' "id: tx_1", ', note: ' “oi”\u200b ' };
  expect(cleanValues(pastedForm.fields, values)).toEqual({ id: 'tx_1', note: values.note });
  expect([...fieldErrorsIn(pastedForm, values, null)]).toEqual([]);
});

test('a sign that no value of the kind holds is a fault that names it', () => {
  expect([...fieldErrorsIn(pastedForm, { id: 'tх_1', note: 'х' }, null)]).toEqual([
    ['id', 'sign: х (U+0445)'],
  ]);
});

const SIGNED = { name: {}, rules: {}, secret: { secret: true } } as const;
const FIRST = { name: 'Matriz', rules: { most: '5' }, secret: '' };
test.each([
  ['nothing', FIRST, { restorable: {}, loses: false }],
  ['what differs', { ...FIRST, name: 'Filial' }, { restorable: { name: 'Filial' }, loses: false }],
  [
    'the inside of a field',
    { ...FIRST, rules: { most: '6' } },
    { restorable: { rules: { most: '6' } }, loses: false },
  ],
  ['no secret', { ...FIRST, secret: 'x' }, { restorable: {}, loses: true }],
  [
    'what stands beside a secret',
    { ...FIRST, name: 'x', secret: 'x' },
    { restorable: { name: 'x' }, loses: true },
  ],
])('a reload brings back %s', (_, values, typed) => {
  expect(typedInto(SIGNED, values, FIRST)).toEqual(typed);
});

type Described = { blank: object; fields: Record<string, { secret?: true }> };
const modules = import.meta.glob<object>(
  [
    '../../**/*-form{,s}.ts',
    '../../**/forms.ts',
    '../../lib/disputes/rules.ts',
    '../../components/profile/*-panel.tsx',
    '../../components/webhooks/register/webhook-forms.tsx',
    '../../components/card/entry/card-draft.ts',
  ],
  { eager: true },
);
const forms = Object.values(modules)
  .flatMap((exported) => Object.entries(exported))
  .filter((entry): entry is [string, Described] => Object.hasOwn(Object(entry[1]), 'fields'));

test('secrets are called so wherever one is typed', () => {
  const secret = forms.flatMap(([name, { fields }]) =>
    Object.entries(fields).flatMap(([field, { secret }]) => (secret ? `${name} ${field}` : [])),
  );
  expect(secret.sort()).toEqual([
    ...['cardChargeForm card', 'channelForm secret', 'channelForm url', 'credentialForm credentials'],
    ...['newAccountForm credentials', 'passwordForm again', 'passwordForm current', 'passwordForm next'],
    'pastedSecretForm secret',
  ]);
  expect(forms.length).toBeGreaterThanOrEqual(21);
});
