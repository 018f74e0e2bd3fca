// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placed } from '#components/app-shell/testing/shown.tsx';
import { type MonthAnswer, monthOptions } from '#lib/closings/queries.ts';
import { ClosingsView } from './closings-view.tsx';
import { ANA, CAIO, dayLine, NOW } from './testing/closing-day.ts';

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const amount = (cents: number) => ({ cents });
const MONTH: MonthAnswer = {
  month: '2026-11',
  items: [
    dayLine('2026-11-27', { state: 'running', version: null, signedBy: null, confirmedBy: null }),
    dayLine('2026-11-26', {
      state: 'open',
      differences: { open: 2, explained: 7, resolved: 17, openSum: amount(132_990) },
      responsible: [ANA],
      ...{ version: null, signedBy: null, confirmedBy: null },
    }),
    dayLine('2026-11-25'),
    dayLine('2026-11-24', { state: 'waiting', version: null, signedBy: CAIO, confirmedBy: null }),
    dayLine('2026-11-12', { changedSince: true, confirmedBy: null }),
    dayLine('2026-11-11', { state: 'unread', figures: null, differences: null, version: null }),
  ],
  earlier: [dayLine('2026-10-30', { state: 'open', version: null, signedBy: null, confirmedBy: null })],
  totals: {
    opening: amount(11_862_744),
    in: amount(509_901_057),
    out: amount(-500_392_070),
    blocks: amount(-1_195_600),
    closing: amount(20_176_131),
    ...{ days: 26, closed: 24, open: 2, explained: 126 },
  },
  asOf: NOW,
};

function open(search = '', month = MONTH) {
  const known = [{ of: monthOptions('pix', null), data: month }];
  render(<main>{placed(<ClosingsView />, { known, search, now: NOW }).element}</main>);
  return userEvent.setup();
}
const plain = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ');
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1).map(plain);

test('open days stand on top, also those of earlier months; then the closed ones, then those never read', () => {
  open();
  expect(rows().map((text) => text.slice(0, 12))).toEqual([
    'Em aberto4 d',
    ...['sex 27 novEm', 'qui 26 nov2 ', 'ter 24 novAg', 'sex 30 outPr'],
    'Fechados2 di',
    ...['qua 25 novFe', 'qui 12 novMu'],
    'Não lidos1 d',
    'qua 11 novNã',
  ]);
  expect(rows()[5]).toBe('Fechados2 dias, 1 mudou depois');
});

test('a row has its sums, the counts of its differences, and who closed it or has to act', () => {
  open();
  expect(rows()[1]).toContain('Em curso, até 00:31');
  expect(rows()[2]).toBe(
    'qui 26 nov2 abertas142.318,06+258.547,27−196.710,02−2.394,00201.761,312 / 7com Ana–',
  );
  expect(rows()[3]).toContain('Caio Fontes, falta a segunda pessoa');
  expect(rows()[6]).toContain('0 / 6Ana, Caio Fontes1');
  expect(screen.getByRole('link', { name: 'qui 26 nov' }).getAttribute('href')).toBe(
    '/pix/closings/2026-11-26',
  );
});

test('the sums are those of the month, whatever is filtered', async () => {
  const user = open('?state=changed');
  const totals = plain(screen.getByLabelText('Somas do mês'));
  expect(totals).toContain('Saldo inicial, 12 novR$ 118.627,44');
  expect(totals).toContain('Entrou+R$ 5.099.010,57');
  expect(totals).toContain('Saiu−R$ 5.003.920,70');
  expect(totals).toContain('Saldo final, 27 novR$ 201.761,31');
  expect(totals).toContain('Dias fechados24 de 26 lidos');
  expect(rows()).toHaveLength(2);
  expect(rows()[1]).toContain('qui 12 novMudou depois');
  await user.click(screen.getByRole('button', { name: 'Estado: mudaram depois' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'não lidos' }));
  expect(rows().map((text) => text.slice(0, 12))).toEqual(['Não lidos1 d', 'qua 11 novNã']);
});

test('a month of which no day is read claims no sums', () => {
  const nothing = { cents: 0 };
  const totals = { opening: null, in: nothing, out: nothing, blocks: nothing, closing: null };
  open('', {
    ...MONTH,
    items: [],
    earlier: [],
    totals: { ...totals, days: 0, closed: 0, open: 0, explained: 0 },
  });
  expect(plain(screen.getByLabelText('Somas do mês'))).not.toContain('0,00');
});

test('a filter without a day says so and can be cleared', async () => {
  const user = open('?by=somebody');
  await user.click(screen.getByRole('button', { name: 'Limpar os filtros' }));
  expect(rows()).toHaveLength(10);
});

test('no month comes after this one', () => {
  open();
  expect(screen.getByText('novembro de 2026')).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Mês seguinte' }) as HTMLButtonElement).disabled).toBe(true);
  expect((screen.getByRole('button', { name: 'Mês anterior' }) as HTMLButtonElement).disabled).toBe(false);
});
