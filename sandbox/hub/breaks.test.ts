import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryJournal } from '../journal.ts';
import { BREAK_KINDS } from '../world/breaks.ts';
import { type Charge, type Deposit, type Dispute, isOver, refundSums, sum } from './model.ts';
import { type HubClient, openHub } from './test-client.ts';
import { createHubWorld } from './world.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const ANCHOR = Date.parse('2026-11-20T15:30:00.000Z');

/** Cents that a received payment leaves on the account, by its own fields and its disputes. */
function remainingOf(one: Charge | Deposit, disputes: Dispute[]): number {
  if (one.paidAt === null) return 0;
  const pendingFees = sum(
    one.refunds.filter(({ status }) => status === 'PENDING'),
    ({ fee }) => fee,
  );
  const { refunded, inProgress, fee } = refundSums(one);
  const withheld = sum(disputes, (dispute) => (isOver(dispute) ? dispute.feeCharged : dispute.blockedAmount));
  return one.amount - one.fee - refunded - fee - inProgress - pendingFees - withheld;
}

it('adds up over two years: lines, balance and records, in a band', { timeout: 120_000 }, () => {
  for (const seed of [1, 2, 3]) {
    let now = ANCHOR;
    const clock = { now: () => now, schedule: () => ({ cancel() {} }) };
    const world = createHubWorld({ seed, anchor: ANCHOR, clock, journal: memoryJournal(), onEvent() {} });
    const { book } = world.core;
    now += 730 * DAY;
    world.settle();
    const balances = book.lines.map(({ balanceAfter }) => balanceAfter);
    expect(
      balances.filter(
        (balance, place) => balance !== (balances[place - 1] ?? 0) + (book.lines[place]?.amount ?? 0),
      ),
    ).toEqual([]);
    expect(book.available).toBe(balances.at(-1));
    expect(balances.reduce((one, two) => Math.min(one, two))).toBeGreaterThanOrEqual(0);
    expect(balances.reduce((one, two) => Math.max(one, two))).toBeLessThan(15_000_000);

    const moved = new Map<string, number>();
    for (const { of, amount } of book.lines) moved.set(of, (moved.get(of) ?? 0) + amount);
    const expected = new Map<string, number>();
    const disputes = Map.groupBy(book.disputes, ({ of }) => of);
    for (const one of [...book.charges, ...book.deposits])
      expected.set(one.id, remainingOf(one, disputes.get(one.id) ?? []));
    for (const { id, status, amount, fee, returned } of book.payouts)
      expected.set(id, status === 'FAILED' ? 0 : returned - amount - fee);
    for (const { id, status, direction, amount } of book.transfers)
      expected.set(id, status === 'FAILED' ? 0 : direction === 'SENT' ? -amount : amount);
    expect([...expected].filter(([id, amount]) => (moved.get(id) ?? 0) !== amount)).toEqual([]);
    expect([...moved.keys()].filter((id) => !expected.has(id))).toEqual([]);
  }
});

type Json = Record<string, unknown>;
let client: HubClient;
beforeAll(async () => {
  client = await openHub();
  await client.control('state', { rateLimits: false, quiet: true });
});
afterAll(() => client.sandbox.close());

const day = (daysAgo: number) => new Date(Date.now() - 3 * HOUR - daysAgo * DAY).toISOString().slice(0, 10);

async function read(daysAgo: number) {
  const all: Json[] = await client.all('/transactions/statement?sortDirection=asc');
  const gaps = all.filter(
    (line, place) =>
      Number(line.balanceAfter) !== Number(all[place - 1]?.balanceAfter ?? 0) + Number(line.amount),
  );
  const charges = await client.all(
    `/transactions/payment?dateFrom=${day(daysAgo + 1)}&dateTo=${day(daysAgo)}`,
  );
  const { available } = (await client.get('/transactions/balance')).json;
  return { lines: all.map(({ balanceAfter: _, ...line }) => line), charges, gaps: gaps.length, available };
}
type Books = Awaited<ReturnType<typeof read>>;

function news(before: Json[], after: Json[]): Json[] {
  const known = new Set(before.map((one) => JSON.stringify(one)));
  return after.filter((one) => !known.has(JSON.stringify(one)));
}

function changesOf(before: Books, after: Books) {
  const show = ({ trigger, amount }: Json) => `${trigger} ${amount}`;
  return {
    added: news(before.lines, after.lines).map(show),
    removed: news(after.lines, before.lines).map(show),
    charges: news(before.charges, after.charges).length,
    gaps: after.gaps - before.gaps,
    balance: after.available - before.available,
  };
}

