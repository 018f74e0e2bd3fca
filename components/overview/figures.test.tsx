// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { placed } from '#components/app-shell/testing/shown.tsx';
import { incidentsOptions } from '#lib/deliveries/queries.ts';
import type { DayFigures } from '#lib/overview/contract.ts';
import { todayQuery } from '#lib/overview/queries.ts';
import { webhooksOptions } from '#lib/webhooks/queries.ts';
import { WebhooksPanel } from './check-panels.tsx';
import { StatusPanel, TodayPanel } from './today-panels.tsx';
import { VolumeChart } from './volume-chart.tsx';

afterEach(cleanup);

const DAY: DayFigures = {
  ...{ from: '2026-11-20T03:00:00.000Z', to: '2026-11-20T15:00:00.000Z' },
  ...{ total: 12, byStatus: { COMPLETED: 9, ERROR: 3 }, deposits: { paid: 6, expired: 2 } },
  ...{ in: 10_000, out: 2_000, fees: 100, basis: 'posted' },
};
const today = { of: todayQuery('pix'), data: { today: DAY, yesterday: DAY, asOf: DAY.to } };
const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');

test('each figure of today leads to the rows that make it: lines by posting, transactions by creation', () => {
  const account = { capabilities: ['statement', 'transactions'] };
  render(placed(<TodayPanel account="pix" className="" />, { known: [today], account }).element);
  const day = 'from=2026-11-20&to=2026-11-20';
  expect(hrefOf(/^Entrou/)).toBe(`/pix/statement?${day}&direction=in`);
  expect(hrefOf(/^Saiu/)).toBe(`/pix/statement?${day}&direction=out`);
  expect(hrefOf(/^Tarifas/)).toBe(`/pix/statement?${day}`);
  expect(hrefOf(/^Transações/)).toBe(`/pix/transactions?${day}`);
  expect(hrefOf(/^Depósitos pagos/)).toBe(
    `/pix/transactions?${day}&type=DEPOSIT&status=COMPLETED,WAITING_FOR_REFUND,REFUNDED,EXPIRED`,
  );
});

test('B3: a sum says what puts money into the day; one by creation has no link to the statement', () => {
  const account = { capabilities: ['statement', 'transactions'] };
  const titleOf = (name: RegExp) => screen.getByRole('row', { name }).getAttribute('title');
  render(placed(<TodayPanel account="pix" className="" />, { known: [today], account }).element);
  expect(titleOf(/^Entrou/)).toMatch(/^Por lançamento: /);
  expect(titleOf(/^Transações/)).toMatch(/^Por criação: /);
  cleanup();
  const created = { ...DAY, basis: 'created' as const };
  const known = [{ ...today, data: { ...today.data, today: created } }];
  render(placed(<TodayPanel account="pix" className="" />, { known, account, locale: 'en' }).element);
  expect(titleOf(/^In/)).toMatch(/^By creation: /);
  expect(screen.queryByRole('link', { name: /^In/ })).toBeNull();
  // Two bases are not compared.
  expect(screen.getByRole('row', { name: /^In/ }).textContent).toMatch(/–$/);
});

test('an account without a statement has no link for a sum of posted money', () => {
  render(placed(<TodayPanel account="pix" className="" />, { known: [today] }).element);
  expect(screen.queryByRole('link', { name: /^Entrou/ })).toBeNull();
  expect(hrefOf(/^Transações/)).toMatch(/^\/pix\/transactions/);
});

test('a state of today leads to its transactions', () => {
  render(placed(<StatusPanel account="pix" />, { known: [today] }).element);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toContain('/pix/transactions?from=2026-11-20&to=2026-11-20&status=ERROR');
});

const days = [4, 5, 6, 7].map((day) => ({ day: `2026-11-0${day}`, in: 10_000, out: 500 }));

test('a press on a bar opens its day, and so does Enter on the day that the arrows reached', () => {
  const onOpen = vi.fn();
  const chart = (pointed: number | null) =>
    placed(<VolumeChart days={days} pointed={pointed} onPoint={() => {}} onOpen={onOpen} className="" />)
      .element;
  const { rerender } = render(chart(null));
  const slider = screen.getByRole('slider');
  slider.getBoundingClientRect = () => ({ left: 100, width: 776 }) as DOMRect;
  fireEvent.click(slider, { clientX: 100 + 200 });
  expect(onOpen).toHaveBeenLastCalledWith(1);
  // Right of the bars stand the amounts.
  fireEvent.click(slider, { clientX: 100 + 770 });
  expect(onOpen).toHaveBeenCalledTimes(1);
  rerender(chart(2));
  fireEvent.keyDown(screen.getByRole('slider'), { key: 'Enter' });
  expect(onOpen).toHaveBeenLastCalledWith(2);
});

const row = (id: string, url: string, week: { delivered: number; failed: number } | null) => ({
  ...{ id, url, week, active: true },
});
const incident = (webhookId: string | null, url: string, failing: boolean) => ({
  ...{ webhookId, url, host: new URL(url).host, failing, callbacks: 7, amount: 0 },
  ...{ since: '2026-11-20T11:00:00.000Z', lastStatus: 503 },
});

test('webhooks are one line per endpoint, with its share of the week and its failures', () => {
  const account = { capabilities: ['webhooks', 'deliveries'] };
  const items = [
    row('wh_ok', 'https://erp.example/ok', { delivered: 99, failed: 1 }),
    row('wh_bad', 'https://erp.example/bad', { delivered: 1, failed: 3 }),
  ];
  const known = [
    { of: webhooksOptions('pix'), data: { items, asOf: DAY.to } },
    {
      of: incidentsOptions('pix'),
      data: {
        items: [
          incident('wh_bad', 'https://erp.example/bad', true),
          { ...incident(null, 'https://old.example/x', false), lastStatus: null, amount: 2_500 },
        ],
      },
    },
  ];
  render(placed(<WebhooksPanel account="pix" />, { known, account, now: DAY.to }).element);
  const lines = screen.getAllByRole('listitem').map((line) => line.textContent ?? '');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/erp\.example\/bad.*25 % em 7 dias|erp\.example\/bad.*25% em 7 dias/);
  expect(lines[0]).toMatch(/7 falhas abertas · 503 desde/);
  expect(lines[0]).not.toContain('não avisados');
  expect(lines[1]).toContain('old.example/x');
  expect(lines[1]).toMatch(/parou em sem resposta, .* · R\$\s25,00 pagos e não avisados/);
  expect(lines[1]).not.toContain('em 7 dias');
  expect(lines[2]).toMatch(/erp\.example\/ok.*99/);
  const failures = screen.getAllByRole('link', { name: /7 falhas abertas/ });
  expect(failures.map((link) => link.getAttribute('href'))).toEqual([
    '/pix/deliveries?webhookId=wh_bad&outcome=failed',
    '/pix/deliveries?url=https%3A%2F%2Fold.example%2Fx&outcome=failed',
  ]);
});
