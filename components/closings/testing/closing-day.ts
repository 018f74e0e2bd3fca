import type { DayDetail, DayLine, DifferenceLine } from '#lib/closings/queries.ts';

export const DAY = '2026-11-26';
/** Instant at which pages are drawn. */
export const NOW = '2026-11-27T13:14:00.000Z';
export const ANA = { id: 'op', name: 'Ana' };
export const CAIO = { id: 'caio', name: 'Caio Fontes' };

const READ_AT = '2026-11-27T03:31:00.000Z';
const amount = (cents: number) => ({ cents });

const EQUATION = {
  opening: amount(14_231_806),
  in: amount(25_854_727),
  out: amount(-19_671_002),
  blocks: amount(-239_400),
  closing: amount(20_176_131),
};

/** A day with two open differences, one explained and two resolved by themselves. */
export const detail = (over: Partial<DayDetail> = {}): DayDetail => ({
  day: DAY,
  state: 'open',
  reading: false,
  changedSince: false,
  readAt: READ_AT,
  problem: null,
  from: '2026-11-26T03:00:00.000Z',
  to: '2026-11-27T03:00:00.000Z',
  figures: {
    ...EQUATION,
    lines: 3_209,
    parts: [
      { id: 'in:PIX_DEPOSIT', side: 'in', type: 'PIX_DEPOSIT', count: 1_548, sum: amount(23_190_437) },
      {
        id: 'in:BANK_SLIP_DEPOSIT',
        side: 'in',
        type: 'BANK_SLIP_DEPOSIT',
        count: 36,
        sum: amount(2_664_290),
      },
      { id: 'out:PIX_WITHDRAW', side: 'out', type: 'PIX_WITHDRAW', count: 1_618, sum: amount(-19_671_002) },
      {
        id: 'blocks:INFRACTION_BLOCK',
        side: 'blocks',
        type: 'INFRACTION_BLOCK',
        count: 7,
        sum: amount(-239_400),
      },
    ],
    openingFrom: 'closed_day',
    reported: { amount: amount(20_176_131), at: '2026-11-27T02:59:59.000Z' },
    difference: amount(0),
    gaps: 0,
    unjudged: 0,
  },
  differences: { open: 2, explained: 1, resolved: 2, openSum: amount(132_990) },
  responsible: [ANA],
  signedBy: null,
  confirmedBy: null,
  version: null,
  previous: { day: '2026-11-25', closing: amount(14_231_806), version: 1, equal: true },
  causes: [
    {
      cause: 'refund_one_sided',
      count: 1,
      sum: amount(14_990),
      open: 1,
      explained: 0,
      resolved: 0,
      openSum: amount(14_990),
    },
    {
      cause: 'order_mismatch',
      count: 2,
      sum: amount(119_000),
      open: 1,
      explained: 1,
      resolved: 0,
      openSum: amount(118_000),
    },
    {
      cause: 'fee_differs',
      count: 2,
      sum: { cents: 0, exact: '0.0035' },
      open: 0,
      explained: 0,
      resolved: 2,
      openSum: amount(0),
    },
  ],
  orders: null,
  close: {
    obstacle: 'differences',
    secondPerson: true,
    nextVersion: 1,
    readingId: 'reading-1',
    signed: null,
    confirmers: [CAIO],
  },
  versions: [],
  changes: null,
  people: [ANA, CAIO],
  asOf: NOW,
  ...over,
});

/** The same day without open differences, so that it can be closed. */
export const explained = (over: Partial<DayDetail['close']> = {}): DayDetail => {
  const day = detail();
  return {
    ...day,
    differences: { open: 0, explained: 3, resolved: 2, openSum: amount(0) },
    causes: day.causes.map((group) => ({
      ...group,
      open: 0,
      explained: group.open + group.explained,
      openSum: amount(0),
    })),
    close: { ...day.close, obstacle: null, ...over },
  };
};

/** The same day closed by two people as version 1. */
export const closed = (over: Partial<DayDetail> = {}): DayDetail => {
  const day = explained({ obstacle: 'unchanged', nextVersion: 2 });
  return {
    ...day,
    state: 'closed',
    version: 1,
    signedBy: ANA,
    confirmedBy: CAIO,
    versions: [
      {
        version: 1,
        sha256: '7c1e90ab52f3c8e16d0b7a94f8213ce5b1a6ef0294c7d83b5e12a09f6bd40f21',
        bytes: 1_204_000,
        lines: 3_209,
        figures: { ...EQUATION, reported: amount(20_176_131), difference: amount(0) },
        explained: 3,
        resolved: 2,
        signedBy: ANA,
        signedAt: '2026-11-27T12:41:20.000Z',
        confirmedBy: CAIO,
        sealedAt: '2026-11-27T12:52:07.000Z',
        auditEntry: 48_912,
      },
    ],
    ...over,
  };
};

/** An order without payment. */
export const ORDER: DifferenceLine = {
  id: 'dif-50388',
  cause: 'order_mismatch',
  reason: 'payment_missing',
  left: { kind: 'order', id: 'pedido-50388', amount: amount(118_000), at: null, word: null },
  right: null,
  difference: amount(118_000),
  transactionId: null,
  state: 'open',
  responsible: null,
  note: null,
  by: null,
  at: READ_AT,
};

/** An order whose payment has another amount, explained. */
export const COUPON: DifferenceLine = {
  ...ORDER,
  id: 'dif-50412',
  reason: 'amount',
  left: { kind: 'order', id: 'pedido-50412', amount: amount(24_990), at: null, word: null },
  right: { kind: 'transaction', id: 'tx_1', amount: amount(23_990), at: READ_AT, word: 'COMPLETED' },
  difference: amount(1_000),
  transactionId: 'tx_1',
  state: 'explained',
  responsible: CAIO,
  by: CAIO,
  note: 'Cupom lançado depois no ERP.',
};

/** A payment without order. */
export const SALE: DifferenceLine = {
  ...ORDER,
  id: 'dif-sale',
  reason: 'order_missing',
  left: null,
  right: { kind: 'transaction', id: 'tx_sale', amount: amount(7_450), at: READ_AT, word: 'COMPLETED' },
  difference: amount(7_450),
  transactionId: 'tx_sale',
  state: 'explained',
  responsible: ANA,
  by: ANA,
  note: 'Venda de balcão.',
};

export const dayLine = (day: string, over: Partial<DayLine> = {}): DayLine => ({
  day,
  state: 'closed',
  reading: false,
  changedSince: false,
  readAt: READ_AT,
  problem: null,
  figures: EQUATION,
  differences: { open: 0, explained: 6, resolved: 1, openSum: amount(0) },
  responsible: [],
  signedBy: ANA,
  confirmedBy: CAIO,
  version: 1,
  ...over,
});
