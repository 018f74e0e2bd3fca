// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placed } from '#components/app-shell/testing/shown.tsx';
import type { StatementList, StatementSums } from '#lib/statement/contract.ts';
import { sumPart } from '#lib/statement/period-sums.ts';
import { linesOptions, type StatementLine } from '#lib/statement/queries.ts';
import { statementList } from '#lib/statement/statement.list.ts';
import { LinesView } from './statement-view.tsx';

const ASOF = '2026-11-19T18:00:00.000Z';
const nobody = { name: null, document: null, pixKey: null };
/** A line of document 1; its time in UTC, its balances in cents. */
function line(id: string, type: string, of: string, at: string, [before, after]: [number, number]) {
  const facts = { id, type, transactionId: of, createdAt: at, postedAt: at, amount: after - before };
  const balances = { balanceBefore: before, balanceAfter: after, balanceType: 'AVAILABLE' };
  const rest = { gross: null, fee: null, status: null, statusReason: null, description: null };
  return {
    ...facts,
    ...balances,
    ...rest,
    disputeId: null,
    counterparty: nobody,
    other: {},
  } as StatementLine;
}
const day18 = '2026-11-18T15:00:00.000Z';
const LINES = [
  line('refund', 'PIX_REFUND', 'b', '2026-11-19T17:00:44.000Z', [540_175, 507_595]),
  line('fee-b', 'SERVICE_FEE', 'b', '2026-11-19T16:59:03.000Z', [541_000, 540_175]),
  line('paid-b', 'PIX_DEPOSIT', 'b', '2026-11-19T16:59:03.000Z', [128_420, 541_000]),
  line('fee-x', 'SERVICE_FEE', 'x', '2026-11-19T15:00:00.000Z', [128_519, 128_420]),
  line('out', 'PIX_WITHDRAW', 'c', day18, [150_000, 128_519]),
];

const none = statementList.none as never;
const page = (over: Partial<StatementList>): StatementList => {
  const list = { items: LINES, nextCursor: null, asOf: ASOF, balance: 507_595, total: null, filters: [] };
  const period = { from: '2026-11-18T03:00:00.000Z', to: null };
  return { ...list, period, ...over } as StatementList;
};
function View() {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <LinesView place={{ tab: null, open, show: setOpen as never, close: (() => setOpen(null)) as never }} />
  );
}
function drawn(over: Partial<StatementList> = {}, account: object = {}) {
  const data = { pages: [page(over)], pageParams: [null] };
  const known = [{ of: linesOptions('pix', none), data }];
  render(<main>{placed(<View />, { known, account, now: ASOF }).element}</main>);
}
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(cleanup);

const plain = (element: Element | null | undefined) => (element?.textContent ?? '').replace(/\s+/g, ' ');
const table = () => screen.getByRole('table', { name: 'Lançamentos' });
const rows = () => [...table().querySelectorAll('tr[data-id]')];
const rowOf = (id: string) => table().querySelector<HTMLElement>(`tr[data-id="${id}"]`) as HTMLElement;
const days = () => [...table().querySelectorAll('tr[data-day]')].map(plain);
const totals = () => plain(screen.getByLabelText('Saldo e somas'));
const drawer = () => screen.getByRole('complementary');

test('a fee stands in its payment’s row, which shows the balance after both; a lone fee is a row', () => {
  drawn();
  expect(rows().map((row) => row.getAttribute('data-id'))).toEqual(['refund', 'paid-b', 'fee-x', 'out']);
  expect(within(rowOf('paid-b')).getByRole('button', { name: 'Tarifa 8,25' })).toBeTruthy();
  expect(plain(rowOf('paid-b'))).toContain('5.401,75');
  expect(within(rowOf('refund')).queryByRole('button', { name: /^Tarifa \d/ })).toBeNull();
});

test('each day shows its lines and fees, its closing and its opening balance', () => {
  drawn();
  expect(days()[0]).toMatch(/^Hoje, qui 19 nov2 lançamentos, 2 tarifas.*final5\.075,95$/);
  expect(days()[1]).toMatch(/^Ontem, qua 18 nov1 lançamento.*final1\.285,19$/);
  expect(plain(table()).match(/Saldo inicial do dia[\d.,]+/g)).toEqual([
    'Saldo inicial do dia1.285,19',
    'Saldo inicial do dia1.500,00',
  ]);
});

test('of a day that was read in part no opening balance is claimed, and the strip shows since when', () => {
  drawn({ nextCursor: 'more' });
  expect(plain(table()).match(/Saldo inicial do dia[\d.,]+/g)).toEqual(['Saldo inicial do dia1.285,19']);
  expect(days()[1]).toContain('1 lançamento até aqui');
  expect(totals()).toContain('Saldo antes de 18 nov, 12:00R$ 1.500,00');
  expect(totals()).toMatch(/Parte do períodolendo… 5 linhas$/);
});

