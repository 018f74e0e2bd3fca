import { expect, test } from 'vitest';
import { NewView, viewFiltersOf } from '#lib/views/contract.ts';

const ViewFilters = viewFiltersOf('transactions');
const fieldsOf = (filters: unknown, of = ViewFilters) =>
  of.safeParse(filters).error?.issues.map((issue) => issue.path.join('.'));

test('filters are stored as they are in the address', () => {
  const filters = { status: 'ERROR,PENDING', amount: '12345', from: '2026-11-01', f: 'abcdefgh' };
  expect(ViewFilters.parse(filters)).toEqual(filters);
  expect(ViewFilters.parse({ period: 'days7' })).toEqual({ period: 'days7' });
  expect(ViewFilters.parse({})).toEqual({});
});

test.each([
  [{ document: '52998224725' }, ['document']],
  [{ name: 'Ana' }, ['name']],
  [{ status: 'not a word' }, ['status']],
  [{ amount: '1,50' }, ['amount']],
  [{ from: 'yesterday' }, ['from']],
  [{ period: 'someday' }, ['period']],
  [{ period: 'today', from: '2026-11-01' }, ['period']],
  [{ limit: '10' }, ['limit']],
  [{ status: 7 }, ['status']],
])('%o is refused at its field', (filters, fields) => {
  expect(fieldsOf(filters)).toEqual(fields);
});

test('each list keeps its own filters; an address that deliveries went to may hold personal data', () => {
  const of = viewFiltersOf('deliveries');
  const filters = {
    outcome: 'failed',
    statusClass: '5xx,none',
    event: 'TRANSACTION_ERROR',
    webhookId: 'wh_1',
  };
  expect(of.parse(filters)).toEqual(filters);
  expect(fieldsOf({ outcome: 'lost' }, of)).toEqual(['outcome']);
  expect(fieldsOf({ url: 'https://loja.example/avisos' }, of)).toEqual(['url']);
  expect(fieldsOf({ outcome: 'failed' })).toEqual(['outcome']);
  const view = { account: 'pix', page: 'deliveries', name: 'Falhas', columns: ['time'] };
  expect(NewView.safeParse({ ...view, filters }).success).toBe(true);
  expect(NewView.safeParse({ ...view, filters: { status: 'ERROR' } }).error?.issues[0]?.path).toEqual([
    'filters',
    'status',
  ]);
});

test('a name has one to sixty characters besides the spaces around it', () => {
  const rest = { account: 'pix', page: 'transactions', filters: {}, columns: ['time'] };
  expect(NewView.parse({ ...rest, name: '  Falhas  ' })).toMatchObject({ name: 'Falhas', shared: false });
  for (const name of ['', '   ', 'x'.repeat(61)])
    expect(NewView.safeParse({ ...rest, name }).success).toBe(false);
});

test('a view names some of its list’s columns', () => {
  const view = { account: 'pix', page: 'disputes', name: 'x', filters: {}, columns: [] };
  expect(NewView.safeParse(view).error?.issues).toMatchObject([{ path: ['columns'], message: 'required' }]);
  expect(NewView.safeParse({ ...view, columns: ['time'] }).success).toBe(true);
});
