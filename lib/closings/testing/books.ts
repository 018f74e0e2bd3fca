import type { Cause } from '#lib/closings/rules.ts';
import type { Line, Operation, Order, Payment, World } from '#lib/closings/world.ts';

/** Books of a day for tests: whole ones, and ones with a break of each cause. */

export const DAY = '2026-11-26';
const START = Date.parse('2026-11-26T03:00:00.000Z');
const MINUTE = 60_000;

export const EVENTS = [
  'deposit',
  'deposit-net',
  'deposit-of-yesterday',
  'refunded',
  'partly-refunded',
  'withdrawal',
  'withdrawal-back',
  'operation',
  'blocked',
  'released',
  'released-later',
  'sweep',
  'adjustment',
  'unpaid',
] as const;
export type Event = { kind: (typeof EVENTS)[number]; amount: number; minute: number };

type Draft = Omit<Line, 'balanceBefore' | 'balanceAfter' | 'place'>;
/** Books before their balances are posted. */
export type Books = Omit<World, 'lines' | 'orders' | 'blockedBefore' | 'payments' | 'operations'> & {
  drafts: Draft[];
  payments: Payment[];
  operations: Operation[];
  orders: Order[] | null;
  blockedBefore: Set<string>;
};

const instant = (minute: number) => new Date(START + minute * MINUTE).toISOString();

const draft = (id: string, over: Partial<Draft>): Draft => ({
  ...{ id, side: 'in', type: 'PIX_DEPOSIT', amount: 0, exact: null, gross: null, fee: null },
  ...{ available: true, transactionId: null, endToEndId: null, disputeId: null, postedAt: instant(0) },
  ...over,
});

const payment = (id: string, over: Partial<Payment>): Payment => ({
  ...{
    id,
    status: 'COMPLETED',
    state: 'done',
    side: 'in',
    amount: 0,
    exact: null,
    fee: null,
    feeExact: null,
  },
  ...{
    refunded: null,
    refundOfDispute: false,
    refundedAt: null,
    endToEndId: `E${id}`,
    clientReference: `ref-${id}`,
  },
  ...{ createdAt: instant(0), paidAt: instant(0), updatedAt: instant(0), postedDay: null },
  ...over,
});

export function booksOf(events: readonly Event[]): Books {
  const books: Books = {
    day: DAY,
    drafts: [],
    payments: [],
    operations: [],
    failedNotices: [],
    blockedBefore: new Set(),
    orders: [],
  };
  for (const [at, event] of events.entries()) add(books, event, `t${at}`);
  books.orders = books.payments
    .filter(({ id, side }) => side === 'in' && mainOf(books, id) !== undefined)
    .map(({ clientReference, amount }, at) => ({
      ...{ row: at + 1, reference: clientReference ?? '', endToEndId: null, transactionId: null },
      amount: amount ?? 0,
    }));
  return books;
}

export const mainOf = ({ drafts }: Books, id: string): Draft | undefined =>
  drafts.find((one) => one.id === `l-${id}`);