test('where lines carry no balances none is shown, and the strip shows of which days it is', () => {
  const items = LINES.map((one) => ({ ...one, balanceBefore: null, balanceAfter: null }));
  drawn({ items, nextCursor: 'more', period: { from: null, to: null } });
  expect(plain(table())).not.toMatch(/Saldo inicial do dia|final/);
  expect(totals()).not.toMatch(/Saldo inicial|Saldo antes/);
  expect(totals()).toMatch(/Parte do períodolendo… 5 linhas, qua 18 nov a qui 19 nov$/);
});

test('the sums count each line once, between the balances of the period', () => {
  drawn();
  expect(totals()).toBe(
    'Saldo inicialR$ 1.500,00Entrou+R$ 4.125,80Saiu−R$ 540,61Tarifas−R$ 9,24Saldo agoraR$ 5.075,95',
  );
  cleanup();
  drawn({ period: { from: '2026-11-18T03:00:00.000Z', to: ASOF } });
  expect(totals()).toContain('Saldo finalR$ 5.075,95');
});

test('B3: the sums say that they are by posting, and what other sums are by', () => {
  drawn();
  const basisOf = (label: string) =>
    within(screen.getByLabelText('Saldo e somas')).getByText(label).closest('[title]')?.getAttribute('title');
  for (const label of ['Entrou', 'Saiu', 'Tarifas'])
    expect(basisOf(label)).toMatch(
      /^por lançamento, São Paulo\. .*transações contam no dia em que foram criadas/,
    );
});

test('B2: each type has its row of the sums: a sweep in words, a type that nobody knows as it came', async () => {
  const sweep = line('sweep', 'AUTO_WITHDRAW', 'x', day18, [5_100_000, 100_000]);
  const odd = line('odd', 'MONTHLY_MAGIC', 'y', day18, [5_099_300, 5_100_000]);
  const nameless = { ...line('none', 'X', 'z', day18, [5_099_350, 5_099_300]), type: null };
  drawn({ items: [sweep, odd, nameless] });
  expect(totals()).toContain('Entrou+R$ 7,00Saiu−R$ 50.000,50');
  await userEvent.click(screen.getByRole('button', { name: 'Somas por tipo' }));
  const panel = screen.getByRole('region', { name: 'Somas por tipo' });
  expect([...panel.querySelectorAll('tbody tr')].map(plain)).toEqual([
    'Saque automático1–−R$ 50.000,00',
    'MONTHLY_MAGIC, palavra do serviço1+R$ 7,00–',
    'sem tipo1–−R$ 0,50',
  ]);
  expect(plain(panel)).toContain('do período inteiro');
  await userEvent.click(screen.getByRole('button', { name: 'Somas por tipo' }));
  expect(screen.queryByRole('region', { name: 'Somas por tipo' })).toBeNull();
});

test('fees inside the amounts are shown apart, and none of them is a line', () => {
  const paid = line('p', 'PAYMENT', 'p', day18, [0, 2_448]);
  drawn({ items: [{ ...paid, gross: 2_500, fee: 52, balanceBefore: null }] });
  expect(totals()).toContain('Entrou+R$ 24,48SaiuR$ 0,00Tarifas incluídasR$ 0,52');
  expect(plain(rowOf('p'))).toContain('0,52');
  expect(within(rowOf('p')).queryByRole('button', { name: /0,52/ })).toBeNull();
});

const parts = (...lists: StatementLine[][]): StatementSums[] =>
  lists.map((lines, at) => ({
    ...sumPart(lines, { sort: 'posted', order: 'desc' }),
    ...{ asOf: ASOF, period: { from: '2026-11-18T03:00:00.000Z', to: null } },
    nextCursor: at === lists.length - 1 ? null : String(at + 1),
  }));
const OLDER = [
  line('fee-o', 'SERVICE_FEE', 'o', '2026-11-18T14:00:00.000Z', [150_100, 150_000]),
  line('paid-o', 'PIX_DEPOSIT', 'o', '2026-11-18T14:00:00.000Z', [50_100, 150_100]),
  line('sweep', 'AUTO_WITHDRAW', 'x', '2026-11-18T12:00:00.000Z', [5_050_100, 50_100]),
];
/** Answers each part of the sums when it is let through. */
function sumsServed(pages: StatementSums[], failing?: number) {
  const waiting: (() => void)[] = [];
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('/statement/sums')) return new Promise(() => undefined);
    const at = Number(new URL(url, 'http://x').searchParams.get('cursor') ?? 0);
    asked.push(String(at));
    await new Promise<void>((resolve) => waiting.push(resolve));
    if (at !== failing || asked.filter((one) => one === String(at)).length > 1)
      return Response.json(pages[at]);
    const problem = { title: 'Forbidden', status: 403, code: 'provider_rejected' };
    return Response.json(problem, { status: 403 });
  });
  const next = async () => {
    await waitFor(() => expect(waiting.length).toBeGreaterThan(0));
    await act(async () => waiting.shift()?.());
  };
  return { asked, next };
}

