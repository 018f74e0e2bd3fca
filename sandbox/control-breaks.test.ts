import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openClient } from './test-client.ts';
import { BREAK_KINDS } from './world/breaks.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const BALANCES = /^(previous|new)Balance/;

let client: Client;
beforeAll(async () => {
  client = await openClient({ speed: 0, transactions: 20_000 });
});
afterAll(() => client.sandbox.close());

type Json = Record<string, unknown>;
const day = (daysAgo: number) => new Date(Date.now() - 3 * HOUR - daysAgo * DAY).toISOString().slice(0, 10);
const cents = (value: unknown) => Math.round(Number(value) * 10_000) / 100;

async function pages(path: string, name: string): Promise<Json[]> {
  const rows: Json[] = [];
  for (let page = 1; ; page++) {
    const { json } = await client.get(`${path}&page=${page}`);
    rows.push(...json[name]);
    if (!(json.pagination?.hasNextPage ?? page < json.pages)) return rows;
  }
}

/** The lines of this day and the next, without balances; the transactions of the day; and the books. */
async function read(daysAgo: number) {
  const window = `createdAtFrom=${day(daysAgo)}&createdAtTo=${day(daysAgo - 1)}`;
  const listed = await pages(`/user/bank-statements?${window}&limit=100`, 'bankStatements');
  const lines = listed.map((line) =>
    Object.fromEntries(Object.entries(line).filter(([name]) => !BALANCES.test(name))),
  );
  const days = `dateFrom=${day(daysAgo + 1)}&dateTo=${day(daysAgo)}`;
  const transactions = await pages(`/user/transactions?${days}&limit=1000`, 'transactions');
  const gaps = listed
    .slice(1)
    .map((line, place) => cents(listed[place]?.previousBalanceAvailable) - cents(line.newBalanceAvailable))
    .filter((gap) => gap !== 0);
  const { balanceAvailable, balanceBlocked } = (await client.get('/user/balance')).json;
  return { lines, transactions, gaps, available: cents(balanceAvailable), blocked: cents(balanceBlocked) };
}
type Books = Awaited<ReturnType<typeof read>>;

/** What is in `after` and not in `before`. */
function news(before: Json[], after: Json[]): Json[] {
  const known = new Set(before.map((one) => JSON.stringify(one)));
  return after.filter((one) => !known.has(JSON.stringify(one)));
}

function changesOf(before: Books, after: Books) {
  const show = ({ operation, reason, amount }: Json) =>
    `${reason} ${operation === 'DECREMENT' ? '-' : ''}${cents(amount)}`;
  return {
    added: news(before.lines, after.lines).map(show).sort(),
    removed: news(after.lines, before.lines).map(show).sort(),
    transactions: news(before.transactions, after.transactions),
    gaps: after.gaps.length - before.gaps.length,
    balance: [after.available - before.available, after.blocked - before.blocked],
  };
}

const NONE = { added: [], removed: [], transactions: [], gaps: 0, balance: [0, 0] };
/** By the amount and fee of the deposit it is put in at. */
type Expected = (amount: number, fee: number) => Partial<ReturnType<typeof changesOf>>;
const half = (amount: number) => Math.floor(amount / 200) * 100;
const credit = (amount: number) => `PIX_DEPOSIT ${amount}`;
const charged = (fee: number) => `SERVICE_FEE ${-fee}`;
const blocked = (amount: number) => [`INFRACTION_BLOCK ${-amount}`, `INFRACTION_BLOCK ${amount}`];

