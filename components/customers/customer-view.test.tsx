// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placed, shown } from '#components/app-shell/testing/shown.tsx';
import { CallError } from '#lib/api/client.ts';
import { type Customer, type CustomerRecord, customerOptions } from '#lib/customers/queries.ts';
import { CustomerLink } from './customer-link.tsx';
import { CustomerView } from './customer-view.tsx';

// Nobody answers here: a refused call would take the connection of the tests that follow in this process.
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const record = (over: Partial<CustomerRecord>): CustomerRecord => ({
  ...{ id: 'payment/tx_1', kind: 'payment', at: '2026-11-19T16:59:03.000Z', amount: 412_580 },
  ...{ direction: 'in', uncounted: false, status: 'COMPLETED', state: 'done', method: 'PIX' },
  ...{ partial: false, byOther: false, dispute: null, reference: 'pedido-48283' },
  ...{ transactionId: 'tx_1', disputeId: null },
  ...over,
});
const CUSTOMER: Customer = {
  name: 'Ateliê Mandacaru ME',
  otherNames: ['Atelie'],
  document: '**.7K2.90D/****-**',
  bank: { institutionName: 'Coop. Serra Azul', institutionIspb: null },
  firstAt: '2025-03-12T12:00:00.000Z',
  lastAt: '2026-11-19T16:59:03.000Z',
  sums: {
    paid: { count: 31, amount: 6_120_490 },
    refunded: { count: 2, amount: 47_570 },
    received: { count: 1, amount: 64_000 },
    disputes: { count: 1, open: 0, answered: 0, kept: 1, returned: 0, withdrawn: 0, other: 0 },
    mean: 197_435,
    largest: 631_000,
    uncounted: 0,
  },
  complete: true,
  parts: [{ list: 'transactions', read: 36, total: 36, untold: 0, gap: null }],
  items: [
    record({ id: 'refund/tx_1', kind: 'refund', amount: 32_580, direction: 'out', partial: true }),
    record({}),
    record({
      ...{ id: 'dispute/inf_1', kind: 'dispute', direction: 'still', state: null, disputeId: 'inf_1' },
      dispute: { state: 'closed', ending: 'kept' },
    }),
    record({ id: 'withdrawal/tx_2', kind: 'withdrawal', direction: 'out', transactionId: 'tx_2' }),
  ],
  notes: [
    {
      ...{ id: 'n1', disputeId: 'inf_1', at: '2026-11-11T13:00:00.000Z' },
      ...{ by: { id: 'caio', name: 'Caio Fontes' }, text: 'Paga sempre pelo financeiro.' },
    },
  ],
  asOf: '2026-11-19T17:03:00.000Z',
};
const ACCOUNT = { capabilities: ['transactions', 'disputes'] as string[] };
const OF = customerOptions('pix', 'f1');
const page = (data: Partial<Customer>) =>
  shown(<CustomerView id="f1" />, {
    now: '2026-11-19T17:03:12.000Z',
    account: ACCOUNT,
    known: [{ of: OF, data: { ...CUSTOMER, ...data } }],
  });
const failed = (code: string) =>
  shown(<CustomerView id="f1" />, {
    account: ACCOUNT,
    known: [{ of: OF, error: new CallError({ type: '', title: code, status: 403, code } as never) }],
  }).text;

test('the head names the person, the line below document, bank, first and last payment', () => {
  const { text } = page({});
  expect(text).toMatch(/^Ateliê Mandacaru ME os dados são das 14:03:00/);
  expect(text).toContain(
    '**.7K2.90D/****-**Coop. Serra Azul · cliente desde qua 12 mar 2025 · último pagamento hoje 13:59',
  );
});

test('sums with their counts, disputes by outcome', () => {
  const { text } = page({});
  expect(text).toContain('Pagou · 31 +R$ 61.204,90');
  expect(text).toContain('Devolvido · 2 −R$ 475,70');
  expect(text).toContain('Recebeu · 1 saque −R$ 640,00');
  expect(text).toContain('Disputas 1 mantida');
  expect(text).toContain('Valor médio R$ 1.974,35');
  const { disputes } = CUSTOMER.sums;
  const two = page({ sums: { ...CUSTOMER.sums, disputes: { ...disputes, count: 3, open: 2 } } });
  expect(two.text).toContain('Disputas 3 2 abertas · 1 mantida');
});

