import { expect, it } from 'vitest';
import { changeOf, typedOf, wrongNumbers } from './typed-settings.ts';

const account = { kind: 'pix' as const, settings: { approvalAbove: 123_456, forgetSecrets: true } };

it('shows money in reais, and what is as usual empty', () => {
  const { numbers, flags } = typedOf(account);
  expect(numbers).toMatchObject({ approvalAbove: '1234,56', defenseFiles: '' });
  expect(flags).toEqual({ forgetSecrets: true });
  expect(changeOf(account, { numbers, flags })).toEqual({});
});

it('sends only what differs; empty takes a rule away', () => {
  const typed = typedOf(account);
  const numbers = { ...typed.numbers, approvalAbove: '', defenseFiles: '3' };
  expect(changeOf(account, { numbers, flags: { forgetSecrets: false } })).toEqual({
    approvalAbove: null,
    defenseFiles: 3,
    forgetSecrets: null,
  });
});

it('names what cannot be a number of its rule', () => {
  const { numbers, flags } = typedOf(account);
  const typed = {
    numbers: { ...numbers, approvalAbove: 'cinco', defenseFiles: '21', deliveryDays: '1,5' },
    flags,
  };
  expect(wrongNumbers('pix', typed)).toEqual(['approvalAbove', 'defenseFiles', 'deliveryDays']);
});