function add(books: Books, { kind, amount, minute }: Event, id: string): void {
  const at = instant(minute);
  const later = instant(minute + 1);
  const post = (name: string, over: Partial<Draft>) =>
    books.drafts.push(draft(`${name}-${id}`, { transactionId: id, postedAt: at, ...over }));
  const pay = (over: Partial<Payment>) =>
    books.payments.push(payment(id, { amount, createdAt: at, paidAt: at, updatedAt: later, ...over }));
  const fee = 1 + (amount % 50);
  switch (kind) {
    case 'deposit':
    case 'deposit-of-yesterday':
      pay({ fee, ...(kind === 'deposit' ? {} : { createdAt: instant(-600) }) });
      post('l', { amount });
      post('f', { amount: -fee, type: 'SERVICE_FEE', side: 'out' });
      return;
    case 'deposit-net':
      pay({ fee });
      // By its end-to-end id alone, as a service that names its lines otherwise.
      post('l', {
        amount: amount - fee,
        gross: amount,
        fee,
        type: 'PAYMENT',
        transactionId: null,
        endToEndId: `E${id}`,
      });
      return;
    case 'refunded':
    case 'partly-refunded': {
      const refunded = kind === 'refunded' ? amount : Math.ceil(amount / 2);
      pay({ refunded, refundedAt: later, state: kind === 'refunded' ? 'returned' : 'partly' });
      post('l', { amount });
      post('r', { amount: -refunded, type: 'PIX_REFUND', side: 'out', postedAt: later });
      return;
    }
    case 'withdrawal':
    case 'operation':
      pay({ side: 'out', fee: 50, paidAt: later });
      post('l', { amount: -amount, type: 'PIX_WITHDRAW', side: 'out' });
      post('f', { amount: -50, type: 'SERVICE_FEE', side: 'out', postedAt: later });
      if (kind === 'operation')
        books.operations.push({
          id: `op-${id}`,
          kind: 'withdrawal',
          state: 'confirmed',
          amount,
          paymentId: id,
          at,
        });
      return;
    case 'withdrawal-back':
      pay({ side: 'out', state: 'cancelled', paidAt: null });
      post('l', { amount: -amount, type: 'PIX_WITHDRAW', side: 'out' });
      post('b', { amount, type: 'PIX_WITHDRAW_REVERSAL', postedAt: later });
      return;
    case 'blocked':
    case 'released':
    case 'released-later': {
      pay({ createdAt: instant(-9_000), paidAt: instant(-9_000), fee: 3 });
      const dispute = { disputeId: `d-${id}`, side: 'blocks' as const };
      if (kind === 'released-later') books.blockedBefore.add(`d-${id}`);
      else post('k', { ...dispute, amount: -amount, type: 'INFRACTION_BLOCK' });
      if (kind !== 'blocked') post('e', { ...dispute, amount, type: 'INFRACTION_RELEASE', postedAt: later });
      return;
    }
    case 'sweep':
      post('s', { transactionId: null, amount: -amount, type: 'AUTO_WITHDRAW', side: 'out' });
      return;
    case 'adjustment':
      post('j', { transactionId: null, amount: -amount, type: 'ADJUSTMENT', side: 'out' });
      return;
    case 'unpaid':
      pay({ state: 'waiting', status: 'PENDING', paidAt: null, fee: null });
  }
}

/** Posts the balances. `jump`: at this line the running balance jumps by a cent. */
export function worldOf({ drafts, ...books }: Books, jump = -1): World {
  const ordered = drafts
    .map((one, at) => ({ one, at }))
    .sort((a, b) => Date.parse(a.one.postedAt) - Date.parse(b.one.postedAt) || a.at - b.at);
  let balance = 1_000_000;
  const lines = ordered.map(({ one }, at): Line => {
    if (at === jump) balance += 1;
    const before = balance;
    balance += one.amount ?? 0;
    return { ...one, place: ordered.length - at, balanceBefore: before, balanceAfter: balance };
  });
  return { ...books, lines: lines.reverse() };
}

type Break = (books: Books, pick: number) => { world: World };

const from = <T>(some: readonly T[], pick: number): T => {
  const found = some[pick % some.length];
  if (found === undefined) throw new Error('The books have nothing of this kind.');
  return found;
};
const deposits = (books: Books) =>
  books.payments.filter(
    ({ id, side, refunded }) =>
      side === 'in' && refunded === null && mainOf(books, id)?.type === 'PIX_DEPOSIT',
  );
const without = (books: Books, ...ids: string[]): Books => ({
  ...books,
  drafts: books.drafts.filter(({ id }) => !ids.includes(id)),
});
const changed = (books: Books, id: string, over: (line: Draft) => Partial<Draft>): Books => ({
  ...books,
  drafts: books.drafts.map((one) => (one.id === id ? { ...one, ...over(one) } : one)),
});
const paid = (books: Books, id: string, over: Partial<Payment>): Books => ({
  ...books,
  payments: books.payments.map((one) => (one.id === id ? { ...one, ...over } : one)),
});

