import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { StatementLine } from '#lib/providers/money-records.ts';
import { statementList } from '#lib/statement/statement.list.ts';
import { BalancePanel, everyDay } from './balance-panel.tsx';

const line = (postedAt: string, balanceAfter: number | null) =>
  ({
    id: postedAt,
    amount: 100,
    balanceType: null,
    createdAt: postedAt,
    postedAt,
    balanceAfter,
    balanceBefore: null,
    type: 'PIX_DEPOSIT',
    gross: null,
    fee: null,
  }) as StatementLine;
const LINES = [
  line('2026-11-19T16:58:41.000Z', 4_891_742),
  line('2026-11-19T12:00:00.000Z', 4_000_000),
  line('2026-11-18T15:00:00.000Z', 5_052_939),
  line('2026-11-17T15:00:00.000Z', 5_967_220),
];
const first = { asOf: '2026-11-19T17:03:12.000Z' } as never;
const NONE = Object.fromEntries(Object.keys(statementList.parsers).map((name) => [name, null])) as never;
const text = (items: StatementLine[], more = false, filters: object = {}, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(
    <BalancePanel
      lines={{ items, first, hasNextPage: more }}
      filters={{ ...(NONE as object), ...filters } as never}
    />,
    { locale },
  ).text;

test('U11: the balance over time is drawn, and stands in a table: each day’s after its last line', () => {
  const pt = text(LINES);
  expect(pt).toContain('Saldo por dia');
  expect(pt).toContain('ter 17 nov R$ 59.672,20 qua 18 nov R$ 50.529,39 qui 19 nov, dia aberto R$ 48.917,42');
  expect(pt).not.toContain('R$ 40.000,00');
  expect(text(LINES, true)).toContain('das linhas lidas até aqui');
  expect(text(LINES, false, {}, 'en')).toContain('Thu 19 Nov, still open R$ 48.917,42');
});

test('U11: where rows do not state it nothing is drawn: no balance, one day, a filter, another order', () => {
  expect(text(LINES.map((one) => ({ ...one, balanceAfter: null })))).toBe('');
  expect(text(LINES.slice(0, 2))).toBe('');
  expect(text(LINES, false, { direction: 'in' })).toBe('');
  expect(text(LINES, false, { sort: 'created' })).toBe('');
});

test('U11: oldest first, a day that is only begun shows no balance', () => {
  const rising = [...LINES].reverse();
  expect(text(rising, false, { order: 'asc' })).toContain('48.917,42');
  expect(text(rising, true, { order: 'asc' })).not.toContain('19 nov');
});

test('the balance stays the same through days without a line', () => {
  const closing = (day: number, cents: number) => ({ day: `2026-11-${day}`, cents });
  expect(everyDay([closing(16, 100_000), closing(18, 400_000)])).toEqual([
    closing(16, 100_000),
    closing(17, 100_000),
    closing(18, 400_000),
  ]);
});
