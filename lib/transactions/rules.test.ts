import { describe, expect, it } from 'vitest';
import { asRead } from '#lib/core/status/testing/as-read.ts';
import type { Refund, Transaction, TransactionDetail } from '#lib/providers/records.ts';
import type { TimelineEntry } from '#lib/transactions/contract.ts';
import {
  badgesOf,
  counterpartOf,
  directionOf,
  expiryOf,
  foldTimeline,
  hasMoved,
  kindOf,
  refundableCents,
  refundedCents,
} from '#lib/transactions/rules.ts';

const nobody = {
  name: null,
  document: null,
  institutionIspb: null,
  institutionName: null,
  accountNumber: null,
};

const blank = {
  status: null,
  amount: null,
  text: null,
  url: 'https://a.example/x',
  httpStatus: null,
  responseTimeMs: null,
  operator: null,
};

function transaction(over: Partial<Transaction> = {}): Transaction {
  return asRead({
    id: 't1',
    status: 'COMPLETED',
    type: 'DEPOSIT',
    method: 'PIX',
    amount: 1000,
    fee: null,
    qrCodeText: null,
    qrCodeUrl: null,
    hasQrCodeImage: false,
    generatedName: null,
    generatedDocument: null,
    generatedEmail: null,
    payer: nobody,
    receiver: nobody,
    endToEndId: null,
    createdAt: null,
    updatedAt: null,
    paidAt: null,
    withdrawPixKey: null,
    withdrawPixType: null,
    clientReference: null,
    virtualAccount: null,
    callbackUrl: null,
    refundEndToEndId: null,
    refundAmount: null,
    refundStatus: null,
    refundReason: null,
    refundDescription: null,
    refundedAt: null,
    cancellationReason: null,
    other: {},
    ...over,
  });
}

function refund(amount: number, status: string): Refund {
  return {
    id: null,
    amount,
    status,
    reason: null,
    description: null,
    endToEndId: null,
    refundedAt: null,
    createdAt: null,
  };
}

describe('direction', () => {
  it.each([
    ['COMPLETED', 'DEPOSIT', 'in'],
    ['COMPLETED', 'COMMISSION', 'in'],
    ['COMPLETED', 'WITHDRAW', 'out'],
    ['COMPLETED', 'LIQUIDATION', 'still'],
    ['COMPLETED', null, 'still'],
    ['PENDING', 'DEPOSIT', 'still'],
    ['REFUNDED', 'DEPOSIT', 'still'],
    ['WAITING_FOR_REFUND', 'DEPOSIT', 'still'],
    ['ERROR', 'WITHDRAW', 'still'],
    [null, 'WITHDRAW', 'still'],
  ])('%s %s → %s', (status, type, direction) => {
    expect(directionOf({ status, type })).toBe(direction);
  });
});

describe('counterpart', () => {
  it('is the payer of a deposit and the receiver of a withdrawal', () => {
    const payer = { ...nobody, name: 'Ana', document: '1' };
    const receiver = { ...nobody, name: 'Bia', document: '2' };
    expect(counterpartOf(transaction({ payer, receiver })).name).toBe('Ana');
    expect(counterpartOf(transaction({ payer, receiver, type: 'WITHDRAW' })).name).toBe('Bia');
  });
  it('falls back to whom a charge was made out to', () => {
    const charge = transaction({ status: 'PENDING', generatedName: 'Caio', generatedDocument: '3' });
    expect(counterpartOf(charge)).toMatchObject({ name: 'Caio', document: '3' });
  });
  it('shows why nobody is there', () => {
    expect(counterpartOf(transaction({ status: 'PENDING' })).absent).toBe('to-receive');
    expect(counterpartOf(transaction({ status: 'EXPIRED' })).absent).toBe('not-paid');
    expect(counterpartOf(transaction({ type: 'COMMISSION' })).absent).toBe('commission');
    expect(counterpartOf(transaction({ type: 'WITHDRAW', status: 'PENDING' })).absent).toBe('unknown');
  });
});

describe('refunds', () => {
  it('counts what is back or on the way back, not what was cancelled', () => {
    const list = [refund(100, 'COMPLETED'), refund(50, 'PENDING'), refund(900, 'CANCELED')];
    expect(refundedCents(transaction(), list)).toBe(150);
    expect(refundableCents(transaction(), list)).toBe(850);
  });
  it('believes the larger of the list and the own field', () => {
    expect(refundedCents(transaction({ refundAmount: 300, refundStatus: 'COMPLETED' }), [])).toBe(300);
    expect(refundedCents(transaction({ refundAmount: 300, refundStatus: 'CANCELED' }), [])).toBe(0);
  });
  it('offers nothing for what cannot be refunded', () => {
    expect(refundableCents(transaction({ type: 'WITHDRAW' }), [])).toBeNull();
    expect(refundableCents(transaction({ status: 'PENDING' }), [])).toBeNull();
    expect(refundableCents(transaction({ method: 'BANK_SLIP' }), [])).toBeNull();
    expect(refundableCents(transaction({ amount: null }), [])).toBeNull();
    expect(refundableCents(transaction({ amount: 100 }), [refund(150, 'COMPLETED')])).toBe(0);
  });
});

