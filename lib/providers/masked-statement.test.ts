import { expect, test } from 'vitest';
import { masked } from '#lib/core/masking/pii.ts';
import { PendingDeposit, StatementLine } from '#lib/providers/money-records.ts';

const NAME = 'Débora Pacheco Lins';
const line: StatementLine = {
  id: 'ln_1',
  amount: -5_200,
  balanceAfter: 90_000,
  balanceBefore: null,
  balanceType: null,
  type: 'PAYOUT',
  description: 'para debora@exemplo.com.br',
  transactionId: 'withdraw:wd_1',
  disputeId: null,
  gross: 5_000,
  fee: 200,
  status: 'COMPLETED',
  statusReason: 'CPF 529.982.247-25 recusado',
  counterparty: { name: NAME, document: '52998224725', pixKey: '+5511987651234' },
  createdAt: null,
  postedAt: null,
  other: { payerDocument: '52998224725', note: 'ok' },
};
const nobody = {
  name: null,
  document: null,
  institutionIspb: null,
  institutionName: null,
  accountNumber: null,
};
const deposit: PendingDeposit = {
  id: 'dp_1',
  status: 'PENDING',
  amount: 100,
  payer: { ...nobody, name: NAME, document: '52998224725' },
  receiver: { ...nobody, name: 'Aroeira Ltda.', document: '11222333000181' },
  endToEndId: 'E1',
  pixKey: 'debora@exemplo.com.br',
  description: 'CPF 529.982.247-25',
  paidAt: null,
  approvedAt: null,
  rejectedAt: null,
  rejectionReason: null,
  transactionId: null,
  createdAt: null,
  updatedAt: null,
  other: { payerName: NAME },
};

const clear = /529\.?982\.?247|debora@|98765|Pacheco/;

test.each([
  ['a line', () => masked(StatementLine, line, { names: false })],
  ['a deposit', () => masked(PendingDeposit, deposit, { names: false })],
])('%s without reveal holds nobody’s data, not even in unknown fields', (_, mask) => {
  expect(JSON.stringify(mask())).not.toMatch(clear);
  expect(JSON.stringify(mask())).toContain('Débora L.');
});

test('names in full where the role may reveal; ids, amounts and companies always', () => {
  const shown = masked(StatementLine, line, { names: true });
  expect(shown.counterparty).toMatchObject({ name: NAME, document: expect.stringContaining('*') });
  expect(shown).toMatchObject({
    id: 'ln_1',
    amount: -5_200,
    transactionId: 'withdraw:wd_1',
    other: { note: 'ok' },
  });
  expect(masked(PendingDeposit, deposit, { names: false }).receiver.name).toBe('Aroeira Ltda.');
});
