import { expect, test } from 'vitest';
import type { Payment, PaymentList } from '#lib/payments/queries.ts';
import { paymentDirection } from '#lib/payments/rules.ts';
import { withNewer } from './payment-rows.tsx';

const nobody = { name: null, document: null };
const WAITING = {
  ...{ id: 'w1', status: 'PENDING', state: 'waiting', type: 'WITHDRAW', amount: 148_050, paidAt: null },
  ...{ payer: nobody, receiver: { name: 'Fernanda Leão', document: null } },
} as Payment;
const DONE = { ...WAITING, status: 'COMPLETED', state: 'done', receiver: nobody } as Payment;

test('a row takes the sign of the state that was read alone, and keeps a name that only the list tells', () => {
  const list = { items: [WAITING, { ...WAITING, id: 'w2' }] } as PaymentList;
  const [row, other] = withNewer(list, DONE).items;
  if (row === undefined) throw new Error('The row went.');
  expect(paymentDirection(row, 'withdrawals')).toBe('out');
  expect(row.receiver.name).toBe('Fernanda Leão');
  expect(other?.status).toBe('PENDING');
});
