import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { CallError } from '#lib/api/client.ts';
import { approvalRulesOptions, type SecondPersonRules } from '#lib/operations/queries.ts';
import { SecondPersonNote } from './approval.tsx';

const rules = (approvers: SecondPersonRules['approvers']) => ({
  of: approvalRulesOptions('pix'),
  data: { approvalAbove: 1_000_000, approvalAboveDaily: null, requestedToday: null, approvers },
});
const text = (known: Parameters<typeof shown>[1], cents = 1_240_000) =>
  shown(<SecondPersonNote cents={cents} />, known).text;

test.each([
  [['Caio'], 1, 'Caio, em até 24 h.', 'Caio, within 24 h.'],
  [
    ['Alice', 'Caio', 'Renata'],
    3,
    'Alice, Caio ou Renata, em até 24 h.',
    'Alice, Caio, or Renata, within 24 h.',
  ],
  [
    ['Ana', 'Edu', 'Gil', 'Ivo'],
    6,
    'Ana, Edu, Gil, Ivo ou mais 2 pessoas, em até 24 h.',
    'Ana, Edu, Gil, Ivo, or 2 more people, within 24 h.',
  ],
])('U5: %s of %s may approve: said by name before anything is asked', (names, count, pt, en) => {
  const known = [rules({ names, count })];
  expect(text({ known })).toContain(pt);
  expect(text({ known, locale: 'en' })).toContain(en);
});

test('U5: that nobody may approve it is said beforehand, not only once it waits', () => {
  const known = [rules({ names: [], count: 0 })];
  expect(text({ known })).toContain('Hoje ninguém mais pode aprovar o que você pede nesta conta');
  expect(text({ known, locale: 'en' })).toContain('Today nobody else may approve what you ask for');
});

test('U5: an amount that needs nobody names nobody', () => {
  expect(text({ known: [rules({ names: ['Caio'], count: 1 })] }, 1_000_000)).toBe('');
});

test('U5: rules that could not be read are an error, not the silence of an account without any', () => {
  const error = new CallError({ type: 'about:blank', title: 'gone', status: 503, code: 'unavailable' });
  const { markup } = shown(<SecondPersonNote cents={1} />, {
    known: [{ of: approvalRulesOptions('pix'), error }],
  });
  expect(markup).toContain('error-card');
});
