import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { TransactionAmount } from './transaction-amount.tsx';

const textFor = (locale: 'pt-BR' | 'en', more: object) =>
  shown(<TransactionAmount row={{ amount: 1000, status: 'COMPLETED', type: 'QWERTY', ...more }} />, {
    locale,
  }).text;

test('R2: money that moved nobody knows which way says so in words', () => {
  expect(textFor('pt-BR', { way: 'untold' })).toContain('não diz se entrou ou saiu');
  expect(textFor('en', {})).toContain('does not say whether it came in or went out');
  expect(textFor('en', { way: 'out' })).not.toContain('does not say');
  expect(textFor('en', { status: 'PENDING' })).not.toContain('does not say');
});
