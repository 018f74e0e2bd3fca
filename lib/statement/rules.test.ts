import { describe, expect, test } from 'vitest';
import type { StatementLine } from '#lib/providers/money-records.ts';
import { lineDirection, textInsteadOfName, typeReading } from '#lib/statement/readings.ts';
import {
  bracketsOf,
  daysOf,
  depositState,
  disputeHref,
  missingNamesQuery,
  pairOf,
  paymentHref,
  sumsOf,
  typesToOffer,
  withNames,
} from '#lib/statement/rules.ts';

let count = 0;
function line(over: Partial<StatementLine>): StatementLine {
  count += 1;
  return {
    id: `line_${count}`,
    amount: 100,
    balanceAfter: 1_000,
    balanceBefore: null,
    balanceType: null,
    type: 'PAYMENT',
    description: null,
    transactionId: null,
    disputeId: null,
    gross: null,
    fee: null,
    status: null,
    statusReason: null,
    counterparty: { name: null, document: null, pixKey: null },
    createdAt: '2026-11-19T15:00:00.000Z',
    postedAt: '2026-11-19T15:00:00.000Z',
    other: {},
    ...over,
  };
}
const NEWEST = { sort: 'posted', order: 'desc' } as const;

test('a sign means that the available balance moved', () => {
  expect(lineDirection(line({ amount: 5 }))).toBe('in');
  expect(lineDirection(line({ amount: -5, balanceType: 'AVAILABLE' }))).toBe('out');
  expect(lineDirection(line({ amount: 5, balanceType: 'BLOCKED' }))).toBe('still');
  expect(lineDirection(line({ amount: null }))).toBe('still');
  expect(lineDirection(line({ amount: 0 }))).toBe('still');
});

test('a day closes with the available balance, not with the blocked one that a block’s other side states', () => {
  const blocked = line({ amount: 300, balanceType: 'BLOCKED', balanceAfter: 300 });
  expect(daysOf([blocked, line({ balanceAfter: 700 })], NEWEST).map(({ closing }) => closing)).toEqual([700]);
});

describe('days', () => {
  // 02:30 UTC is the evening before in São Paulo.
  const evening = line({ amount: -300, balanceAfter: 700, postedAt: '2026-11-20T02:30:00.000Z' });
  const noon = line({ amount: 1_000, balanceAfter: 1_000, postedAt: '2026-11-19T15:00:00.000Z' });
  const blocked = line({ amount: 300, balanceType: 'BLOCKED', balanceAfter: 700 });
  const before = line({ amount: 50, balanceAfter: null, postedAt: '2026-11-18T15:00:00.000Z' });

  test('lines of one São Paulo day stand together, with what moved and the balance after the last', () => {
    const groups = daysOf([evening, blocked, noon, before], NEWEST);
    expect(groups.map(({ day, lines }) => [day, lines.length])).toEqual([
      ['2026-11-19', 3],
      ['2026-11-18', 1],
    ]);
    expect(groups[0]).toMatchObject({ sums: { in: 1_000, out: 300 }, opening: 0, closing: 700 });
    expect(groups[1]).toMatchObject({ sums: { in: 50, out: 0 }, opening: null, closing: null });
  });

  test('oldest first, the day closes with its last line', () => {
    const [group] = daysOf([noon, evening], { sort: 'posted', order: 'asc' });
    expect(group).toMatchObject({ opening: 0, closing: 700 });
  });

  test('lines of one instant in the other order: the balances show which was first', () => {
    const paid = line({ amount: 1_000, balanceBefore: 500, balanceAfter: 1_500 });
    const fee = line({ amount: -99, balanceBefore: 1_500, balanceAfter: 1_401 });
    for (const lines of [
      [paid, fee],
      [fee, paid],
    ])
      expect(daysOf(lines, NEWEST)[0]).toMatchObject({ opening: 500, closing: 1_401 });
  });

  test('by creation where so ordered; a line without a time has no day', () => {
    const late = line({ createdAt: '2026-11-01T15:00:00.000Z', postedAt: '2026-11-19T15:00:00.000Z' });
    expect(daysOf([late], { sort: 'created', order: 'desc' })[0]?.day).toBe('2026-11-01');
    expect(daysOf([line({ createdAt: null, postedAt: null })], NEWEST)[0]?.day).toBe('');
  });

  test('sums leave out what only changed the blocked balance', () => {
    expect(sumsOf([evening, blocked, noon])).toMatchObject({ in: 1_000, out: 300, unjudged: 0 });
    // R6: what moved the balance by an unknown amount or direction is in no sum, and is counted.
    const unknown = line({ amount: null, amountUnsigned: 700, directionDoubt: 'untold' });
    expect(sumsOf([evening, unknown])).toMatchObject({ unjudged: 1 });
    expect(sumsOf([evening, line({ ...blocked, amount: null })])).toMatchObject({ unjudged: 0 });
  });
});

