// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ANA, CAIO, closed, detail, NOW, ORDER } from './testing/closing-day.ts';
import { button, isOff, openDay, plain, region, setUpDay } from './testing/open-day.tsx';

const day = setUpDay();

test('the tabs count differences by state, and show the causes that have one', async () => {
  const user = openDay(detail());
  const panel = region('Diferenças');
  const heads = () => within(panel).getAllByRole('heading', { level: 3 }).map(plain);
  expect(plain(panel)).toContain('2 abertas, R$ 1.329,90');
  expect(within(panel).getAllByRole('button', { pressed: true }).map(plain)).toEqual(['Todas5']);
  expect(heads()).toHaveLength(3);
  expect(heads()[2]).toContain('2R$ 0,00352 resolvidas');
  await user.click(within(panel).getByRole('button', { name: 'Abertas 2' }));
  expect(heads().map((text) => text.slice(0, 20))).toEqual(['Devolução de um lado', 'Pedido e pagamento n']);
  expect(heads()[1]).toContain('1R$ 1.180,001 aberta de 21 explicada');
  await user.click(within(panel).getByRole('button', { name: /^Pedido e pagamento/ }));
  await within(panel).findByText('pedido-50388');
  expect(within(panel).queryByText('pedido-50412')).toBeNull();
  await user.click(within(panel).getByRole('button', { name: 'Resolvidas 2' }));
  expect(heads().map((text) => text.slice(0, 16))).toEqual(['Tarifa diferente']);
});

/** Opens the rows of the orders. */
async function toOrders(user: ReturnType<typeof openDay>) {
  await user.click(button(/^Pedido e pagamento/));
  return screen.findByRole('table', { name: 'Pedido e pagamento não batem' });
}

test('a difference shows both records, the missing one by name', async () => {
  const table = await toOrders(openDay(detail()));
  const rows = () => within(table).getAllByRole('row').map(plain);
  await waitFor(() => expect(rows()).toHaveLength(4));
  expect(rows()[0]).toBe('PedidoPagamentoDiferençaResponsável e notaEstado');
  expect(rows()[1]).toContain('R$ 1.180,00pedido-50388');
  expect(rows()[1]).toContain('sem pagamento');
  expect(rows()[2]).toContain('Caio FontesCupom lançado depois no ERP.');
  expect(within(table).getByRole('link', { name: 'tx_1' }).getAttribute('href')).toBe(
    '/pix/transactions/tx_1',
  );
});

test('it is explained in place: responsible person, and a note with its length', async () => {
  day.answer('PATCH', { ...ORDER, state: 'explained', note: 'x', responsible: CAIO });
  const toast = vi.fn();
  const user = openDay(detail(), { toast });
  const table = await toOrders(user);
  const toggle = await within(table).findByRole('button', { name: 'Explicar pedido-50388' });
  await user.click(toggle);
  const note = screen.getByRole('textbox', { name: 'Nota de pedido-50388' });
  expect(document.activeElement).toBe(note);
  await user.type(note, 'Boleto não pago.');
  expect(screen.getByText('16 de 280 caracteres')).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Responsável' }), 'Caio Fontes');
  await user.click(button('Salvar explicação'));
  await waitFor(() => expect(toast).toHaveBeenCalledWith('Diferença explicada'));
  expect(day.sent('PATCH').map(({ path, body }) => ({ path, body }))).toEqual([
    {
      path: '/api/accounts/pix/closings/2026-11-26/differences/dif-50388',
      body: { responsible: 'caio', note: 'Boleto não pago.' },
    },
  ]);
  expect(screen.queryByRole('form', { name: 'Explicar a diferença' })).toBeNull();
  expect(document.activeElement).toBe(toggle);
});

test('a note with personal data is refused at its field, and the text stays', async () => {
  const problem = { code: 'invalid_request', title: 'x', fields: [{ field: 'note', message: 'personal' }] };
  day.answer('PATCH', problem, 400);
  const user = openDay(detail());
  await user.click(await within(await toOrders(user)).findByRole('button', { name: /pedido-50388/ }));
  await user.type(screen.getByRole('textbox', { name: /^Nota/ }), 'Pago por 111.444.777-35');
  await user.click(button('Salvar explicação'));
  await screen.findByText('A nota não leva nome, documento nem e-mail de ninguém.');
  expect((screen.getByRole('textbox', { name: /^Nota/ }) as HTMLInputElement).value).toContain('111.444');
});

