import { expect, it } from 'vitest';
import type { StatementLine } from '#lib/providers/money-records.ts';
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
const names = statementTable.head(false, 'machine').slice(1).trim().split(',');
const cellOf = (over: Partial<StatementLine>, name: string, format: 'machine' | 'sheet-pt' | 'sheet-en') =>
  statementTable
    .lines([line(over)], null, format)
    .trim()
    .split(format === 'sheet-pt' ? ';' : ',')[names.indexOf(name)];

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
