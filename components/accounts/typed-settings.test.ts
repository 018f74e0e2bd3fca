import { expect, it } from 'vitest';
import en from '../../messages/en/accounts.json' with { type: 'json' };
import pt from '../../messages/pt-BR/accounts.json' with { type: 'json' };
import { changeOf, groupsOf, typedOf, wrongNumbers } from './account-forms.ts';

const account = { kind: 'pix' as const, settings: { approvalAbove: 123_456, forgetSecrets: true } };

it('shows money in reais, and what is as usual empty', () => {
  const { numbers, flags } = typedOf(account);
  expect(numbers).toMatchObject({ approvalAbove: '1234,56', defenseFiles: '' });
  expect(flags).toEqual({ forgetSecrets: true, closingSecondPerson: false });
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

it('U14: each number of an account stands in one group, with a label, its unit, its default and what it does', () => {
  for (const kind of ['pix', 'hub', 'card'] as const) {
    const grouped = groupsOf(kind).flatMap(({ names }) => names);
    expect(grouped.toSorted()).toEqual(Object.keys(typedOf({ kind, settings: {} }).numbers).toSorted());
  }
  for (const messages of [pt, en])
    for (const { group, names } of groupsOf('pix')) {
      expect(messages.group[group]).toBeTruthy();
      for (const name of names) {
        const { does, unit, usual, edit } = messages as unknown as Record<string, Record<string, string>>;
        expect([edit?.[name], does?.[name]], name).toEqual([expect.any(String), expect.any(String)]);
        if (!name.startsWith('approval'))
          expect([unit?.[name], usual?.[name]], name).toEqual([expect.any(String), expect.any(String)]);
      }
    }
});

it('U14: the size of files is typed in MB, and stays as it was where nobody typed over it', () => {
  const odd = { kind: 'pix' as const, settings: { defenseBytes: 10_000_000 } };
  const { numbers, flags } = typedOf(odd);
  expect(numbers.defenseBytes).toBe('9,54');
  expect(changeOf(odd, { numbers, flags })).toEqual({});
  const typed = (text: string) => ({ numbers: { ...numbers, defenseBytes: text }, flags });
  expect(changeOf(odd, typed('10'))).toEqual({ defenseBytes: 10_485_760 });
  expect(changeOf(odd, typed('2,5'))).toEqual({ defenseBytes: 2_621_440 });
  expect(wrongNumbers('pix', typed('51'))).toEqual(['defenseBytes']);
  expect(wrongNumbers('pix', typed('0,05'))).toEqual(['defenseBytes']);
});