test('fees are summed apart: lines of their own, and those inside an amount, which stay in it', () => {
  const paid = line({ amount: 2_448, gross: 2_500, fee: 52 });
  const payout = line({ type: 'PAYOUT', amount: -5_200, gross: 5_000, fee: 200 });
  const back = line({ type: 'PAYOUT_REVERSAL', amount: 5_200, gross: 5_000, fee: 200 });
  expect(sumsOf([paid, payout])).toMatchObject({ in: 2_448, out: 5_200, fees: 0, included: 252 });
  expect(sumsOf([payout, back])).toMatchObject({ included: 0 });
  // Where the parts do not come to the amount nobody knows what the fee was taken of.
  expect(sumsOf([line({ amount: 2_500, gross: 2_500, fee: 52 })])).toMatchObject({ included: 0 });
  const fee = line({ type: 'SERVICE_FEE', amount: -99 });
  const returned = line({ type: 'SERVICE_FEE', amount: 40 });
  expect(sumsOf([fee, returned])).toMatchObject({ in: 0, out: 0, fees: 59 });
});

describe('a block and its end', () => {
  const block = line({
    type: 'INFRACTION_BLOCK',
    disputeId: 'd',
    amount: -890,
    postedAt: '2026-11-19T12:00:00.000Z',
  });
  const end = line({
    type: 'INFRACTION_RELEASED',
    disputeId: 'd',
    amount: 885,
    postedAt: '2026-11-19T16:00:00.000Z',
  });
  const other = line({});

  test('belong together, with what they come to', () => {
    const pair = pairOf(block, [end, other, block]);
    expect(pair?.lines.map(({ id }) => id)).toEqual([end.id, block.id]);
    expect(pair?.difference).toBe(-5);
    expect(pairOf(block, [block, other])).toBeNull();
    expect(pairOf(other, [other])).toBeNull();
  });

  test('are joined in the table; without an end there is an open stub', () => {
    expect([...bracketsOf([end, other, block], 'desc').entries()]).toEqual([
      [end.id, 'top'],
      [other.id, 'middle'],
      [block.id, 'bottom'],
    ]);
    expect(bracketsOf([other, block], 'desc').get(block.id)).toBe('open');
    // Oldest first, the end may stand on a page that was not read yet.
    expect(bracketsOf([block], 'asc').size).toBe(0);
  });

  test('two that would cross: the later one is left alone', () => {
    const second = line({ type: 'INFRACTION_BLOCK', disputeId: 'e', amount: -10 });
    const secondEnd = line({ type: 'INFRACTION_RELEASED', disputeId: 'e', amount: 10 });
    const found = bracketsOf([end, secondEnd, block, second], 'desc');
    expect(found.get(block.id)).toBe('bottom');
    expect(found.get(second.id)).toBeUndefined();
  });
});

test('where a payment or a dispute is shown depends on what the account has', () => {
  const pix = { slug: 'pix', capabilities: ['transactions', 'disputes'] };
  const hub = { slug: 'hub', capabilities: ['charges', 'withdrawals', 'transfers', 'statement'] };
  expect(paymentHref(pix, 'tx 1')).toBe('/pix/transactions/tx%201');
  expect(paymentHref(hub, 'payment:p1')).toBe('/hub/charges?open=payment%3Ap1');
  expect(paymentHref(hub, 'withdraw:w1')).toBe('/hub/withdrawals?open=withdraw%3Aw1');
  expect(paymentHref(hub, 'deposit:d1'), 'D: its own page').toBe('/hub/deposits/deposit%3Ad1');
  expect(paymentHref(hub, 'bare')).toBeNull();
  expect(paymentHref(pix, null)).toBeNull();
  expect(disputeHref(pix, 'd/1')).toBe('/pix/disputes/d%2F1');
  expect(disputeHref(hub, 'd1')).toBeNull();
});

