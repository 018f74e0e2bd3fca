import { expect, it } from 'vitest';
import { AccountChange } from '#lib/connections/contract.ts';
import type { Connection } from '#lib/connections/queries.ts';
import { fieldErrorsIn } from '#lib/core/form.ts';
import { accountForm, typedOf } from './account-forms.ts';

const account = {
  name: 'Matriz',
  kind: 'pix',
  settings: { approvalAbove: 100_000 },
} as unknown as Connection;
const draft = (approvalAbove: string, reason: string) => {
  const { numbers, flags } = typedOf(account);
  return { name: 'Matriz', typed: { numbers: { ...numbers, approvalAbove }, flags }, reason };
};

it('asks why, and says it, where an approval rule becomes weaker', () => {
  for (const short of ['', '  por nada  '])
    expect([...fieldErrorsIn(accountForm, draft('2500', short), account)]).toEqual([['reason', 'reason']]);
  const explained = draft('2500', ' Fornecedores subiram. ');
  expect(fieldErrorsIn(accountForm, explained, account).size).toBe(0);
  const body = accountForm.body(explained, account);
  expect(body).toEqual({ settings: { approvalAbove: 250_000 }, reason: 'Fornecedores subiram.' });
  expect(AccountChange.parse(body)).toEqual(body);
});

it('asks nobody why a rule becomes stricter, and sends nothing of what was typed before', () => {
  const stricter = draft('500', 'sim');
  expect(fieldErrorsIn(accountForm, stricter, account).size).toBe(0);
  expect(accountForm.body(stricter, account)).toEqual({ settings: { approvalAbove: 50_000 } });
});