/** Every cause with the ways to break the books so that it, and no other, is to be found. */
export const BREAKS: Record<Cause, readonly Break[]> = {
  balance_gap: [(books, pick) => ({ world: worldOf(books, 1 + (pick % (books.drafts.length - 1))) })],
  line_without_transaction: [
    (books) => ({
      world: worldOf({
        ...books,
        drafts: [...books.drafts, draft('x', { amount: 700, transactionId: 'nobody' })],
      }),
    }),
    (books) => ({ world: worldOf({ ...books, drafts: [...books.drafts, draft('x', { amount: 700 })] }) }),
  ],
  transaction_without_line: [
    (books, pick) => {
      const { id } = from(
        deposits(books).filter(({ createdAt }) => (createdAt ?? '') >= instant(0)),
        pick,
      );
      return { world: worldOf({ ...without(books, `l-${id}`, `f-${id}`), orders: null }) };
    },
    (books, pick) => {
      const own = books.operations.map(({ paymentId }) => paymentId);
      const out = books.payments.filter(
        ({ id, side, state }) => side === 'out' && state === 'done' && !own.includes(id),
      );
      return { world: worldOf(without(books, `l-${from(out, pick).id}`)) };
    },
  ],
  amount_differs: [
    (books, pick) => ({
      world: worldOf(
        changed(books, `l-${from(deposits(books), pick).id}`, ({ amount }) => ({
          amount: (amount ?? 0) + 1,
        })),
      ),
    }),
    (books, pick) => ({
      world: worldOf(
        changed(books, `l-${from(deposits(books), pick).id}`, () => ({ amount: null, side: null })),
      ),
    }),
  ],
  fee_differs: [
    (books, pick) => ({
      world: worldOf(
        changed(books, `f-${from(deposits(books), pick).id}`, ({ amount }) => ({
          amount: (amount ?? 0) - 1,
        })),
      ),
    }),
    (books, pick) => ({ world: worldOf(without(books, `f-${from(deposits(books), pick).id}`)) }),
  ],
  refund_one_sided: [
    (books, pick) => {
      const { id } = from(
        books.payments.filter(({ refunded }) => refunded !== null),
        pick,
      );
      return { world: worldOf(without(books, `r-${id}`)) };
    },
    (books, pick) => {
      const { id } = from(
        books.payments.filter(({ refunded }) => refunded !== null),
        pick,
      );
      return { world: worldOf(paid(books, id, { refunded: null, refundedAt: null, state: 'done' })) };
    },
    (books, pick) => {
      const { id } = from(
        books.payments.filter(({ state }) => state === 'cancelled'),
        pick,
      );
      return { world: worldOf(without(books, `b-${id}`)) };
    },
  ],
  dispute_unjoined: [
    (books, pick) => {
      const both = books.drafts.filter(
        ({ id }) => id.startsWith('e-') && books.drafts.some((one) => one.id === id.replace('e-', 'k-')),
      );
      return { world: worldOf(without(books, from(both, pick).id.replace('e-', 'k-'))) };
    },
    (books, pick) => {
      const both = books.drafts.filter(
        ({ id }) => id.startsWith('e-') && books.drafts.some((one) => one.id === id.replace('e-', 'k-')),
      );
      return {
        world: worldOf(changed(books, from(both, pick).id, ({ amount }) => ({ amount: (amount ?? 0) - 1 }))),
      };
    },
    (books, pick) => {
      const end = from(
        books.drafts.filter(({ id }) => id.startsWith('e-')),
        pick,
      );
      return { world: worldOf({ ...books, drafts: [...books.drafts, { ...end, id: 'twice' }] }) };
    },
  ],
  operation_open: [
    (books, pick) => {
      const open = from(books.operations, pick);
      return {
        world: worldOf({
          ...books,
          operations: books.operations.map((one) => (one === open ? { ...one, state: 'open' } : one)),
        }),
      };
    },
    (books, pick) => {
      const { paymentId } = from(books.operations, pick);
      return { world: worldOf(without(books, `l-${paymentId}`)) };
    },
  ],
  order_mismatch: [
    (books, pick) => ({
      world: worldOf({
        ...books,
        orders: (books.orders ?? []).filter((_, at, all) => at !== pick % all.length),
      }),
    }),
    (books) => ({
      world: worldOf({
        ...books,
        orders: [
          ...(books.orders ?? []),
          { row: 999, reference: 'none', endToEndId: null, amount: 5, transactionId: null },
        ],
      }),
    }),
    (books, pick) => {
      const orders = (books.orders ?? []).map((one, at, all) =>
        at === pick % all.length ? { ...one, amount: one.amount + 1_000 } : one,
      );
      return { world: worldOf({ ...books, orders }) };
    },
  ],
  notice_undelivered: [
    (books, pick) => ({
      world: worldOf({
        ...books,
        failedNotices: [
          { transactionId: from(deposits(books), pick).id, event: 'COMPLETED', at: instant(900) },
        ],
      }),
    }),
  ],
  provider_move: [
    (books) => ({
      world: worldOf({
        ...books,
        drafts: [...books.drafts, draft('x', { amount: -700, side: 'out', type: 'ZORP' })],
      }),
    }),
  ],
  other_day: [
    (books, pick) => {
      const { id } = from(deposits(books), pick);
      return { world: worldOf(paid(books, id, { createdAt: instant(-700) })) };
    },
    (books, pick) => {
      const { id } = from(
        deposits(books).filter(({ createdAt }) => (createdAt ?? '') >= instant(0)),
        pick,
      );
      const away = without(paid(books, id, { postedDay: '2026-11-27' }), `l-${id}`, `f-${id}`);
      return { world: worldOf({ ...away, orders: null }) };
    },
  ],
};