test('B1: lines that are not in the list are read on: the sums fill in, and end with the whole period and day', async () => {
  const { asked, next } = sumsServed(parts(LINES, OLDER));
  drawn({ nextCursor: 'more', total: 8 });
  expect(totals()).toMatch(/Parte do períodolendo… 5 de 8 linhas$/);
  expect(days()[1]).toMatch(/1 lançamento até aqui.*−R\$ 214,81/);
  await next();
  expect(totals()).toMatch(/Saiu−R\$ 540,61.*lendo… 5 de 8 linhas$/);
  await next();
  await waitFor(() => expect(totals()).not.toContain('lendo'));
  expect(totals()).toBe(
    'Saldo inicialR$ 50.501,00Entrou+R$ 5.125,80Saiu−R$ 50.540,61Tarifas−R$ 10,24Saldo agoraR$ 5.075,95',
  );
  expect(days()[1]).toMatch(
    /^Ontem, qua 18 nov3 lançamentos, 1 tarifaFechamento\+R\$ 1\.000,00−R\$ 50\.214,81final/,
  );
  // The list itself has the lines that it had, and claims no opening balance of a day that it shows in part.
  expect(rows()).toHaveLength(4);
  expect(plain(table()).match(/Saldo inicial do dia/g)).toHaveLength(1);
  expect(asked).toEqual(['0', '1']);
});

test('B1: a part that cannot be read stops the sums where they are, and Continue reads on', async () => {
  const { asked, next } = sumsServed(parts(LINES, OLDER), 1);
  drawn({ nextCursor: 'more' });
  await next();
  await next();
  await waitFor(() => expect(totals()).toContain('parou em 5 linhas'));
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }));
  await next();
  await waitFor(() => expect(totals()).toContain('Saldo inicialR$ 50.501,00'));
  expect(asked).toEqual(['0', '1', '1']);
});

test('B1: a period with more lines than are read says how far its sums go', async () => {
  const [first] = parts(LINES, OLDER);
  const many = first?.days.map((day) => ({ ...day, sums: { ...day.sums, lines: 60_000 } })) ?? [];
  const { asked, next } = sumsServed([{ ...(first as StatementSums), days: many }]);
  drawn({ nextCursor: 'more', period: { from: null, to: null } });
  await next();
  await waitFor(() => expect(totals()).toMatch(/Parte do períodoas primeiras 120\.002 linhas$/));
  expect(asked).toEqual(['0']);
});

test('pressing the fee opens its own line, marks its payment’s row, and leads back to it', async () => {
  drawn();
  await userEvent.click(within(rowOf('paid-b')).getByRole('button', { name: 'Tarifa 8,25' }));
  expect(within(drawer()).getByRole('heading', { level: 2 }).textContent).toBe('Tarifa');
  expect(rowOf('paid-b').hasAttribute('data-open')).toBe(true);
  await userEvent.click(within(drawer()).getByRole('button', { name: 'Pix recebido' }));
  expect(plain(drawer())).toContain(
    'Efeito no saldoSaldo antesR$ 1.284,20Recebido+R$ 4.125,80Tarifa, linha própria−R$ 8,25Saldo depoisR$ 5.401,75',
  );
  expect(plain(drawer())).toMatch(/DatasLançadaqui 19 nov 2026, 13:59:03/);
  expect(plain(drawer())).toMatch(/Ligados a esteDevolução, 14:00:44−R\$ 325,80/);
  await userEvent.click(within(drawer()).getByRole('button', { name: 'Tarifa, linha própria' }));
  await userEvent.click(within(drawer()).getByRole('button', { name: /^Próximo/ }));
  expect(rowOf('fee-x').hasAttribute('data-open')).toBe(true);
});

test('a chosen row comes to its amount and its fees', async () => {
  drawn();
  await userEvent.click(within(rowOf('paid-b')).getByRole('checkbox'));
  const bar = screen.getByRole('region', { name: 'Seleção' });
  expect(plain(bar)).toContain('1 selecionada+R$ 4.125,80−R$ 8,25');
});

test('who hides the column of fees sees them as lines again', async () => {
  localStorage.clear();
  drawn();
  await userEvent.click(screen.getByRole('button', { name: 'Escolher colunas' }));
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Tarifa' }));
  expect(rows()).toHaveLength(5);
});
