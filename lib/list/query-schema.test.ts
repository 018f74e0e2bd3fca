import { expect, test } from 'vitest';
import { PaymentQuery } from '#lib/payments/contract.ts';
import { masked } from '#lib/privacy/pii.ts';
import { StatementQuery, StatementStoredFilter } from '#lib/statement/contract.ts';

const shown = { names: false };

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
