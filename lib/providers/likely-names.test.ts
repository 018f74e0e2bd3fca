import { describe, expect, test } from 'vitest';
import { decimalToCents } from '#lib/core/money.ts';
import * as hub from '#lib/providers/hub/testing/test-hub.ts';
import { json, portTo, testProvider } from '#lib/providers/pix/testing/test-provider.ts';
import { codeIn, holderIn } from '#lib/providers/shared-readers.ts';

/**
 * R1 and R2: names that services give to what the documents leave open, and forms that the documents show.
 */

const provider = testProvider();
const numbered = { page: 1, limit: 10 };
const AT = '2026-10-02T09:00:00.000Z';
const disputeOf = async (row: object) => {
  provider.acts = [
    json(200, { pagination: { totalPages: 1 }, infractions: [{ id: 'd1', status: 'OPEN', ...row }] }),
  ];
  return (await portTo(provider.base).port.disputes.list(numbered, {})).items[0];
};
const deliveryOf = async (row: object) => {
  provider.acts = [
    json(200, {
      pagination: { hasNextPage: false },
      callbacks: [{ id: 'c1', url: 'https://a.example', ...row }],
    }),
  ];
  return (await portTo(provider.base).port.deliveries.list({}, numbered, {})).items[0];
};

const OF_PAYMENT: [string, object][] = [
  ['payment.id', { payment: { id: 'tx_1' } }],
  ['paymentId', { paymentId: 'tx_1' }],
  ['payment_id', { payment_id: 'tx_1' }],
  ['charge.id', { charge: { id: 'tx_1' } }],
  ['chargeId', { chargeId: 'tx_1' }],
  ['deposit.uuid', { deposit: { uuid: 'tx_1' } }],
  ['withdrawalId', { withdrawalId: 'tx_1' }],
  ['originalTransaction.id', { originalTransaction: { id: 'tx_1' } }],
  ['transactionUuid', { transactionUuid: 'tx_1' }],
  ['pix.id', { pix: { id: 'tx_1' } }],
  ['operationId', { operationId: 'tx_1' }],
  ['transactionId beside another', { payment: { id: 'no' }, chargeId: 'no', transactionId: 'tx_1' }],
];
describe('of which payment', () => {
  test.each(OF_PAYMENT)('a dispute is: %s', async (_, row) => {
    expect(await disputeOf(row)).toMatchObject({ id: 'd1', transactionId: 'tx_1' });
  });
  test.each(OF_PAYMENT)('a delivery is: %s', async (_, row) => {
    expect(await deliveryOf(row)).toMatchObject({ id: 'c1', transactionId: 'tx_1' });
  });
  test('nothing inside of what was delivered is', async () => {
    const body = { payment: { id: 'inside' }, paymentId: 'inside' };
    expect(await deliveryOf({ body })).toMatchObject({ transactionId: null, body });
  });
  test('the Hub’s disputes are', async () => {
    for (const row of [{ payment: { id: 'p1' } }, { charge: { id: 'p1' } }, { paymentId: 'p1' }]) {
      const { port } = hub.hubOver([hub.ok({ data: [{ protocol: 'd1', status: 'OPEN', ...row }] })]);
      expect((await port.disputes.list(numbered, {})).items[0]).toMatchObject({
        transactionId: 'payment:p1',
      });
    }
  });
});

test.each(['transaction', 'payment', 'charge', 'deposit', 'originalTransaction'])(
  'a dispute’s %s tells amount, end-to-end id and people',
  async (place) => {
    const inside = {
      id: 'tx_1',
      amount: 12.5,
      endToEndId: 'E1',
      payer: { name: 'Ana' },
      receiver: { document: '1' },
    };
    expect(await disputeOf({ [place]: inside })).toMatchObject({
      ...{ transactionId: 'tx_1', amount: 1250, endToEndId: 'E1' },
      ...{ payer: { name: 'Ana' }, receiver: { document: '1' } },
    });
  },
);

test('what is disputed goes before what was paid', async () => {
  expect(await disputeOf({ transactionAmount: 90, blockedAmount: 12.5 })).toMatchObject({ amount: 1250 });
  expect(await disputeOf({ blockedAmount: 12.5, transactionAmount: 90 })).toMatchObject({ amount: 1250 });
  expect(await disputeOf({ transactionAmount: 90 })).toMatchObject({ amount: 9000 });
});