test('types to choose from: the documents’, then what was seen and requested', () => {
  expect(typesToOffer('pix', ['SERVICE_FEE', null, 'not a word', 'PIX_DEPOSIT'], ['OTHER'])).toEqual([
    'PIX_DEPOSIT',
    'OTHER',
    'SERVICE_FEE',
  ]);
  expect(typesToOffer('hub', ['NEW_KIND'], [])).toHaveLength(11);
});

test('a deposit’s state, by the provider’s word', () => {
  expect(
    ['PENDING', 'approved', 'COMPLETED', 'HELD', null].map((status) => depositState({ status })),
  ).toEqual(['waiting', 'approved', 'credited', 'other', 'other']);
});

test.each([
  [{ description: 'Comissão de outubro', type: 'COMMISSION', transactionId: 'a1' }, 'Comissão de outubro'],
  [{ description: null, type: 'COMMISSION', transactionId: '68f1c2d3e4a5b6c7d8e9f0a1' }, 'service'],
  [{ description: '68f1c2d3e4a5b6c7d8e9f0a1', type: 'PIX_DEPOSIT', transactionId: 'a1' }, 'unnamed'],
  [{ description: ' ', type: 'SERVICE_FEE', transactionId: null }, 'service'],
  [{ description: null, type: 'PIX_DEPOSIT', transactionId: null }, undefined],
])('U10: where nobody is named, %o shows %s and never an id', (fields, text) => {
  const shown = textInsteadOfName(fields);
  expect(shown?.by === 'provider' ? shown.text : shown?.why).toBe(text);
});

describe('U10: who stood on the other side', () => {
  const nobody = line({ transactionId: 'tx_1', postedAt: '2026-11-19T15:00:00.000Z' });
  const somebody = line({
    transactionId: 'tx_2',
    counterparty: { name: 'Ana', document: null, pixKey: null },
  });

  test('is requested for lines with a payment and nobody, a day back for charges that waited', () => {
    expect(missingNamesQuery([nobody, { ...nobody, id: 'fee' }, somebody, line({})])).toEqual({
      from: '2026-11-18T15:00:00.000Z',
      to: '2026-11-19T15:00:00.001Z',
      ids: 'tx_1',
    });
    expect(missingNamesQuery([somebody, line({})])).toBeNull();
  });

  test('stands in the line; what the line itself names stays', () => {
    const named = [
      { transactionId: 'tx_1', name: 'Bia', document: '***.982.247-**' },
      { transactionId: 'tx_2', name: 'Caio', document: null },
    ];
    expect(
      withNames([nobody, somebody, line({})], named).map(({ counterparty }) => counterparty.name),
    ).toEqual(['Bia', 'Ana', null]);
  });
});

test.each([
  ['BANK_SLIP_CREDIT_RECEIVED', 'DEPOSIT'],
  ['MED_BLOCK', 'DISPUTE'],
  ['PAYOUT_RETURNED', 'WITHDRAWAL_BACK'],
  ['pixRefundSent', 'REFUND'],
  ['MONTHLY_FEE', 'FEE'],
  ['AUTO_WITHDRAW', 'SWEEP'],
  ['AUTO_WITHDRAW_REVERSAL', 'WITHDRAWAL_BACK'],
  ['AUTO_WITHDRAW_FEE', 'FEE'],
  ['dailySweep', 'SWEEP'],
  ['SAQUE_AUTOMATICO', 'SWEEP'],
  ['LIQUIDATION', 'SWEEP'],
  ['BOLETO_LIQUIDADO', 'DEPOSIT'],
  ['INTERNAL_TRANSFER', 'TRANSFER'],
  ['BALANCE_ADJUSTMENT', 'ADJUSTMENT'],
  ['JUDICIAL_BLOCK', 'BLOCK'],
  ['balance_unblock', 'RELEASE'],
  ['BLOQUEIO_JUDICIAL', 'BLOCK'],
  ['DESBLOQUEIO', 'RELEASE'],
  ['HOLD_RELEASED', 'RELEASE'],
  ['INFRACTION_BLOCK', 'DISPUTE'],
  ['X1', null],
])('U10: the unknown type %s is read as %s', (word, reading) => {
  expect(typeReading(word)).toBe(reading);
});