const NONE = { added: [], removed: [], charges: 0, gaps: 0, balance: 0 };
type Expected = (amount: number, net: number) => Partial<ReturnType<typeof changesOf>>;
const half = (amount: number) => Math.floor(amount / 2);

const CASES: [Json, Expected][] = [
  [{ kind: 'line-without-transaction' }, () => ({ added: ['PAYMENT 100'], balance: 100 })],
  [{ kind: 'transaction-without-line' }, (_, net) => ({ removed: [`PAYMENT ${net}`], balance: -net })],
  [
    { kind: 'amount', amount: 250 },
    (_, net) => ({ added: [`PAYMENT ${net + 250}`], removed: [`PAYMENT ${net}`], balance: 250 }),
  ],
  [
    { kind: 'fee', amount: 1 },
    (_, net) => ({ added: [`PAYMENT ${net - 1}`], removed: [`PAYMENT ${net}`], balance: -1 }),
  ],
  [{ kind: 'other-day' }, (_, net) => ({ added: [`PAYMENT ${net}`], removed: [`PAYMENT ${net}`] })],
  [{ kind: 'refund' }, (amount) => ({ added: [`PAYMENT_REFUND ${-half(amount)}`], balance: -half(amount) })],
  [{ kind: 'refund', side: 'transaction' }, () => ({ charges: 1 })],
  [{ kind: 'dispute' }, (amount) => ({ added: [`INFRACTION_BLOCK ${-amount}`], balance: -amount })],
  [
    { kind: 'dispute', part: 'settlement' },
    (amount) => ({
      added: [`INFRACTION_BLOCK ${-amount}`, 'INFRACTION_SETTLED -100'],
      balance: -amount - 100,
    }),
  ],
  [
    { kind: 'dispute', part: 'release' },
    (amount) => ({
      added: [`INFRACTION_BLOCK ${-amount}`, `INFRACTION_RELEASED ${amount - 100}`],
      balance: -100,
    }),
  ],
  [{ kind: 'sweep', amount: 700 }, () => ({ added: ['AUTO_WITHDRAW -700'], balance: -700 })],
  [{ kind: 'adjustment', amount: 3 }, () => ({ added: ['ADJUSTMENT 3'], balance: 3 })],
  [{ kind: 'gap', amount: 42 }, () => ({ gaps: 1, balance: 42 })],
  [{ kind: 'late-line' }, (_, net) => ({ removed: [`PAYMENT ${net}`], balance: -net })],
  [{ kind: 'late-status' }, () => ({ charges: 1 })],
];

async function put(body: Json) {
  const { status, json } = await client.control('books/breaks', body);
  expect([status, json.error]).toEqual([200, undefined]);
  return json.break as { paymentId: string };
}

describe('a break changes exactly what it says', () => {
  it('has a case of every kind', () => {
    expect(new Set(CASES.map(([{ kind }]) => kind))).toEqual(new Set(BREAK_KINDS));
  });

  it.each(CASES)('%j', async (body, expected) => {
    const before = await read(3);
    const { paymentId } = await put({ day: day(3), ...body });
    const { amount, netAmount } = (await client.get(`/transactions/payment/${paymentId}`)).json;
    expect(changesOf(before, await read(3))).toEqual({ ...NONE, ...expected(amount, netAmount) });
  });

  it('refuses decimals that the Hub does not have', async () => {
    expect((await client.control('books/breaks', { day: day(3), kind: 'fee', decimals: 4 })).status).toBe(
      400,
    );
  });
});

it.each(['late-line', 'late-status'])('%s appears when its time has come', async (kind) => {
  const before = await read(5);
  const { paymentId } = await put({ day: day(5), kind, appearsInMs: 2 * HOUR });
  expect(changesOf(before, await read(5))).not.toEqual(NONE);
  await client.control('time', { advanceMs: 2 * HOUR });
  const after = await read(5);
  const chargeId = (await client.get(`/transactions/payment/${paymentId}`)).json.id;
  const own = ({ lines, charges }: Books) => [
    lines.filter(({ originId }) => originId === paymentId),
    charges.find(({ id }) => id === chargeId),
  ];
  expect([own(after), after.gaps]).toEqual([own(before), before.gaps]);
});
