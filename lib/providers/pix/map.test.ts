import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseJson } from '#lib/core/http/json.ts';
import { centsOf, toDetail, toProfile, toTransaction } from '#lib/providers/pix/map.ts';
import { readSummary, toSummary } from '#lib/providers/pix/summary.ts';
import { readDetail, readProfile, readTransactions } from '#lib/providers/pix/wire.ts';
import { Balance, Profile, Summary, Transaction, TransactionDetail } from '#lib/providers/records.ts';
import { balanceIn } from '#lib/providers/shared-readers.ts';
import { UnreadableAnswer } from '#lib/providers/unwrap.ts';

const AS_OF = '2026-10-04T00:00:00.000Z';
const recorded = (name: string) =>
  parseJson(readFileSync(join(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8'));
const list = (json: unknown) => {
  const { rows, total, pages } = readTransactions(json);
  return { total, pages, items: rows.map((row) => Transaction.parse(toTransaction(row))) };
};
const row = (fields: object) => list({ transactions: [{ id: 'x', ...fields }] }).items[0];

describe('transactions', () => {
  test('document 1 as it stands', () => {
    const { total, pages, items } = list(recorded('list-plain'));
    expect({ total, pages }).toEqual({ total: 3, pages: 1 });
    expect(items[0]).toEqual({
      id: 'tx_demo_1',
      status: 'COMPLETED',
      state: 'done',
      type: 'DEPOSIT',
      method: 'PIX',
      amount: 1010,
      fee: 13,
      feeExact: '0.125',
      qrCodeText: '000201demo',
      qrCodeUrl: null,
      hasQrCodeImage: true,
      generatedName: 'Ana Souza',
      generatedDocument: '52998224725',
      generatedEmail: 'ana@example.test',
      payer: {
        name: 'Ana Souza',
        document: '52998224725',
        institutionIspb: '00000000',
        institutionName: 'Banco Um',
        accountNumber: null,
      },
      receiver: {
        name: 'Loja Demo Ltda',
        document: '11222333000181',
        institutionIspb: '11111111',
        institutionName: 'Banco Dois',
        accountNumber: '123456',
      },
      endToEndId: 'E00000000202610021200abcdefghijk',
      createdAt: '2026-10-02T12:00:00.123Z',
      updatedAt: '2026-10-02T12:00:05.000Z',
      paidAt: '2026-10-02T12:00:05.000Z',
      withdrawPixKey: null,
      withdrawPixType: null,
      clientReference: 'order-1',
      virtualAccount: 'shop',
      callbackUrl: 'https://shop.example/hook',
      refundEndToEndId: null,
      refundAmount: 250,
      refundStatus: 'COMPLETED',
      refundEnd: 'back',
      refundReason: 'CUSTOMER_REQUEST',
      refundDescription: null,
      refundedAt: '2026-10-02T13:00:00.000Z',
      cancellationReason: null,
      other: {},
    });
  });

  test('unknown words pass, unknown fields are kept, missing ones are null', () => {
    const [, second, third] = list(recorded('list-plain')).items;
    expect(second).toMatchObject({
      status: 'HELD_FOR_REVIEW',
      method: 'CARRIER_PIGEON',
      amount: 1999,
      refundAmount: 30,
      createdAt: '2026-10-02T11:00:00.000Z',
      payer: { name: null },
      other: { score: 7, tags: ['a'] },
    });
    expect(third).toMatchObject({ amount: null, createdAt: null, other: { infraction: { id: 'inf_1' } } });
  });

  test('other spellings, nested parties and one more envelope', () => {
    const { total, pages, items } = list(recorded('list-nested'));
    expect({ total, pages }).toEqual({ total: 41, pages: 5 });
    expect(items[0]).toMatchObject({
      id: 'tx_demo_1',
      status: 'COMPLETED',
      amount: 1010,
      fee: 50,
      payer: { name: 'Ana Souza', institutionIspb: '00000000', institutionName: 'Banco Um' },
      receiver: { name: 'Loja Demo Ltda', accountNumber: '123456' },
      refundAmount: 250,
      refundStatus: 'PENDING',
      qrCodeText: '000201demo',
      hasQrCodeImage: true,
      createdAt: '2026-10-02T12:00:00.000Z',
      other: { 'receiver.shoeSize': 41 },
    });
  });

  const rows = [{ id: 'a' }, { id: 'b' }];
  test.each([
    ['result', { result: { transactions: rows, total: 9, pages: 3 } }, 9],
    ['data as the list', { data: rows, total: 9 }, 9],
    ['two envelopes', { data: { result: { transactions: rows, total: 9 } } }, 9],
    ['a list of one answer', [{ transactions: rows, total: 9 }], 9],
    ['total beside the envelope', { total: 9, response: { items: rows } }, 9],
    ['meta', { meta: { totalCount: 9 }, transactions: rows }, 9],
    ['the list itself', rows, null],
    ['a name nobody knows', { movements: rows, total: null }, null],
  ])('the list is found: %s', (_, json, total) => {
    const read = list(json);
    expect(read.items.map((item) => item.id)).toEqual(['a', 'b']);
    expect(read.total).toBe(total);
  });

  test.each([
    [{ transactions: [], total: 0, pages: 0 }],
    [{ transactions: null, total: 0 }],
    [{ data: { transactions: [] } }],
    [[]],
  ])('an empty list is a list: %j', (json) => {
    expect(list(json).items).toEqual([]);
  });

  test.each([[{}], [null], ['text'], [7], [{ total: 3 }], [{ errors: [{}] }], [{ transactions: 'none' }]])(
    'no list at all is unreadable: %j',
    (json) => {
      expect(() => readTransactions(json)).toThrow(UnreadableAnswer);
    },
  );

  test('amounts are exact, whatever their form', () => {
    const amounts = (json: string) =>
      list(parseJson(json)).items.map(({ amount, amountExact }) => [amount, amountExact]);
    expect(
      amounts(
        '[{"amount":0.1},{"amount":0.30000000000000004},{"amount":1.005},{"amount":"-0.125"},{"amount":1e2},{"amount":90071992547409.91},{"amount":8.41}]',
      ),
    ).toEqual([
      [10, undefined],
      [30, '0.30000000000000004'],
      [101, '1.005'],
      [-13, '-0.125'],
      [10000, undefined],
      [9007199254740991, undefined],
      [841, undefined],
    ]);
  });

  test('what cannot be read is shown, not lost', () => {
    expect(row({ amount: '10,50', createdAt: 'yesterday', status: { word: 'PAID' } })).toMatchObject({
      amount: null,
      createdAt: null,
      status: null,
      other: { amount: '10,50', createdAt: 'yesterday', status: { word: 'PAID' } },
    });
  });

  test('two spellings of one field: the first counts, another value stays visible', () => {
    expect(row({ fee: 1, serviceFeeCharged: 2 })).toMatchObject({
      fee: 100,
      other: { serviceFeeCharged: 2 },
    });
    expect(row({ fee: 1, serviceFeeCharged: 1 })?.other).toEqual({});
  });

  test('a row without id keeps one of its own', () => {
    const ids = list([
      { endToEndId: 'E1' },
      { clientReference: 'c' },
      { amount: 1 },
      { amount: 2 },
    ]).items.map((item) => item.id);
    expect(ids.every((id) => id.startsWith('no-id-'))).toBe(true);
    expect(new Set(ids).size).toBe(4);
  });

  test.each([
    [1790942400, '2026-10-02T12:00:00.000Z'],
    [1790942400123, '2026-10-02T12:00:00.123Z'],
    ['2026-10-02', '2026-10-02T00:00:00.000Z'],
    ['2026-10-02 12:00:00', '2026-10-02T12:00:00.000Z'],
    ['2026-10-02T09:00:00-0300', '2026-10-02T12:00:00.000Z'],
    ['2026-13-40T00:00:00Z', null],
    [true, null],
  ])('instant %j', (createdAt, read) => {
    expect(row({ createdAt })?.createdAt).toBe(read);
  });
});

describe('one transaction', () => {
  const detail = (json: unknown) => TransactionDetail.parse(toDetail(readDetail(json), json, AS_OF));

  test('with its refunds, disputes and deliveries', () => {
    const json = recorded('detail');
    expect(detail(json)).toMatchObject({
      transaction: { id: 'tx_demo_1', amount: 10000, other: { limitScore: '0.1000000000000000055' } },
      refunds: [{ id: 're_1', amount: 4050, status: 'COMPLETED', refundedAt: '2026-10-03T12:00:00.000Z' }],
      disputes: [{ id: 'inf_1', status: 'OPEN', createdAt: '2026-10-02T15:00:00.000Z' }],
      deliveries: [
        { id: 'cb_2', status: 500, responseTimeMs: 120, createdAt: '2026-10-02T12:00:09.000Z' },
        { id: 'cb_1', status: null, responseTimeMs: null },
      ],
      raw: { id: 'tx_demo_1', Infraction: [{ id: 'inf_1' }] },
      asOf: AS_OF,
    });
    expect(detail(json).transaction.other).not.toHaveProperty('infraction');
  });

  test('is found in envelopes, in a list of one, beside its companions', () => {
    const bare = { id: 'x', status: 'PENDING', amount: 1 };
    for (const json of [
      bare,
      [bare],
      { data: bare },
      { status: 'OK', result: { transaction: bare } },
      { transaction: bare, CallbackLog: [{ id: 'cb' }] },
      { transactions: [bare] },
    ])
      expect(detail(json).transaction).toMatchObject({ id: 'x', status: 'PENDING', amount: 100 });
    expect(detail({ transaction: bare, CallbackLog: [{ id: 'cb' }] }).deliveries).toHaveLength(1);
    expect(detail({ ...bare, infraction: { id: 'i' } }).disputes).toHaveLength(1);
    expect(detail({ ...bare, Infraction: null, CallbackLog: null, refunds: null })).toMatchObject({
      refunds: [],
      disputes: [],
      deliveries: [],
    });
  });

  test.each([[{}], [[]], [null], [{ status: 'OK' }]])('nothing of the kind is unreadable: %j', (json) => {
    expect(() => readDetail(json)).toThrow(UnreadableAnswer);
  });
});

describe('balance and profile', () => {
  const balance = (json: unknown) => Balance.parse(balanceIn(json, centsOf, AS_OF));
  test.each([
    [{ balanceAvailable: 1520.3, balanceBlocked: 15 }, 152030, 1500, 153530],
    [{ data: { available: '1520.30', blocked: '15.00', total: '1535.30' } }, 152030, 1500, 153530],
    [[{ balance_available: 1 }], 100, null, null],
    [{ balance: { available: 2, blocked: 0 } }, 200, 0, 200],
    [{ balance: 3 }, 300, null, null],
  ])('%j', (json, available, blocked, total) => {
    expect(balance(json)).toEqual({ available, blocked, total, breakdown: [], asOf: AS_OF });
  });
  test.each([[{}], [null], [{ ok: true }]])('no balance is unreadable: %j', (json) => {
    expect(() => balanceIn(json, centsOf, AS_OF)).toThrow(UnreadableAnswer);
  });

  const profile = (json: unknown) => Profile.parse(toProfile(readProfile(json), AS_OF));
  test('the profile with its daily limit', () => {
    const wire = {
      accountNumber: '123456',
      branch: '0001',
      name: 'Loja Demo',
      role: 'USER',
      status: 'ACTIVE',
      allowWithdraw: true,
      allowDeposit: 'false',
      cashInTicketMin: 1,
      cashOutTicketMax: 100000,
      ServiceFee: { cashInFixed: 0.5 },
      DailyWithdrawLimit: { limit: 5000, used: 120.5, updatedAt: '2026-10-02T12:00:00Z', lastReset: null },
    };
    expect(profile({ user: wire })).toMatchObject({
      id: null,
      name: 'Loja Demo',
      allowWithdraw: true,
      allowDeposit: false,
      allowInfraction: null,
      chargeMin: 100,
      withdrawalMax: 10000000,
      dailyWithdrawLimit: {
        limit: 500000,
        used: 12050,
        updatedAt: '2026-10-02T12:00:00.000Z',
        lastReset: null,
      },
      other: { ServiceFee: { cashInFixed: 0.5 } },
    });
  });
  test.each([
    [
      { dailyLimit: 50, usage: '1.00' },
      { limit: 5000, used: 100 },
    ],
    [[{ limit: 50 }], { limit: 5000, used: null }],
    [50, { limit: 5000, used: null }],
  ])('a daily limit as %j', (DailyWithdrawLimit, limit) => {
    expect(profile({ name: 'a', branch: 'b', DailyWithdrawLimit }).dailyWithdrawLimit).toMatchObject(limit);
  });
  test.each([[null], [{}]])('no daily limit as %j', (DailyWithdrawLimit) => {
    expect(profile({ name: 'a', branch: 'b', DailyWithdrawLimit }).dailyWithdrawLimit).toBeNull();
  });
});

describe('summary', () => {
  const summary = (json: unknown) => Summary.parse(toSummary(readSummary(json)));
  test('completed money, fees, and days in order', () => {
    expect(summary(recorded('summary'))).toEqual({
      in: 40050,
      out: 8000,
      fees: 475,
      count: 12,
      days: [
        { day: '2026-10-01', in: 30050, out: 0 },
        { day: '2026-10-02', in: 10000, out: 8000 },
      ],
    });
  });
  test('what is not told is null', () => {
    expect(summary({ data: { totalTransactions: 1, deposit: { totalAmount: 2 } } })).toEqual({
      in: 200,
      out: null,
      fees: null,
      count: 1,
      days: [],
    });
    expect(() => readSummary({})).toThrow(UnreadableAnswer);
  });
});
