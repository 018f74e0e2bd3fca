import { describe, expect, test } from 'vitest';
import { RefundState } from '#lib/providers/money-records.ts';
import { type Act, json, portTo, refusal, testProvider } from '#lib/providers/pix/testing/test-provider.ts';

const provider = testProvider();
const PAID = { id: 'tx', status: 'COMPLETED', type: 'DEPOSIT', method: 'PIX', amount: 100 };
const refund = (amount: number | string, status: string, extra: object = {}) => ({
  id: `rf_${amount}`,
  amount,
  status,
  reason: 'CUSTOMER_REQUEST',
  createdAt: '2026-10-01T00:00:00Z',
  ...extra,
});

describe('what was given back of a payment', () => {
  test.each<[string, object, object]>([
    ['nothing yet', {}, { refunded: 0, inProgress: 0, refundable: 10_000, status: null, refunds: [] }],
    [
      'what the transaction itself tells (text)',
      {
        refundAmount: '25.00',
        refundStatus: 'COMPLETED',
        refundReason: 'INFRACTION',
        refundedAt: '2026-10-02T00:00:00Z',
      },
      {
        ...{ refunded: 2_500, inProgress: 0, refundable: 7_500, status: 'COMPLETED' },
        refunds: [{ id: null, amount: 2_500, reason: 'INFRACTION', refundedAt: '2026-10-02T00:00:00.000Z' }],
      },
    ],
    [
      'in a nested object',
      { refund: { amount: 25, status: 'PENDING' } },
      { inProgress: 2_500, refundable: 7_500 },
    ],
    [
      'one that is waited for',
      { refundAmount: 100, refundStatus: 'PENDING' },
      { inProgress: 10_000, refundable: 0 },
    ],
    [
      'one that was refused',
      { refundAmount: 25, refundStatus: 'CANCELED' },
      { refunded: 0, inProgress: 0, refundable: 10_000, status: 'CANCELED' },
    ],
    [
      'an older service’s words',
      { refundAmount: 25, refundStatus: 'REFUNDED' },
      { refunded: 2_500, refundable: 7_500 },
    ],
    [
      'a word that nobody knows is not over',
      { refundAmount: 25, refundStatus: 'ANALYSING' },
      { refunded: 0, inProgress: 2_500, refundable: 7_500 },
    ],
    [
      'an amount that is not told',
      { refundStatus: 'PENDING' },
      { refunded: 0, inProgress: null, refundable: null },
    ],
    [
      'several, newest first',
      {
        refundAmount: 60,
        refundStatus: 'PENDING',
        refunds: [
          refund(10, 'COMPLETED'),
          refund('20.50', 'PENDING', { createdAt: '2026-10-03T00:00:00Z' }),
          refund(30, 'CANCELED', { createdAt: '2026-10-02T00:00:00Z' }),
        ],
      },
      {
        ...{ refunded: 1_000, inProgress: 2_050, refundable: 6_950, status: 'PENDING' },
        refunds: [{ id: 'rf_20.50' }, { id: 'rf_30' }, { id: 'rf_10' }],
      },
    ],
    ['all of it', { status: 'REFUNDED' }, { refunded: 10_000, inProgress: 0, refundable: 0 }],
    [
      'part of it, and no more',
      { status: 'REFUNDED', refundAmount: 40, refundStatus: 'COMPLETED' },
      { refunded: 4_000, refundable: 0 },
    ],
    [
      'it is about to be',
      { status: 'WAITING_FOR_REFUND' },
      { refunded: null, inProgress: null, refundable: null },
    ],
    [
      'one that nobody can read',
      { refunds: ['rf_1'] },
      { refunded: null, inProgress: null, refundable: null },
    ],
    ['not paid', { status: 'PENDING' }, { refunded: 0, refundable: 0 }],
    ['a commission', { type: 'COMMISSION' }, { refunded: 0, refundable: 0 }],
    ['a state that nobody knows', { status: 'HELD' }, { refundable: null }],
    ['no state', { status: null }, { refunded: null, refundable: null }],
    ['no amount', { amount: null }, { refunded: 0, refundable: null }],
    [
      'an open dispute',
      {
        Infraction: [
          { id: 'i1', status: 'CLOSED' },
          { id: 'i2', status: 'OPEN' },
        ],
      },
      { openDispute: 'i2' },
    ],
    ['one in the object', { infraction: { id: 'i3', status: 'ACKNOWLEDGED' } }, { openDispute: 'i3' }],
    ['closed ones', { Infraction: [{ id: 'i1', status: 'CANCELLED' }] }, { openDispute: null }],
  ])('%s', async (_, fields, state) => {
    const answer = { ...PAID, ...fields };
    provider.acts = [json(200, answer), json(200, { data: { transaction: answer } })];
    const { port, change } = portTo(provider.base);
    const reported = RefundState.parse(await port.refunds.state('tx/1', {}));
    expect(reported).toMatchObject(state);
    expect(provider.arrived[0]?.url).toBe('/v1/user/transactions/tx%2F1');
    // The answer to a refund is read by the same rules.
    expect(await port.refunds.create({ paymentId: 'tx' }, change)).toMatchObject({
      kind: 'done',
      value: reported,
    });
  });

  test('an answer that holds the refund only', async () => {
    provider.acts = [json(200, { data: { refund: { ...refund(5, 'PENDING'), transactionId: 'tx' } } })];
    const { port, change } = portTo(provider.base);
    expect(await port.refunds.create({ paymentId: 'tx' }, change)).toMatchObject({
      kind: 'done',
      value: { refunded: null, refundable: null, status: 'PENDING', refunds: [{ id: 'rf_5', amount: 500 }] },
    });
  });
});

test.each<[string, Act, object]>([
  ['PZC221', refusal(409, 'PZC221'), { kind: 'refused', error: { status: 409 } }],
  [
    'PZC611',
    refusal(400, 'PZC611'),
    { kind: 'refused', error: { details: { fields: [{ field: 'amount' }] } } },
  ],
  ['PZC310', refusal(404, 'PZC310'), { kind: 'refused', error: { code: 'not_found' } }],
  [
    'PZG429',
    refusal(429, 'PZG429', { retryAfterSeconds: 60 }),
    { kind: 'refused', error: { details: { retryAfterSeconds: 60 } } },
  ],
  ['a sentence', json(200, { message: 'ok' }), { kind: 'unknown' }],
  ['PZI110', refusal(424, 'PZI110'), { kind: 'unknown' }],
])('a refund that ends in %s is sent once', async (_, act, end) => {
  provider.acts = [act];
  const { port, change } = portTo(provider.base);
  expect(await port.refunds.create({ paymentId: 'tx' }, change)).toMatchObject(end);
  expect(provider.arrived).toHaveLength(1);
});