describe('people, places and times', () => {
  const code = (answer: object) => codeIn(answer, (written) => decimalToCents(written)?.cents ?? null, AT);
  test.each(['displayName', 'display_name', 'businessName', 'name', 'fullName'])('a holder’s %s', (name) => {
    expect(holderIn({ holder: { [name]: 'Ana', document: '1' } }).name).toBe('Ana');
    expect(holderIn({ [name]: 'Ana', document: '1' }).name).toBe('Ana');
  });
  test('a name goes before a display name', () => {
    expect(holderIn({ holder: { displayName: 'Loja', name: 'Ana' } }).name).toBe('Ana');
    expect(holderIn({ holder: { name: 'Ana', displayName: 'Loja' } }).name).toBe('Ana');
  });
  test.each(['city', 'town', 'merchantTown', 'municipality'])('a code’s %s', (name) => {
    expect(code({ type: 'STATIC', key: 'k', [name]: 'Recife' }).city).toBe('Recife');
  });
  test.each(['createdAt', 'registeredAt', 'registered_at', 'registrationDate', 'recordedAt'])(
    'a transaction’s %s and transactionAmount',
    async (name) => {
      const row = { id: 't1', status: 'PENDING', type: 'DEPOSIT', transactionAmount: 10, [name]: AT };
      provider.acts = [json(200, { total: 1, pages: 1, transactions: [row] })];
      const first = { limit: 10, position: null };
      const { items } = await portTo(provider.base).port.transactions.list({}, first, {});
      expect(items).toMatchObject([{ createdAt: AT, amount: 1000 }]);
    },
  );
  test('a creation goes before a registration', async () => {
    const row = {
      id: 'l1',
      registeredAt: '2026-10-09T09:00:00Z',
      createdAt: AT,
      transactionAmount: 5,
      amount: 3,
      operation: 'CREDIT',
    };
    provider.acts = [json(200, { data: [row] })];
    const window = { from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:00Z' };
    const { items } = await portTo(provider.base).port.statement.list(
      window,
      { limit: 10, position: null },
      {},
    );
    expect(items).toMatchObject([{ createdAt: AT, amount: 300 }]);
  });
});

describe('R2: the way of a line by its type', () => {
  const window = { from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:00Z' };
  const pixLine = async (line: object) => {
    provider.acts = [json(200, { data: [{ id: 'l1', amount: 12.5, createdAt: AT, ...line }] })];
    const page = { limit: 10, position: null };
    return (await portTo(provider.base).port.statement.list(window, page, {})).items[0]?.amount;
  };
  test.each([
    ...[
      ['DEPOSIT', 1250],
      ['WITHDRAW', -1250],
      ['COMMISSION', 1250],
      ['commission', 1250],
    ],
    ...[
      ['PIX_COMMISSION', 1250],
      ['Comissão', 1250],
      ['commissionCredit', 1250],
      ['Withdraw', -1250],
    ],
    ...[
      ['LIQUIDATION', null],
      ['ADJUSTMENT', null],
      ['COMMISSION_REVERSAL', null],
      ['COMMISSION_FEE', -1250],
    ],
  ] as [string, number | null][])('%s', async (type, amount) => {
    expect(await pixLine({ type })).toBe(amount);
    expect(await pixLine({ reason: type })).toBe(amount);
  });
  test('a word or a sign for the way outweighs the type', async () => {
    expect(await pixLine({ type: 'COMMISSION', operation: 'DECREMENT' })).toBe(-1250);
    expect(await pixLine({ type: 'COMMISSION', amount: -12.5 })).toBe(-1250);
  });
  test.each([
    ...[
      ['PAYMENT', 1250],
      ['DEPOSIT', 1250],
      ['PAYMENT_REFUND', -1250],
      ['PAYOUT', -1250],
    ],
    ...[
      ['PAYOUT_REVERSAL', 1250],
      ['PAYOUT_REFUND_RECEIVED', 1250],
      ['INFRACTION_BLOCK', -1250],
    ],
    ...[
      ['INFRACTION_RELEASED', 1250],
      ['infractionReleased', 1250],
      ['payout_reversal', 1250],
    ],
    ...[
      ['INFRACTION_SETTLED', null],
      ['INTERNAL_TRANSFER', null],
    ],
  ] as [string, number | null][])('the Hub’s %s', async (trigger, amount) => {
    const { port } = hub.hubOver([hub.ok({ data: [{ id: 'l1', amount: 1250, postedAt: AT, trigger }] })]);
    expect((await port.statement.list({}, { limit: 10, position: null }, {})).items[0]?.amount).toBe(amount);
  });
});