test('what the sums do not cover is said by list; a whole reading says nothing', () => {
  expect(page({}).text).not.toContain('As somas não cobrem tudo');
  const part = { list: 'transactions', read: 1000, total: 4321, untold: 0, gap: 'limit' } as const;
  const { text } = page({
    complete: false,
    parts: [part, { list: 'withdrawals', read: 0, total: null, untold: 0, gap: 'unsupported' }],
  });
  expect(text).toContain('As somas não cobrem tudo.');
  expect(text).toContain('Transações: só os 1000 registros mais novos de 4321.');
  expect(text).toContain('Saques: o provedor não lista por este documento.');
  expect(text).toContain('cliente desde qua 12 mar 2025 ou antes');
});

test('notes lead to their dispute, names and the largest payment stand in the data', () => {
  const { text, markup } = page({});
  expect(text).toContain('Paga sempre pelo financeiro. Caio Fontes');
  expect(markup).toContain('href="/pix/disputes/inf_1"');
  expect(text).toContain('Maior R$ 6.310,00 Outros nomes Atelie');
  expect(page({ notes: [] }).text).toContain('Nenhuma nota');
});

test('facets choose among the records, which lead to their own pages', async () => {
  const user = userEvent.setup();
  const known = [{ of: OF, data: CUSTOMER }];
  render(placed(<CustomerView id="f1" />, { account: ACCOUNT, known }).element);
  const table = () => within(screen.getByRole('table', { name: 'Histórico' }));
  expect(
    table()
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Devolução em parte', '/pix/transactions/tx_1'],
    ['Pagamento', '/pix/transactions/tx_1'],
    ['Disputa', '/pix/disputes/inf_1'],
    ['Saque', '/pix/transactions/tx_2'],
  ]);
  await user.click(screen.getByRole('radio', { name: 'Disputas 1' }));
  await waitFor(() => expect(table().getAllByRole('link')).toHaveLength(1));
  expect(table().getByText('mantida')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'ver em Transações' }).getAttribute('href')).toBe(
    '/pix/transactions?f=f1',
  );
});

test('only the first fifty stand there until more are asked for', async () => {
  const user = userEvent.setup();
  const items = Array.from({ length: 70 }, (_, at) => record({ id: `payment/${at}` }));
  const known = [{ of: OF, data: { ...CUSTOMER, items } }];
  render(placed(<CustomerView id="f1" />, { account: ACCOUNT, known }).element);
  const rows = () => within(screen.getByRole('table', { name: 'Histórico' })).getAllByRole('link');
  expect(rows()).toHaveLength(50);
  await user.click(screen.getByRole('button', { name: 'mostrar os 20 anteriores' }));
  expect(rows()).toHaveLength(70);
  expect(screen.queryByText(/de 70 registros/)).toBeNull();
});

test('nothing, withheld, gone and failed are told apart', () => {
  expect(page({ items: [] }).text).toContain('Nenhum registro');
  expect(failed('forbidden')).toContain('Página reservada');
  expect(failed('not_found')).toContain('Filtro não encontrado');
  expect(failed('unavailable')).not.toMatch(/Página reservada|Filtro não encontrado/);
});

test('a name leads to the page for who may, and is plain text for others', async () => {
  const user = userEvent.setup();
  const push = vi.fn();
  const fetched = vi.fn(async (_url: string, _init: RequestInit) =>
    Response.json({ f: 'abc' }, { status: 201 }),
  );
  vi.stubGlobal('fetch', fetched);
  const link = (document: string | null) => (
    <AppRouterContext value={{ push } as never}>
      <CustomerLink of={{ transactionId: 'tx_1' }} document={document}>
        Ana Souza
      </CustomerLink>
    </AppRouterContext>
  );
  render(placed(link('***.982.247-**')).element);
  await user.click(screen.getByRole('button', { name: 'Ana Souza' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith('/pix/customers/abc'));
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect([url, init?.body]).toEqual([
    '/api/accounts/pix/customers/filters',
    JSON.stringify({ transactionId: 'tx_1' }),
  ]);
  expect(shown(link('***.982.247-**'), { account: { permissions: ['read'] } }).markup).toBe('Ana Souza');
  expect(shown(link(null)).markup).toBe('Ana Souza');
});

test('where the provider masks the document, the name says so', async () => {
  const user = userEvent.setup();
  const problem = {
    ...{ type: '', title: '', status: 400, code: 'invalid_request' },
    fields: [{ field: 'transactionId', message: 'no_document' }],
  };
  vi.stubGlobal('fetch', async () => Response.json(problem, { status: 400 }));
  const of = { transactionId: 'withdraw:1' };
  render(
    placed(
      <CustomerLink of={of} document="***.982.247-**">
        Ana
      </CustomerLink>,
    ).element,
  );
  await user.click(screen.getByRole('button', { name: 'Ana' }));
  expect((await screen.findByRole('status')).textContent).toContain('documento mascarado');
});
