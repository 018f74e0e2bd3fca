import { describe, expect, test } from 'vitest';
import { Secret } from '#lib/core/masking/secret.ts';
import { ok as cardOk, over } from '#lib/providers/card/testing/test-card.ts';
import { hubOver, ok } from '#lib/providers/hub/testing/test-hub.ts';
import { json, portTo, testProvider } from '#lib/providers/pix/testing/test-provider.ts';
import {
  type Json,
  type Random,
  randomBy,
  singleBy,
  spell,
  styleBy,
} from '#lib/providers/testing/spelled.ts';

/**
 * M6: what a changing call made has an id, whatever the service calls it. One that is not read leaves the operation
 * unknown although the money left.
 */

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);
const provider = testProvider();

const IDS = {
  payment: [
    ...['operationId', 'paymentId', 'transactionId', 'transactionUuid', 'operationUuid', 'paymentGuid'],
    ...[
      'withdrawId',
      'withdrawalId',
      'payoutId',
      'transferId',
      'internalTransferId',
      'chargeId',
      'depositId',
    ],
    ...['operationCode', 'movementId', 'uuid', 'identifier'],
  ],
  charge: [
    'chargeId',
    'paymentId',
    'transactionId',
    'operationId',
    'saleId',
    'chargeUuid',
    'paymentUuid',
    'uuid',
  ],
  refund: ['refundId', 'reversalId', 'operationId', 'devolutionId', 'refundUuid', 'refundCode', 'returnUuid'],
} as const;

/** The thing under a random name of its id, in a random envelope. */
function answerBy(random: Random, own: string, names: readonly string[], fields: Json) {
  const style = styleBy(random);
  const thing = { ...fields, [spell(style, random.pick(names))]: 'made_1' };
  const inner = random.chance(0.3) ? { attributes: thing } : thing;
  return singleBy(random)(inner, own);
}
const PAYMENT = (random: Random, amount: number) => ({
  [random.pick(['status', 'state'])]: 'PENDING',
  [random.pick(['amount', 'value'])]: amount,
  createdAt: '2026-11-20T10:00:00.000Z',
});

describe('document 1', () => {
  type Call = (to: ReturnType<typeof portTo>) => Promise<unknown>;
  const CALLS: Record<string, Call> = {
    withdrawal: ({ port, change }) =>
      port.withdrawals.toKey(
        { amount: 1_000, pixKey: 'ana@example.com', pixKeyType: 'email', clientReference: 'r' },
        change,
      ),
    'code payment': ({ port, change }) =>
      port.withdrawals.toCode({ code: '0002', clientReference: 'r' }, change),
    charge: ({ port, change }) => port.charges.create({ amount: 1_000, clientReference: 'r' }, change),
  };
  test.each(Object.keys(CALLS))('a %s has its id', async (call) => {
    for (const seed of SEEDS) {
      const random = randomBy(seed + 80_000);
      const body = answerBy(random, 'transaction', IDS.payment, PAYMENT(random, 10));
      provider.acts = [json(200, body)];
      expect(await CALLS[call]?.(portTo(provider.base)), JSON.stringify(body)).toMatchObject({
        kind: 'done',
        value: { id: 'made_1' },
      });
    }
  });

  test('a transfer has its id', async () => {
    for (const seed of SEEDS) {
      const random = randomBy(seed + 81_000);
      const body = answerBy(random, 'transfer', IDS.payment, PAYMENT(random, 10));
      provider.acts = [json(200, { accountNumber: '123456' }), json(200, body)];
      const { port, change } = portTo(provider.base);
      const made = await port.transfers.create(
        { amount: 1_000, receiver: '654321', clientReference: 'r' },
        change,
      );
      expect(made, JSON.stringify(body)).toMatchObject({ kind: 'done', value: { id: 'made_1' } });
    }
  });

  test('a refund that is answered alone has its id', async () => {
    for (const seed of SEEDS) {
      const random = randomBy(seed + 82_000);
      const body = answerBy(random, 'refund', IDS.refund, { status: 'PENDING', amount: 10 });
      provider.acts = [json(200, body)];
      const { port, change } = portTo(provider.base);
      const made = await port.refunds.create({ paymentId: 'tx_1', amount: 1_000 }, change);
      expect(made, JSON.stringify(body)).toMatchObject({
        kind: 'done',
        value: { refunds: [{ id: 'made_1', amount: 1_000 }] },
      });
    }
  });
});