const CASES: [Json, Expected][] = [
  [{ kind: 'line-without-transaction' }, () => ({ added: [credit(100)], balance: [100, 0] })],
  [
    { kind: 'transaction-without-line' },
    (amount, fee) => ({ removed: [credit(amount), charged(fee)], balance: [fee - amount, 0] }),
  ],
  [
    { kind: 'amount', amount: 250 },
    (amount) => ({ added: [credit(amount + 250)], removed: [credit(amount)], balance: [250, 0] }),
  ],
  [
    { kind: 'fee', amount: 1 },
    (_, fee) => ({ added: [charged(fee + 1)], removed: [charged(fee)], balance: [-1, 0] }),
  ],
  [
    { kind: 'fee', decimals: 4 },
    (_, fee) => ({ transactions: [{ serviceFeeCharged: Math.round(fee * 100 + 34) / 10_000 }] }),
  ],
  [
    { kind: 'other-day' },
    (amount, fee) => ({
      added: [credit(amount), charged(fee)],
      removed: [credit(amount), charged(fee)],
    }),
  ],
  [{ kind: 'refund' }, (amount) => ({ added: [`PIX_REFUND ${-half(amount)}`], balance: [-half(amount), 0] })],
  [
    { kind: 'refund', side: 'transaction' },
    (amount) => ({
      transactions: [{ refundStatus: 'COMPLETED', refundAmount: (half(amount) / 100).toFixed(2) }],
    }),
  ],
  [{ kind: 'dispute' }, (amount) => ({ added: blocked(amount), balance: [-amount, amount] })],
  [
    { kind: 'dispute', part: 'settlement' },
    (amount) => ({
      added: [...blocked(amount), `INFRACTION_SETTLED ${100 - amount}`],
      balance: [-amount, 100],
    }),
  ],
  [
    { kind: 'dispute', part: 'release' },
    (amount) => ({
      added: [...blocked(amount), `INFRACTION_RELEASE ${100 - amount}`, `INFRACTION_RELEASE ${amount - 100}`],
      balance: [-100, 100],
    }),
  ],
  [{ kind: 'sweep', amount: 700 }, () => ({ added: ['AUTO_WITHDRAW -700'], balance: [-700, 0] })],
  [{ kind: 'adjustment', amount: 3 }, () => ({ added: ['ADJUSTMENT 3'], balance: [3, 0] })],
  [{ kind: 'gap', amount: 42 }, () => ({ gaps: 1, balance: [42, 0] })],
  [
    { kind: 'late-line' },
    (amount, fee) => ({ removed: [credit(amount), charged(fee)], balance: [fee - amount, 0] }),
  ],
  [{ kind: 'late-status' }, () => ({ transactions: [{ status: 'PENDING', paidAt: null }] })],
];

async function put(body: Json) {
  const { status, json } = await client.control('books/breaks', body);
  expect([status, json.error]).toEqual([200, undefined]);
  return json.break;
}

describe('a break changes exactly what it says', () => {
  it('has a case of every kind', () => {
    expect(new Set(CASES.map(([{ kind }]) => kind))).toEqual(new Set(BREAK_KINDS));
  });

  it.each(CASES)('%j', async (body, expected) => {
    const before = await read(3);
    const { transactionId } = await put({ day: day(3), ...body });
    const target = before.transactions.find(({ id }) => id === transactionId);
    const { transactions = [], ...rest } = expected(cents(target?.amount), cents(target?.serviceFeeCharged));
    const changes = changesOf(before, await read(3));
    expect(changes).toEqual({
      ...NONE,
      ...rest,
      added: [...(rest.added ?? [])].sort(),
      removed: [...(rest.removed ?? [])].sort(),
      transactions: changes.transactions,
    });
    expect(changes.transactions).toHaveLength(transactions.length);
    for (const [place, one] of transactions.entries())
      expect(changes.transactions[place]).toMatchObject({ id: transactionId, ...one });
  });
});

it.each([
  [{ kind: 'flood', day: day(3) }, 400],
  [{ kind: 'gap' }, 400],
  [{ kind: 'gap', day: '2999-01-01' }, 400],
  [{ kind: 'gap', day: day(3), amount: 0 }, 400],
  [{ kind: 'other-day', day: day(0) }, 409],
  [{ kind: 'gap', day: day(3), transactionId: 'none' }, 409],
])('refuses %j', async (body, status) => {
  expect((await client.control('books/breaks', body)).status).toBe(status);
});

it.each(['late-line', 'late-status'])('%s appears when its time has come', async (kind) => {
  const before = await read(5);
  const { transactionId } = await put({ day: day(5), kind, appearsInMs: 2 * HOUR });
  expect(changesOf(before, await read(5))).not.toEqual(NONE);
  await client.control('time', { advanceMs: 2 * HOUR });
  const after = await read(5);
  const own = (books: Books) => books.transactions.find(({ id }) => id === transactionId);
  expect([after.lines, after.gaps, own(after)]).toEqual([before.lines, before.gaps, own(before)]);
});

it('puts several of each kind into one day, each at its own deposit', async () => {
  const used = new Set<string>();
  const kinds = CASES.map(([body]) => body);
  for (const body of kinds)
    for (let count = 0; count < 4; count++) used.add((await put({ day: day(8), ...body })).transactionId);
  expect(used.size).toBe(4 * kinds.length);
  const { gaps, available } = await read(8);
  expect(gaps).toHaveLength(4);
  expect(available).toBeGreaterThan(0);
  expect((await client.control('state')).json.breaks.length).toBeGreaterThanOrEqual(used.size);
});
