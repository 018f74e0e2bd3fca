// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placed } from '#components/app-shell/testing/shown.tsx';
import type { Permission } from '#lib/auth/permissions.ts';
import { type DayDetail, type DifferenceLine, dayOptions } from '#lib/closings/queries.ts';
import { DayView } from './day-view.tsx';
import { ANA, CAIO, COUPON, closed, DAY, detail, explained, NOW, ORDER, SALE } from './testing/closing-day.ts';

type Request = { method: string; path: string; query: URLSearchParams; body: unknown; key: string | null };
let requests: Request[] = [];
/** Answers of the changing calls, by method. */
let answers: Record<string, Response> = {};

const isDifferences = (path: string) => path.endsWith('/differences');

/** The differences of the fixture, filtered as the server does. */
function differencesOf(query: URLSearchParams) {
  const fits = (one: DifferenceLine) =>
    [one.cause, null].includes(query.get('cause')) && [one.state, null].includes(query.get('state'));
  const items = [ORDER, COUPON, SALE].filter(fits);
  return Response.json({ items, nextCursor: null, total: items.length });
}

beforeEach(() => {
  requests = [];
  answers = {};
  sessionStorage.clear();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname: path, searchParams: query } = new URL(url, 'http://guiche.test');
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    if (path.includes('/closings/'))
      requests.push({ method, path, query, body, key: new Headers(init.headers).get('idempotency-key') });
    if (method === 'GET' && isDifferences(path)) return differencesOf(query);
    return (method === 'GET' ? undefined : answers[method]?.clone()) ?? new Promise(() => undefined);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Choices = { permissions?: Permission[]; day?: string; search?: string; toast?: (text: string) => void };

function open(of: DayDetail, { permissions, day = DAY, ...more }: Choices = {}) {
  const account = { capabilities: ['statement', 'transactions'] as string[] };
  const { element } = placed(<DayView day={day} />, {
    known: [{ of: dayOptions('pix', day), data: of }],
    account: permissions === undefined ? account : { ...account, permissions },
    session: { stepUpUntil: '2030-01-01T00:00:00.000Z' },
    now: NOW,
    ...more,
  });
  render(<main>{element}</main>);
  return userEvent.setup();
}

const plain = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ');
const region = (name: string | RegExp) => screen.getByRole('region', { name });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const isOff = (element: HTMLElement) => (element as HTMLButtonElement).disabled;
const sent = (method: string) => requests.filter((one) => one.method === method);

test('the equation has each side by kind, and agrees with the balance of the provider', () => {
  open(detail());
  const text = plain(region('Equação do dia'));
  expect(text).toContain('Saldo inicialR$ 142.318,06igual ao final de qua 25 nov, fechado, versão 1');
  expect(text).toContain('Entrou1584 lançamentos+R$ 258.547,27');
  expect(text).toContain('Pix recebido1.548+231.904,37');
  expect(text).toContain('Saque por Pix1.618−196.710,02');
  expect(text).toContain('Bloqueio por disputa7−2.394,00');
  expect(text).toContain('Saldo finalR$ 201.761,31calculado de 3209 lançamentos, sem lacuna no saldo corrido');
  expect(text).toContain('Saldo no provedor às 23:59:59: R$ 201.761,31DiferençaR$ 0,00'.replace('çaR', 'ça R'));
  expect(screen.queryByText(/não fecha/)).toBeNull();
});

test('a balance that does not add up is the first thing on the page, with all decimals', () => {
  const { figures } = detail();
  if (figures === null) throw new Error('The fixture has figures.');
  const difference = { cents: 0, exact: '0.0035' };
  open(detail({ figures: { ...figures, difference, unjudged: 2, gaps: 1 } }));
  const page = plain(screen.getByRole('main'));
  expect(page).toContain('O saldo do dia não fecha: diferença de R$ 0,0035');
  expect(page.indexOf('não fecha')).toBeLessThan(page.indexOf('Saldo inicial'));
  expect(page).toContain('com 1 lacuna no saldo corrido');
  expect(page).toContain('2 lançamentos sem sentido conhecido, fora das somas');
});

test('a part opens the lines behind it, and leads to the same days and kind of the statement', async () => {
  const user = open(detail());
  await user.click(button('Pix recebido'));
  const drawer = await screen.findByRole('complementary', { name: 'Lançamentos: Pix recebido' });
  expect(plain(drawer)).toContain('+R$ 231.904,371.548 lançamentos'.replace('1.548', '1548'));
  expect(sent('GET').map(({ query }) => query.get('part'))).toContain('in:PIX_DEPOSIT');
  const link = within(drawer).getByRole('link', { name: 'Ver no extrato' });
  expect(link.getAttribute('href')).toBe('/pix/statement?from=2026-11-26&to=2026-11-26&type=PIX_DEPOSIT');
});

test('the tabs count differences by state, and show the causes that have one', async () => {
  const user = open(detail());
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
async function toOrders(user: ReturnType<typeof open>) {
  await user.click(button(/^Pedido e pagamento/));
  return screen.findByRole('table', { name: 'Pedido e pagamento não batem' });
}

test('a difference shows both records, the missing one by name', async () => {
  const table = await toOrders(open(detail()));
  const rows = () => within(table).getAllByRole('row').map(plain);
  await waitFor(() => expect(rows()).toHaveLength(4));
  expect(rows()[0]).toBe('PedidoPagamentoDiferençaResponsável e notaEstado');
  expect(rows()[1]).toContain('R$ 1.180,00pedido-50388');
  expect(rows()[1]).toContain('sem pagamento');
  expect(rows()[2]).toContain('Caio FontesCupom lançado depois no ERP.');
  expect(within(table).getByRole('link', { name: 'tx_1' }).getAttribute('href')).toBe('/pix/transactions/tx_1');
});

test('it is explained in place: responsible person, and a note with its length', async () => {
  answers.PATCH = Response.json({ ...ORDER, state: 'explained', note: 'x', responsible: CAIO });
  const toast = vi.fn();
  const user = open(detail(), { toast });
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
  expect(sent('PATCH').map(({ path, body }) => ({ path, body }))).toEqual([
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
  answers.PATCH = Response.json(problem, { status: 400 });
  const user = open(detail());
  await user.click(await within(await toOrders(user)).findByRole('button', { name: /pedido-50388/ }));
  await user.type(screen.getByRole('textbox', { name: /^Nota/ }), 'Pago por 111.444.777-35');
  await user.click(button('Salvar explicação'));
  await screen.findByText('A nota não leva nome, documento nem e-mail de ninguém.');
  expect((screen.getByRole('textbox', { name: /^Nota/ }) as HTMLInputElement).value).toContain('111.444');
});

test('who may not explain, and who looks at a sealed day, gets no button', async () => {
  const table = await toOrders(open(detail(), { permissions: ['read', 'export'] }));
  await within(table).findByText('pedido-50388');
  expect(screen.queryByRole('button', { name: /^Explicar/ })).toBeNull();
  expect(plain(region(/^Fechar/))).toContain('Só quem aprova pode fechar o dia');
  cleanup();
  await within(await toOrders(open(closed()))).findByText('pedido-50412');
  expect(screen.queryByRole('button', { name: /^(Explicar|Alterar)/ })).toBeNull();
});

test('open differences keep the day from being closed, and the button says so', () => {
  open(detail());
  const sign = button('Assinar fechamento');
  expect(isOff(sign)).toBe(true);
  expect(plain(document.getElementById(sign.getAttribute('aria-describedby') ?? ''))).toBe('Faltam 2 diferenças');
  const steps = within(screen.getByRole('list', { name: 'Passos do fechamento' }));
  expect(steps.getAllByRole('listitem').map(plain)).toEqual([
    '1Explicar as 2 abertas ',
    '2Você assina ',
    '3Segunda pessoa confirma Caio Fontes',
    '4Dia selado com hash na auditoria',
  ]);
  expect(steps.getAllByRole('listitem').map((step) => step.getAttribute('aria-current'))[0]).toBe('step');
});

test('the closer sees what they sign, with the notes, and signs that reading', async () => {
  answers.POST = Response.json({ state: 'waiting', version: 1 });
  const toast = vi.fn();
  const user = open(explained(), { toast });
  await user.click(button('Assinar fechamento'));
  const dialog = await screen.findByRole('dialog', { name: 'Fechar qui 26 nov, versão 1' });
  await within(dialog).findByText(/Cupom lançado depois no ERP/);
  const text = plain(dialog);
  expect(text).toContain('Saldo finalR$ 201.761,31');
  expect(text).toContain('Explicadas, com nota3');
  expect(text).toContain('Depois, uma segunda pessoa confirma.');
  await user.click(within(dialog).getByRole('button', { name: 'Assinar fechamento' }));
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith('qui 26 nov assinado, versão 1: falta a segunda pessoa'),
  );
  const [request] = sent('POST');
  expect(request).toMatchObject({
    path: '/api/accounts/pix/closings/2026-11-26/close',
    body: { readingId: 'reading-1' },
  });
  expect(request?.key).toBeTruthy();
});

test('a second person confirms; who signed cannot', async () => {
  const signed = { by: CAIO, at: '2026-11-27T12:41:20.000Z' };
  answers.POST = Response.json({ state: 'closed', version: 1 });
  const toast = vi.fn();
  const user = open({ ...explained({ signed, confirmers: [] }), state: 'waiting' }, { toast });
  expect(plain(screen.getByRole('heading', { level: 1 }).parentElement)).toContain('Aguarda a segunda pessoa');
  expect(plain(region(/^Fechar/))).toContain('Caio Fontes assinou');
  await user.click(button('Confirmar fechamento'));
  const dialog = await screen.findByRole('dialog');
  expect(plain(dialog)).toContain('Caio Fontes assinou este fechamento.');
  await user.click(within(dialog).getByRole('button', { name: 'Confirmar fechamento' }));
  await waitFor(() => expect(toast).toHaveBeenCalledWith('qui 26 nov fechado, versão 1'));
  cleanup();
  open({ ...explained({ signed, obstacle: 'same_person' }), state: 'waiting' });
  expect(isOff(button('Confirmar fechamento'))).toBe(true);
  expect(plain(region(/^Fechar/))).toContain('Você já assinou; outra pessoa confirma');
});

test('a closed day shows who, when, its hash and its files, and is verified on request', async () => {
  const user = open(closed());
  const panel = region('Versão 1, selada');
  expect(screen.queryByRole('region', { name: /^Fechar/ })).toBeNull();
  expect(plain(panel)).toContain('Ana assinou sex 27 nov, 09:41:20');
  expect(plain(panel)).toContain('Caio Fontes confirmou sex 27 nov, 09:52:07');
  expect(plain(panel)).toContain('Dia selado entrada 48.912 da auditoria');
  expect(within(panel).getByTitle(/^7c1e90ab52f3/)).toBeTruthy();
  const files = within(panel).getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(files).toEqual(
    ['pdf', 'xlsx', 'json'].map(
      (kind) => `/api/accounts/pix/closings/2026-11-26/versions/1/closing.${kind}`,
    ),
  );
  await user.click(within(panel).getByRole('button', { name: 'Conferir' }));
  expect(sent('GET').map(({ path }) => path)).toContain(
    '/api/accounts/pix/closings/2026-11-26/versions/1/verification',
  );
});

test('a day that changed since shows before and now, and is closed again as version 2', () => {
  const changes = {
    at: '2026-11-27T13:14:00.000Z',
    linesAdded: 1,
    linesRemoved: 0,
    rows: [
      {
        of: 'part' as const,
        part: { id: 'out:PIX_REFUND', side: 'out' as const, type: 'PIX_REFUND' },
        before: { count: 9, sum: { cents: -131_860 } },
        now: { count: 10, sum: { cents: -146_850 } },
      },
      {
        of: 'closing' as const,
        part: null,
        before: { count: null, sum: { cents: 20_176_131 } },
        now: { count: null, sum: { cents: 20_161_141 } },
      },
    ],
  };
  const { close } = closed();
  open(closed({ changedSince: true, changes, close: { ...close, obstacle: null } }));
  const panel = region('Mudou depois de fechado');
  const rows = within(panel).getAllByRole('row').map(plain);
  expect(rows).toEqual(['parteversão 1agora', 'Devolução9 · −1.318,6010 · −1.468,50', 'Saldo final201.761,31201.611,41']);
  expect(plain(panel)).toContain('1 lançamento chegou depois');
  expect(isOff(within(panel).getByRole('button', { name: 'Fechar como versão 2' }))).toBe(false);
  expect(region('Versão 1, selada')).toBeTruthy();
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
const formsSent = () => sent('POST').map(({ body }) => (body as FormData).get('columns'));

test('a file of orders is stored only with columns that were confirmed', async () => {
  answers.POST = Response.json(UPLOAD);
  const toast = vi.fn();
  const user = open(detail(), { toast });
  await user.upload(screen.getByLabelText('Arquivo de pedidos'), FILE);
  const dialog = await screen.findByRole('dialog', { name: 'Colunas do arquivo' });
  expect(plain(dialog)).toContain('pedidos.csv, 3 linhas');
  expect((within(dialog).getByRole('combobox', { name: 'Referência' }) as HTMLSelectElement).value).toBe('0');
  const compare = within(dialog).getByRole('button', { name: 'Comparar pedidos' });
  expect(isOff(compare)).toBe(true);
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Valor' }), 'valor: 1180,00, 249,90');
  answers.POST = Response.json({ ...UPLOAD, stored: true, orders: ORDERS, otherDays: 1 });
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
    Response.json({ code: 'invalid_request', title: 'x', fields: [{ field, message }] }, { status: 400 });
  answers.POST = refuse('file', 'not_a_table');
  const user = open(detail());
  await user.upload(screen.getByLabelText('Arquivo de pedidos'), FILE);
  expect(plain(await screen.findByRole('alert'))).toContain('não é um CSV nem um XLSX legível');
  answers.POST = refuse('rows.12.amount', 'amount_unreadable');
  await user.upload(screen.getByLabelText('Arquivo de pedidos'), FILE);
  await screen.findByText('linha 12, Valor: valor ilegível');
});

test('an order is matched with a payment by the operator’s word, the same amount first', async () => {
  answers.POST = Response.json({ orders: ORDERS });
  const user = open(detail({ orders: ORDERS }));
  expect(plain(region('Pedidos'))).toContain('Casados pela referência1');
  await user.click(await within(await toOrders(user)).findByRole('button', { name: 'Explicar pedido-50388' }));
  const form = screen.getByRole('form', { name: 'Casar com um pagamento' });
  await user.click(within(form).getByRole('button', { name: 'Casar' }));
  await waitFor(() =>
    expect(sent('POST')[0]?.body).toEqual({ reference: 'pedido-50388', transactionId: 'tx_sale' }),
  );
  expect(sent('POST')[0]?.path).toBe('/api/accounts/pix/closings/2026-11-26/orders/matches');
});

test('a day that was not read is read by its button; a failed reading shows nothing as whole', async () => {
  answers.POST = Response.json({ day: DAY, reading: true }, { status: 202 });
  const nothing = { figures: null, differences: null, causes: [], previous: null, readAt: null } as const;
  const user = open(detail({ ...nothing, state: 'unread' }));
  await user.click(button('Ler agora'));
  await waitFor(() => expect(sent('POST')[0]?.path).toBe('/api/accounts/pix/closings/2026-11-26/read'));
  cleanup();
  const problem = { code: 'unavailable', message: 'O serviço não respondeu.', at: NOW };
  open(detail({ ...nothing, state: 'unread', problem }));
  expect(plain(screen.getByRole('main'))).toContain('A última leitura deste dia falhou');
  expect(screen.queryByRole('region', { name: 'Equação do dia' })).toBeNull();
});

test('an address without a day, and one of a day to come, have no closing', () => {
  open(detail(), { day: 'ontem' });
  expect(plain(screen.getByRole('main'))).toContain('Este dia não tem fechamento');
  cleanup();
  open(detail(), { day: '2026-11-28' });
  expect(plain(screen.getByRole('main'))).toContain('Este dia não tem fechamento');
});