test('who may not explain, and who looks at a sealed day, gets no button', async () => {
  const table = await toOrders(openDay(detail(), { permissions: ['read', 'export'] }));
  await within(table).findByText('pedido-50388');
  expect(screen.queryByRole('button', { name: /^Explicar/ })).toBeNull();
  expect(plain(region(/^Fechar/))).toContain('Só quem aprova pode fechar o dia');
  cleanup();
  await within(await toOrders(openDay(closed()))).findByText('pedido-50412');
  expect(screen.queryByRole('button', { name: /^(Explicar|Alterar)/ })).toBeNull();
});

const UPLOAD = {
  stored: false,
  rows: 3,
  columns: [
    { index: 0, name: 'pedido', samples: ['pedido-50388', 'pedido-50412'] },
    { index: 1, name: 'valor', samples: ['1180,00', '249,90'] },
  ],
  proposed: { reference: 0, amount: null, date: null, endToEnd: null },
  otherDays: 0,
  orders: null,
};
const ORDERS = {
  fileName: 'pedidos.csv',
  uploadedAt: NOW,
  uploadedBy: ANA,
  count: 2,
  sum: { cents: 142_990 },
  payments: 3,
  paymentSum: { cents: 31_440 },
  matched: { reference: 1, endToEnd: 0, operator: 0 },
  ...{ amountDiffers: 1, paymentMissing: 1, orderMissing: 1 },
};
const FILE = new File(['pedido;valor'], 'pedidos.csv', { type: 'text/csv' });
const formsSent = () => day.sent('POST').map(({ body }) => (body as FormData).get('columns'));

test('a file of orders is stored only with columns that were confirmed', async () => {
  day.answer('POST', UPLOAD);
  const toast = vi.fn();
  const user = openDay(detail(), { toast });
  await user.upload(screen.getByLabelText('Arquivo de pedidos'), FILE);
  const dialog = await screen.findByRole('dialog', { name: 'Colunas do arquivo' });
  expect(plain(dialog)).toContain('pedidos.csv, 3 linhas');
  expect((within(dialog).getByRole('combobox', { name: 'Referência' }) as HTMLSelectElement).value).toBe('0');
  const compare = within(dialog).getByRole('button', { name: 'Comparar pedidos' });
  expect(isOff(compare)).toBe(true);
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Valor' }), 'valor: 1180,00, 249,90');
  day.answer('POST', { ...UPLOAD, stored: true, orders: ORDERS, otherDays: 1 });
  await user.click(compare);
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith('2 pedidos comparados; 1 linha de outro dia ficou de fora'),
  );
  expect(formsSent()).toEqual([
    null,
    JSON.stringify({ reference: 0, amount: 1, date: null, endToEnd: null }),
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a file that cannot be read says why, by row', async () => {
  const refuse = (field: string, message: string) =>
    day.answer('POST', { code: 'invalid_request', title: 'x', fields: [{ field, message }] }, 400);
  refuse('file', 'not_a_table');
  const user = openDay(detail());
  await user.upload(screen.getByLabelText('Arquivo de pedidos'), FILE);
  expect(plain(await screen.findByRole('alert'))).toContain('não é um CSV nem um XLSX legível');
  refuse('rows.12.amount', 'amount_unreadable');
  await user.upload(screen.getByLabelText('Arquivo de pedidos'), FILE);
  await screen.findByText('linha 12, Valor: valor ilegível');
});

test('an order is matched with a payment by the operator’s word, the same amount first', async () => {
  day.answer('POST', { orders: ORDERS });
  const user = openDay(detail({ orders: ORDERS }));
  expect(plain(region('Pedidos'))).toContain('Casados pela referência1');
  await user.click(
    await within(await toOrders(user)).findByRole('button', { name: 'Explicar pedido-50388' }),
  );
  const form = screen.getByRole('form', { name: 'Casar com um pagamento' });
  await user.click(within(form).getByRole('button', { name: 'Casar' }));
  await waitFor(() =>
    expect(day.sent('POST')[0]?.body).toEqual({ reference: 'pedido-50388', transactionId: 'tx_sale' }),
  );
  expect(day.sent('POST')[0]?.path).toBe('/api/accounts/pix/closings/2026-11-26/orders/matches');
});