describe('document 2', () => {
  const CALLS = {
    withdrawal: ['withdraw', { amount: 1_000, pixKey: 'ana@example.com', pixKeyType: 'email' }, 'toKey'],
    'code payment': ['withdraw', { code: '0002' }, 'toCode'],
    transfer: ['transfer', { amount: 1_000, receiver: 'loja@example.com' }, 'create'],
    charge: ['payment', { amount: 1_000, payer: { name: 'Ana', document: '12345678909' } }, 'create'],
  } as const;
  test.each(Object.keys(CALLS))('a %s has its id', async (call) => {
    const [kind, input, member] = CALLS[call as keyof typeof CALLS];
    for (const seed of SEEDS) {
      const random = randomBy(seed + 83_000);
      const body = answerBy(random, kind, IDS.payment, PAYMENT(random, 1_000));
      const { port, change } = hubOver([ok(body)]);
      const members =
        kind === 'withdraw' ? port.withdrawals : kind === 'transfer' ? port.transfers : port.charges;
      const make = (members as unknown as Record<string, (of: unknown, change: unknown) => Promise<unknown>>)[
        member
      ];
      const made = await make?.({ ...input, clientReference: 'r' }, change);
      expect(made, JSON.stringify(body)).toMatchObject({ kind: 'done', value: { id: `${kind}:made_1` } });
    }
  });

  test('a refund that is answered alone has its id', async () => {
    for (const seed of SEEDS) {
      const random = randomBy(seed + 84_000);
      const body = answerBy(random, 'refund', IDS.refund, { status: 'PENDING', amount: 1_000 });
      const absent = {
        kind: 'status',
        status: 404,
        headers: {},
        text: '{"code":"PAYMENT_NOT_FOUND"}',
      } as const;
      const { port, change } = hubOver([ok(body), absent]);
      const made = await port.refunds.create({ paymentId: 'payment:chg_1', amount: 1_000 }, change);
      expect(made, JSON.stringify(body)).toMatchObject({
        kind: 'done',
        value: { refunds: [{ id: 'made_1', amount: 1_000 }] },
      });
    }
  });
});

describe('document 3', () => {
  const change = { sending: async () => undefined };
  const CARD = {
    number: new Secret('4929875133046610'),
    holder: new Secret('ZULMIRA Q'),
    expiration: new Secret('09/2038'),
    cvv: new Secret('841'),
  };
  const fields = (random: Random) => ({
    ...PAYMENT(random, 4_200),
    paymentType: 'creditcard',
    creditCardPayment: { status: 2, reasonCode: 0 },
  });
  test.each(['charge', 'reversal'])('a %s has its charge’s id', async (call) => {
    for (const seed of SEEDS) {
      const random = randomBy(seed + 85_000);
      const body = answerBy(random, 'charge', IDS.charge, fields(random));
      const { card } = over(cardOk(body));
      const made =
        call === 'charge'
          ? await card.charges.create(
              {
                ...{ amount: 4_200, externalId: 'o-1', installments: 1, authenticate: false, card: CARD },
                ...{ postbackUrl: undefined, customer: { name: 'Ana' }, cart: [] },
              } as never,
              change,
            )
          : await card.charges.reverse('made_1', null, change);
      expect(made, JSON.stringify(body)).toMatchObject({ kind: 'done', value: { id: 'made_1' } });
    }
  });
});

test('beside an id of its own such a name is another thing’s', async () => {
  for (const body of [
    { id: 'own', operationId: 'other', status: 'PENDING', amount: 10 },
    { operationId: 'other', id: 'own', status: 'PENDING', amount: 10 },
    { operationId: 'other', data: { id: 'own', status: 'PENDING', amount: 10 } },
  ]) {
    provider.acts = [json(200, body)];
    const { port, change } = portTo(provider.base);
    const made = await port.withdrawals.toCode({ code: '0002', clientReference: 'r' }, change);
    expect(made, JSON.stringify(body)).toMatchObject({ kind: 'done', value: { id: 'own' } });
  }
  const { port } = hubOver([
    ok({ refunds: [{ refundId: 'r1', paymentId: 'p', amount: 5 }], id: 'chg', amount: 9 }),
  ]);
  expect((await port.refunds.state('payment:chg', {})).refunds).toMatchObject([{ id: 'r1' }]);
});
