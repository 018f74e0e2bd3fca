import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { asRead } from '#lib/core/status/testing/as-read.ts';
import { factsOf } from '#lib/disputes/server/facts.ts';
import type { PayerPayments } from '#lib/disputes/server/read-dispute.ts';
import type { Infraction } from '#lib/providers/records.ts';

const known = vi.hoisted(() => ({ payments: null as PayerPayments | null, fails: false }));
vi.mock('#lib/disputes/server/read-dispute.ts', () => ({
  payerPayments: async () => {
    if (known.fails) throw new Error('time-out');
    return known.payments;
  },
}));
beforeEach(() => Object.assign(known, { payments: null, fails: false }));

const DOCUMENT = '52998224725';
const PAID_AT = '2026-11-10T15:00:00.000Z';
const dispute = (over: object = {}) =>
  ({
    ...{ id: 'd1', transactionId: 't1', endToEndId: 'E-dispute', protocol: 'P1' },
    payer: { name: 'Ana da disputa', document: null, institutionName: 'Banco da disputa' },
    ...over,
  }) as unknown as Infraction;
const payment = (over: object = {}) => ({
  ...{ id: 't1', amount: 12_345, paidAt: PAID_AT, createdAt: PAID_AT, endToEndId: 'E-payment' },
  ...{ clientReference: 'pedido-1', qrCodeText: '00020162070503123', generatedDocument: DOCUMENT },
  payer: { name: 'Ana', document: DOCUMENT, institutionName: 'Banco' },
  ...over,
});
const delivered = (status: number | null, createdAt: string | null) => ({ status, createdAt });

/** By name. `get`: what the service answers of the payment; null: it has no such reading. */
async function facts(options: {
  transaction?: object;
  deliveries?: object[];
  infraction?: Infraction;
  get?: (() => Promise<unknown>) | null;
}) {
  const { transaction = payment(), deliveries = [], infraction = dispute() } = options;
  const get = options.get === undefined ? async () => ({ transaction, deliveries }) : options.get;
  const port = get === null ? {} : { transactions: { get } };
  const ctx = { account: { id: 'acc' }, port, call: {} } as unknown as Ctx;
  const read = await factsOf(ctx, infraction, { fresh: true });
  return Object.fromEntries(read.map(({ name, text }) => [name, text]));
}

describe('what a letter may state', () => {
  test('of the payment, before what the dispute states of it', async () => {
    expect(await facts({ deliveries: [delivered(200, '2026-11-10T15:00:05.000Z')] })).toEqual({
      ...{ e2e: 'E-payment', protocol: 'P1', transaction: 't1', reference: 'pedido-1', txid: '123' },
      ...{ payer_name: 'Ana', payer_bank: 'Banco' },
      amount_time: expect.stringMatching(/^R\$\s123,45, pago em .*10.*12:00/),
      same_document: expect.stringContaining('mesmo do comprador'),
      notice_delivered: expect.stringMatching(/HTTP 200/),
    });
  });

  test('only the dispute’s own where the payment cannot be read, or the account has no such reading', async () => {
    const own = {
      ...{ e2e: 'E-dispute', protocol: 'P1', transaction: 't1' },
      ...{ payer_name: 'Ana da disputa', payer_bank: 'Banco da disputa' },
    };
    expect(await facts({ get: () => Promise.reject(new Error('time-out')) })).toEqual(own);
    expect(await facts({ get: null })).toEqual(own);
    const { transaction: _, ...unnamed } = own;
    expect(await facts({ infraction: dispute({ transactionId: null }) })).toEqual(unnamed);
  });

  test.each([
    ['an amount that nobody states', { amount: null }, 'amount_time'],
    ['a time that nobody states', { paidAt: null }, 'amount_time'],
    ['another document', { generatedDocument: '11144477735' }, 'same_document'],
    ['a document that was not required', { generatedDocument: null }, 'same_document'],
    ['no code', { qrCodeText: null }, 'txid'],
    ['an empty reference', { clientReference: '' }, 'reference'],
  ])('nothing of %s', async (_, over, name) => {
    expect(await facts({ transaction: payment(over) })).not.toHaveProperty(name);
  });

  test('nobody’s document is nobody else’s', async () => {
    const nobody = { document: null, name: null, institutionName: null };
    const read = await facts({ transaction: payment({ payer: nobody, generatedDocument: null }) });
    expect(read).not.toHaveProperty('same_document');
    expect(read).toMatchObject({ payer_name: 'Ana da disputa', payer_bank: 'Banco da disputa' });
  });

  test('a notice only where one was taken, and its time is known', async () => {
    const at = '2026-11-10T15:00:05.000Z';
    for (const missed of [delivered(503, at), delivered(null, at), delivered(302, at), delivered(200, null)])
      expect(await facts({ deliveries: [missed] })).not.toHaveProperty('notice_delivered');
    const later = [delivered(503, at), delivered(204, at)];
    expect((await facts({ deliveries: later })).notice_delivered).toContain('HTTP 204');
  });
});

describe('earlier payments of the payer', () => {
  const earlier = (id: string, over: object = {}) =>
    asRead({ ...{ id, status: 'COMPLETED', paidAt: '2026-11-01T12:00:00.000Z' }, ...over });
  const found = async (payments: object[], more: Partial<PayerPayments> = {}, options: object = {}) => {
    known.payments = {
      ...{ payments, total: payments.length, disputed: new Map(), ...more },
    } as PayerPayments;
    return (await facts(options)).earlier_payments;
  };

  test('R6: counts what was paid before and stayed, by what its state means', async () => {
    const others = [
      earlier('later', { paidAt: '2026-11-11T12:00:00.000Z' }),
      earlier('itself', { paidAt: PAID_AT }),
      earlier('unpaid', { paidAt: null }),
      earlier('returned', { status: 'estornado' }),
      earlier('pending', { status: 'PENDING' }),
      earlier('unknown', { status: 'SLEEPING' }),
      earlier('no word', { status: null }),
    ];
    expect(await found(others), 'none of these').toBeUndefined();
    const paid = [
      earlier('a'),
      earlier('b', { status: 'pago' }),
      earlier('c', { status: 'PARTLY_REFUNDED' }),
    ];
    expect(await found([...others, ...paid])).toBe(
      'Há 3 compras anteriores do mesmo pagador, todas sem disputa.',
    );
  });

  test('states “without a dispute” only where all were read and none is disputed', async () => {
    const one = [earlier('a')];
    expect(await found(one)).toBe('Há 1 compra anterior do mesmo pagador, sem disputa.');
    const bare = 'Há 1 compra anterior do mesmo pagador.';
    expect(await found(one, { total: 2 }), 'there are more').toBe(bare);
    expect(await found(one, { total: null }), 'nobody knows how many').toBe(bare);
    expect(await found(one, { disputed: new Map([['a', 'd9']]) })).toBe(bare);
  });

  test('states nothing where they could not be read, or the time of the disputed one is unknown', async () => {
    known.fails = true;
    expect(await facts({})).toMatchObject({ reference: 'pedido-1' });
    expect(await facts({})).not.toHaveProperty('earlier_payments');
    known.fails = false;
    const undated = { transaction: payment({ paidAt: null, createdAt: null }) };
    expect(await found([earlier('a')], {}, undated)).toBeUndefined();
    // Without a time of payment it counts from its creation.
    expect(await found([earlier('a')], {}, { transaction: payment({ paidAt: null }) })).toContain('1 compra');
  });
});
