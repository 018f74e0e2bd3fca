// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { placed, shown } from '#components/app-shell/testing/shown.tsx';
import { ShortAddress } from '#components/ui/address.tsx';
import type { Row } from '#lib/deliveries/deliveries.list.ts';
import {
  type DeliveryFacts,
  type DeliveryLine,
  deliveryOptions,
  noticesOptions,
} from '#lib/deliveries/queries.ts';
import { addressName } from '#lib/webhooks/rules.ts';
import { SelectionBar } from './deliveries-view.tsx';
import { DeliveryCell } from './delivery-cell.tsx';
import type { FilterState } from './delivery-filters.tsx';
import { AnswerGroups } from './delivery-filters.tsx';
import { DeliveryDrawer } from './detail/delivery-drawer.tsx';
import { DeliveryHead } from './detail/delivery-head.tsx';
import { OutcomeFacets } from './outcome-facets.tsx';

afterEach(cleanup);

const URL = 'https://erp.aroeira.example/integracoes/pix';
const LINE: DeliveryLine = {
  ...{ id: 'd1', transactionId: 'tx1', webhookId: 'wh_1', url: URL, event: 'TRANSACTION_COMPLETED' },
  ...{ status: 422, outcome: 'failed', open: true, attempt: 3, responseTimeMs: 96 },
  ...{ createdAt: '2026-11-19T16:58:57.000Z', amount: 5_890, clientReference: 'pedido-48282' },
  ...{ transactionStatus: 'COMPLETED', resendId: null, derived: [] },
};
const FACTS: DeliveryFacts = {
  ...{ delivery: LINE, body: null, responseBody: '{"error":"unknown order"}', responseHeaders: null },
  ...{ error: null, other: {}, attempts: [], received: null, closed: null, equal: 9, raw: {}, asOf: '' },
};
const head = (facts: Partial<DeliveryFacts>, notices: unknown[] = []) =>
  shown(<DeliveryHead facts={{ ...FACTS, ...facts }} />, {
    account: { capabilities: ['resends', 'deliveries'] },
    known: [{ of: noticesOptions('pix', 'tx1', undefined), data: { items: notices } }],
  });
const row = (over: Partial<Row> = {}): Row => {
  const { createdAt: _, webhookId: __, transactionStatus: ___, derived: ____, ...rest } = LINE;
  return { at: 0, ...rest, ...over };
};

test('U4: two endpoints of one host are told apart in the list, by their path', () => {
  const cell = (url: string) => shown(<DeliveryCell row={row({ url })} column="endpoint" />).text;
  const [first, second] = [cell(URL), cell('https://erp.aroeira.example/integracoes/boleto')];
  expect(first).toContain('/integracoes/pix');
  expect(second).toContain('/integracoes/boleto');
  expect(shown(<ShortAddress url={URL} />).markup).toContain(`title="${URL}"`);
  expect(addressName('https://erp.example/')).toBe('erp.example');
  expect(addressName('https://erp.example/h?shop=2')).toBe('erp.example/h?shop=2');
});

test('a failure begins with its answer, why, and how many fail alike; one press shows them', () => {
  const { text, markup } = head({});
  expect(text).toMatch(/^422 .*unknown order · 9 iguais/);
  expect(markup).toContain('/pix/deliveries?outcome=failed&amp;answer=422&amp;webhookId=wh_1');
  const refused = head({
    ...{ delivery: { ...LINE, status: null, webhookId: null }, equal: 2 },
    ...{ error: 'connect ECONNREFUSED 10.0.0.1:443', responseBody: null },
  });
  expect(refused.text).toMatch(/^sem resposta .*conexão recusada · 2 iguais/);
  expect(refused.markup).toContain('statusClass=none&amp;url=https');
  expect(head({ equal: 1 }).text).not.toContain('iguais');
});

test('the next try is told where it is known, and where there is none', () => {
  expect(head({ other: { nextAttemptAt: '2026-11-19T17:18:27Z' } }).text).toMatch(
    /Próxima .*14:18:27 ?, automática/,
  );
  expect(head({}).text).toContain('automática, o serviço não diz quando');
  const over = head({ delivery: { ...LINE, outcome: 'given_up' } });
  expect(over.text).toContain('o serviço parou de tentar');
  expect(head({ delivery: { ...LINE, outcome: 'closed', open: false } }).text).not.toContain('Próxima');
});

