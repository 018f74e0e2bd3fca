import { expect, test } from 'vitest';
import { masked } from '#lib/core/masking/pii.ts';
import { NewTransfer, NewWithdrawal, PaymentQuery } from '#lib/payments/contract.ts';
import { StatementQuery, StatementStoredFilter } from '#lib/statement/contract.ts';

const shown = { names: false };

test('what is pasted into a filter is cleaned before it is measured and asked for', () => {
  const E2E = 'E4837261920261119165903aB3kQzLm2';
  const parsed = StatementQuery.parse({ endToEndId: `"endToEndId": "${E2E}",`, transactionId: '“txn_1”.' });
  expect(parsed).toMatchObject({ endToEndId: E2E, transactionId: 'txn_1' });
  const { error } = StatementQuery.safeParse({ endToEndId: `Е${E2E.slice(1)}` });
  expect(error?.issues).toMatchObject([{ path: ['endToEndId'], message: 'sign: Е (U+0415)' }]);
});

test.each([
  ['clientReference', '"pedido\u00a07"', 'pedido 7'],
  ['clientReference', '\u200bpedido-7', 'pedido-7'],
  ['callbackUrl', '<https://loja.com.br/hook>,', 'https://loja.com.br/hook'],
  ['callbackUrl', 'https://loja.com.br/ho\u200bok', 'https://loja.com.br/hook'],
  ['pixKey', 'Chave: “ana@loja.com.br”', 'ana@loja.com.br'],
  ['description', ' “Pedido” 7 ', '“Pedido” 7'],
])('a pasted %s is taken without what stands around it: %j', (name, text, value) => {
  const body = { amount: 1, pixKey: 'a@b.c', pixKeyType: 'email', [name]: text };
  expect(NewWithdrawal.parse(body)).toMatchObject({ [name]: value });
});

test('a text far longer than its value is refused before it is cleaned', () => {
  const body = { amount: 1, pixKey: '('.repeat(500_000), pixKeyType: 'email' };
  expect(NewWithdrawal.safeParse(body).error?.issues).toMatchObject([{ code: 'too_big' }]);
});

test.each([
  ['“000201…', '000201…'],
  ['Chave: ana@loja.br', 'ana@loja.br'],
  ['00020126360014br.gov.bcb.pix  01', '00020126360014br.gov.bcb.pix  01'],
])('a transfer’s receiver is a code or a key: %j', (receiver, value) => {
  expect(NewTransfer.parse({ amount: 1, receiver })).toMatchObject({ receiver: value });
});

test('what a list is narrowed to by a person’s data is masked by its schema', () => {
  const filter = { document: '52998224725', name: 'Ana Maria Souza', search: 'ana.souza@example.com' };
  expect(masked(StatementStoredFilter, filter, shown)).toEqual({
    document: '***.982.247-**',
    name: 'Ana S.',
    search: 'a***@e***.com',
  });
  expect(masked(StatementQuery, { search: '+55 11 99999-1234', direction: 'out' }, shown)).toEqual({
    search: '+55 ** *****-1234',
    direction: 'out',
  });
});

test('a reference stays unless it is proven to be personal data', () => {
  const of = (clientReference: string) =>
    masked(PaymentQuery, { clientReference, search: 'Ana Maria Souza', limit: 50 }, shown);
  expect(of('pedido-0042')).toEqual({ clientReference: 'pedido-0042', search: 'Ana S.', limit: 50 });
  expect(of('52998224725').clientReference).toBe('***.982.247-**');
});