describe('badges', () => {
  const delivery = (status: number | null, createdAt: string, url: string | null = null) => ({
    id: null,
    url,
    status,
    responseTimeMs: null,
    createdAt,
  });
  const detail = (over: Partial<TransactionDetail>): TransactionDetail => ({
    transaction: transaction(),
    refunds: [],
    disputes: [],
    deliveries: [],
    raw: {},
    asOf: '',
    ...over,
  });
  it('counts failures since the last delivered one', () => {
    const deliveries = [delivery(503, '3'), delivery(null, '4'), delivery(200, '2'), delivery(503, '1')];
    expect(badgesOf(detail({ deliveries }))).toEqual([{ kind: 'delivery-failed', attempts: 2 }]);
    expect(badgesOf(detail({ deliveries: deliveries.slice(2) }))).toEqual([]);
  });
  it('counts each address on its own', () => {
    const deliveries = [delivery(503, '1', 'a'), delivery(200, '2', 'b'), delivery(503, '3', 'a')];
    expect(badgesOf(detail({ deliveries }))).toEqual([{ kind: 'delivery-failed', attempts: 2 }]);
  });
  it('counts each event on its own where the timeline names them', () => {
    const deliveries = [delivery(503, '1'), delivery(503, '2'), delivery(503, '3')];
    const of = (id: string, text: string) => ({ ...blank, id, at: id, kind: 'delivery' as const, text });
    const entries = [
      of('3', 'TRANSACTION_REFUNDED'),
      of('2', 'TRANSACTION_REFUNDED'),
      of('1', 'TRANSACTION_PAID'),
    ];
    expect(badgesOf(detail({ deliveries }), entries)).toEqual([{ kind: 'delivery-failed', attempts: 2 }]);
  });
  it('names a partial refund and a dispute', () => {
    const partly = detail({ refunds: [refund(1, 'COMPLETED')] });
    expect(badgesOf(partly)).toEqual([{ kind: 'partly-refunded' }]);
    const own = detail({ transaction: transaction({ status: 'PARTIALLY_REFUNDED' }) });
    expect(badgesOf(own)).toEqual([{ kind: 'partly-refunded' }]);
    const dispute = { id: 'd', status: 'OPEN', createdAt: null, updatedAt: null };
    expect(badgesOf(detail({ disputes: [dispute] }))).toEqual([{ kind: 'disputed', count: 1 }]);
  });
});

describe('timeline', () => {
  const entry = (id: string, kind: TimelineEntry['kind'], over: Partial<TimelineEntry> = {}) => ({
    ...blank,
    id,
    at: id,
    kind,
    ...over,
  });
  it('folds failures that stand together and have one answer', () => {
    const lines = foldTimeline([
      entry('6', 'delivery', { httpStatus: 200 }),
      entry('5', 'delivery', { httpStatus: 503 }),
      entry('4', 'delivery', { httpStatus: 503 }),
      entry('3', 'refund'),
      entry('2', 'delivery', { httpStatus: 503 }),
      entry('1', 'delivery', { httpStatus: 500 }),
      entry('0', 'created'),
    ]);
    expect(lines.map((line) => [line.entry.id, line.folded.length, line.attempt])).toEqual([
      ['6', 0, 5],
      ['5', 1, 4],
      ['3', 0, null],
      ['2', 0, 2],
      ['1', 0, 1],
      ['0', 0, null],
    ]);
  });
  it('U5: counts and folds attempts within one event', () => {
    const lines = foldTimeline([
      entry('5', 'delivery', { httpStatus: 503, text: 'TRANSACTION_REFUNDED' }),
      entry('4', 'delivery', { httpStatus: 503, text: 'TRANSACTION_COMPLETED' }),
      entry('3', 'delivery', { httpStatus: 503, text: 'TRANSACTION_COMPLETED' }),
      entry('2', 'delivery', { httpStatus: 200, text: 'TRANSACTION_PENDING' }),
    ]);
    expect(lines.map((line) => [line.entry.id, line.folded.length, line.attempt])).toEqual([
      ['5', 0, 1],
      ['4', 1, 2],
      ['2', 0, 1],
    ]);
  });
  it('U5: each change of a dispute is an event of its own', () => {
    const attempt = (id: string, httpStatus: number) =>
      entry(id, 'delivery', { httpStatus, text: 'INFRACTION_CHANGED' });
    const lines = foldTimeline([attempt('3', 200), attempt('2', 503), attempt('1', 200)]);
    expect(lines.map(({ attempt }) => attempt)).toEqual([2, 1, 1]);
  });
  it('never folds deliveries that arrived', () => {
    const two = [entry('2', 'delivery', { httpStatus: 200 }), entry('1', 'delivery', { httpStatus: 200 })];
    expect(foldTimeline(two)).toHaveLength(2);
  });
});

describe('what is left', () => {
  it('moved also where it went back since', () => {
    expect(['COMPLETED', 'REFUNDED', 'PENDING', null].map((status) => hasMoved({ status }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
  it('finds an expiry among the unknown fields', () => {
    const other = { expiresAt: '2026-11-19T14:00:00-03:00' };
    expect(expiryOf({ other })).toBe('2026-11-19T17:00:00.000Z');
    expect(expiryOf({ other: { expiresAt: 600 } })).toBeNull();
    expect(expiryOf({ other: {} })).toBeNull();
  });
});

it('names kinds it knows, and returns other for the rest', () => {
  expect(kindOf({ type: 'DEPOSIT', method: 'PIX' })).toBe('DEPOSIT_PIX');
  expect(kindOf({ type: 'WITHDRAW', method: null })).toBe('WITHDRAW_PIX');
  expect(kindOf({ type: 'COMMISSION', method: null })).toBe('COMMISSION');
  expect(kindOf({ type: 'ADJUSTMENT', method: 'PIX' })).toBe('other');
});