test('an older event that arrived last is told, and the current state offered', () => {
  const notice = (event: string, at: string, httpStatus: number) => ({ event, at, httpStatus, url: URL });
  const paid = notice('TRANSACTION_COMPLETED', '2026-11-19T16:58:27Z', 422);
  const pending = notice('TRANSACTION_PENDING', '2026-11-19T17:01:22Z', 200);
  const late = head({}, [pending, paid]);
  expect(late.text).toContain('Chegou fora de ordem');
  expect(late.text).toContain('Enviar o estado atual');
  expect(head({}, [{ ...pending, at: '2026-11-19T16:00:00Z' }, paid]).text).not.toContain('fora de ordem');
});

test('facets do not overlap: all is the sum of the others', () => {
  const facets = { all: 15, delivered: 8, recovered: 1, failed: 3, closed: 1, earlier: 2, given_up: 2 };
  const onOutcome = vi.fn();
  render(placed(<OutcomeFacets facets={facets} outcome={['failed']} onOutcome={onOutcome} />).element);
  const counts = screen
    .getAllByRole('button')
    .map(({ textContent }) => Number(/\d+$/.exec(textContent ?? '')?.[0]));
  expect(counts[0]).toBe(counts.slice(1).reduce((sum, one) => sum + one, 0));
  expect(screen.getByRole('button', { pressed: true }).textContent).toMatch(/^Falhas abertas/);
});

test('equal failures are one press, and another one takes it back', async () => {
  const set = vi.fn();
  const groups = (answer: string | null) => {
    cleanup();
    const state = { filters: { answer, statusClass: null }, set } as unknown as FilterState;
    const answers = [
      { status: 422, count: 6 },
      { status: null, count: 2 },
    ];
    render(placed(<AnswerGroups state={state} answers={answers} />).element);
  };
  groups(null);
  await userEvent.click(screen.getByRole('button', { name: '422 6' }));
  expect(set).toHaveBeenLastCalledWith({ answer: '422', statusClass: null });
  await userEvent.click(screen.getByRole('button', { name: 'sem resposta 2' }));
  expect(set).toHaveBeenLastCalledWith({ answer: null, statusClass: ['none'] });
  groups('422');
  await userEvent.click(screen.getByRole('button', { pressed: true }));
  expect(set).toHaveBeenLastCalledWith({ answer: null, statusClass: null });
});

test('the selection’s button names what can go, and sends that', async () => {
  const onResend = vi.fn();
  const bar = (rows: Row[]) => {
    cleanup();
    const selection = {
      ids: new Set(rows.map(({ id }) => id)),
      rows: new Map(rows.map((one) => [one.id, one])),
      whole: false,
    };
    const list = { selection, rows: { total: 9, ended: true, book: { size: 9 } }, exportOf: () => null };
    const account = { capabilities: ['resends' as const] };
    render(placed(<SelectionBar list={list as never} onResend={onResend} />, { account }).element);
  };
  const taken = { outcome: 'delivered', open: false } as const;
  bar([row(), row({ id: 'd2', transactionId: 'tx2', ...taken }), row({ id: 'd3', transactionId: 'tx3' })]);
  await userEvent.click(screen.getByRole('button', { name: 'Reenviar 2 de 3…' }));
  expect(onResend).toHaveBeenLastCalledWith(['tx1', 'tx3']);
  bar([row({ id: 'd2', transactionId: 'tx2', ...taken })]);
  await userEvent.click(screen.getByRole('button', { name: 'Reenviar avisos…' }));
  expect(onResend).toHaveBeenLastCalledWith(['tx2']);
});

test('every word of the drawer is there, in both languages', () => {
  const errors = vi.spyOn(console, 'error');
  const book = { size: 2, at: () => row(), indexOf: () => 0 };
  const attempts = [LINE];
  for (const locale of ['pt-BR', 'en'] as const)
    shown(<DeliveryDrawer id="d1" book={book} onOpen={() => undefined} onClose={() => undefined} />, {
      locale,
      account: { capabilities: ['resends', 'deliveries'] },
      known: [{ of: deliveryOptions('pix', 'd1'), data: { ...FACTS, attempts } }],
    });
  expect(errors.mock.calls.map(([error]) => String(error)).filter((error) => /MESSAGE/.test(error))).toEqual(
    [],
  );
});
