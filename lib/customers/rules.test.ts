import { expect, test } from 'vitest';
import { historyOf, identityOf, paymentSpan, sumsOf } from '#lib/customers/rules.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import { transaction } from '#lib/transactions/server/testing/samples.ts';

const ANA = '52998224725';
const nobody = {
  name: null,
  document: null,
  institutionIspb: null,
  institutionName: null,
  accountNumber: null,
};
const isTheirs = (document: string | null) => document === null || document === ANA;
const dispute = (over: Partial<Dispute>): Dispute => ({
  id: 'inf_1',
  protocol: 'MED-1',
  status: 'OPEN',
  state: 'open',
  mayBeWithBank: false,
  type: null,
  situation: 'other',
  reason: null,
  amount: 1000,
  transactionId: 'tx_1',
  endToEndId: null,
  payerName: 'Ana Maria Souza',
  payerDocument: ANA,
  openedAt: '2026-11-20T10:00:00.000Z',
  deadline: null,
  deadlineEstimated: false,
  answeredAt: null,
  answeredBy: null,
  result: null,
  assignee: null,
  draft: null,
  sending: null,
  ...over,
});
const withdrawal = (over: object = {}) =>
  transaction({
    id: 'out_1',
    type: 'WITHDRAW',
    amount: 64_000,
    payer: nobody,
    receiver: { ...nobody, name: 'Ana Maria Souza', document: ANA },
    paidAt: '2026-11-18T10:00:00.000Z',
    ...over,
  });
const of = (rows: ReturnType<typeof transaction>[], disputes: Dispute[] = []) =>
  historyOf({ rows, disputes, isTheirs });

test('payments, refunds, withdrawals and disputes are one history, newest first', () => {
  const rows = [
    transaction({ id: 'tx_1', amount: 1000, refundAmount: 400, refundedAt: '2026-11-19T16:00:00.000Z' }),
    withdrawal(),
  ];
  const items = of(rows, [dispute({})]);
  expect(items.map(({ kind, direction, amount }) => [kind, direction, amount])).toEqual([
    ['dispute', 'still', 1000],
    ['refund', 'out', 400],
    ['payment', 'in', 1000],
    ['withdrawal', 'out', 64_000],
  ]);
  expect(items.map(({ id }) => id)).toEqual([
    'dispute/inf_1',
    'refund/tx_1',
    'payment/tx_1',
    'withdrawal/out_1',
  ]);
  expect(items.find(({ kind }) => kind === 'refund')?.partial).toBe(true);
});

test('a payment that went back was paid, and its refund is whole where nobody tells its amount', () => {
  const items = of([transaction({ status: 'REFUNDED', amount: 700 })]);
  expect(items.map(({ kind, amount, partial }) => [kind, amount, partial]).sort()).toEqual([
    ['payment', 700, false],
    ['refund', 700, false],
  ]);
  expect(sumsOf(items)).toMatchObject({
    paid: { count: 1, amount: 700 },
    refunded: { count: 1, amount: 700 },
  });
});

test('a refund on its way and one that was called off are in no sum', () => {
  const returning = of([transaction({ status: 'WAITING_FOR_REFUND', amount: 700 })]);
  expect(returning.find(({ kind }) => kind === 'refund')).toMatchObject({
    direction: 'still',
    state: 'waiting',
  });
  const off = of([transaction({ refundAmount: 100, refundStatus: 'CANCELED' })]);
  expect(off.map(({ kind }) => kind)).toEqual(['payment']);
  expect([sumsOf(returning).refunded.count, sumsOf(off).refunded.count]).toEqual([0, 0]);
});

test('sums count what moved: mean and largest of payments, received by withdrawals, disputes by outcome', () => {
  const items = of(
    [
      transaction({ id: 'a', amount: 1000 }),
      transaction({ id: 'b', amount: 2001 }),
      transaction({ id: 'c', amount: 9_999, status: 'EXPIRED', paidAt: null }),
      withdrawal(),
      withdrawal({ id: 'out_2', status: 'ERROR' }),
    ],
    [
      dispute({}),
      dispute({ id: 'inf_2', state: 'answered' }),
      dispute({ id: 'inf_3', state: 'closed', status: 'CLOSED', result: 'DISAGREED' }),
      dispute({ id: 'inf_4', state: 'closed', status: 'CLOSED', result: 'AGREED' }),
    ],
  );
  expect(sumsOf(items)).toEqual({
    paid: { count: 2, amount: 3001 },
    refunded: { count: 0, amount: 0 },
    received: { count: 1, amount: 64_000 },
    disputes: { count: 4, open: 1, answered: 1, kept: 1, returned: 1, withdrawn: 0, other: 0 },
    mean: 1501,
    largest: 2001,
    uncounted: 0,
  });
});

test('what somebody else paid or received is shown and not summed; what nobody can count is said', () => {
  const other = { ...nobody, name: 'Rui', document: '11144477735' };
  const items = of([
    transaction({ id: 'a', payer: other, generatedDocument: ANA }),
    withdrawal({ receiver: other }),
    transaction({ id: 'b', amount: null }),
    transaction({ id: 'c', type: 'ADJUSTMENT' }),
  ]);
  expect(items.filter(({ byOther }) => byOther)).toHaveLength(2);
  expect(sumsOf(items)).toMatchObject({
    paid: { count: 0 },
    received: { count: 0 },
    mean: null,
    uncounted: 2,
  });
});

test('the span is of payments that were made, and the newest name leads', () => {
  const items = of([
    transaction({ id: 'a', paidAt: '2026-11-19T14:00:00.000Z' }),
    transaction({ id: 'b', paidAt: '2025-03-12T14:00:00.000Z' }),
    transaction({ id: 'c', status: 'EXPIRED', paidAt: null, createdAt: '2024-01-01T00:00:00.000Z' }),
  ]);
  expect(paymentSpan(items)).toEqual({
    firstAt: '2025-03-12T14:00:00.000Z',
    lastAt: '2026-11-19T14:00:00.000Z',
  });
  const party = (name: string | null, institutionName: string | null = null) => ({
    ...nobody,
    name,
    document: ANA,
    institutionName,
  });
  expect(
    identityOf([
      party(null),
      party('Ateliê Mandacaru ME'),
      party('ATELIE  MANDACARU ME'),
      party('Atelie', 'Banco'),
    ]),
  ).toEqual({
    name: 'Ateliê Mandacaru ME',
    otherNames: ['Atelie'],
    bank: { institutionName: 'Banco', institutionIspb: null },
  });
});
