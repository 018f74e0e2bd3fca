import { expect, it } from 'vitest';
import type { StatementLine } from '#lib/providers/money-records.ts';
import csv from '../../../messages/pt-BR/csv.json' with { type: 'json' };
import { statementTable } from './list-statement.ts';

const nobody = { name: null, document: null, pixKey: null };
const line = (over: Partial<StatementLine>) =>
  ({
    ...{ id: '1', amount: 100, gross: null, fee: null, balanceBefore: null, balanceAfter: null },
    ...{ balanceType: null, type: null, description: null, status: null, statusReason: null },
    ...{
      transactionId: null,
      disputeId: null,
      counterparty: nobody,
      createdAt: null,
      postedAt: null,
      ...over,
    },
  }) as StatementLine;
type Format = 'machine' | 'sheet-pt' | 'sheet-en';
const cellsOf = (line: string, format: Format) => line.trim().split(format === 'sheet-pt' ? ';' : ',');
/** The cell below a column's name, or its heading in the sheet. */
function cellOf(over: Partial<StatementLine>, name: keyof typeof csv, format: Format) {
  const headings = cellsOf(statementTable.head(false, format).slice(1), format);
  const cells = cellsOf(statementTable.lines([line(over)], null, format), format);
  return cells[headings.indexOf(format === 'machine' ? name : csv[name])];
}

it.each([
  ['type', { type: 'PIX_DEPOSIT' }, 'Pix recebido'],
  ['type', { type: 'PAYOUT_REVERSAL' }, 'Saque estornado'],
  ['type', { type: 'CASH_OUT_ESTORNO' }, 'CASH_OUT_ESTORNO (Saque de volta)'],
  ['type', { type: 'ZZZ' }, 'ZZZ'],
  ['type', { type: null }, ''],
  ['status', { status: 'SETTLED' }, 'Lançada'],
  ['status', { status: 'PAGAMENTO_CONFIRMADO' }, 'PAGAMENTO_CONFIRMADO (Concluída)'],
  ['balanceType', { balanceType: 'AVAILABLE' }, 'disponível'],
  ['balanceType', { balanceType: 'BALANCE_AVAILABLE' }, 'disponível'],
  ['balanceType', { balanceType: 'BLOCKED' }, 'bloqueado'],
  ['counterpartyDocument', { counterparty: { ...nobody, document: '00123456789' } }, '"=""00123456789"""'],
  ['disputeId', { disputeId: '1E5' }, '"=""1E5"""'],
] as const)('B4: the sheet’s %s of %j', (name, over, cell) => {
  expect(cellOf(over, name, 'sheet-pt')).toBe(cell);
  const [raw] = Object.values(over);
  if (typeof raw === 'string') expect(cellOf(over, name, 'machine')).toBe(raw);
});

it('B4: an amount of more than two decimals stands beside its two decimals', () => {
  const fee = { amount: -1, amountExact: '-0.0149' };
  expect([cellOf(fee, 'amount', 'sheet-pt'), cellOf(fee, 'amountExact', 'sheet-pt')]).toEqual([
    '-0,01',
    '-0,0149',
  ]);
  expect(cellOf({ amount: 100 }, 'amountExact', 'sheet-pt')).toBe('');
  expect(cellOf(fee, 'amount', 'machine')).toBe('-0.0149');
});
