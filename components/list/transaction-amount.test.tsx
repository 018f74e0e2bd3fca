import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { TransactionAmount } from './transaction-amount.tsx';

const said = (locale: 'pt-BR' | 'en', more: object) =>
  shown(<TransactionAmount row={{ amount: 1000, status: 'COMPLETED', type: 'QWERTY', ...more }} />, {
    locale,
  }).words;

test('R2: money that moved nobody knows which way says so in words', () => {
  expect(said('pt-BR', { way: 'untold' })).toContain('não diz se entrou ou saiu');
  expect(said('en', {})).toContain('does not say whether it came in or went out');
  expect(said('en', { way: 'out' })).not.toContain('does not say');
  expect(said('en', { status: 'PENDING' })).not.toContain('does not say');
});
