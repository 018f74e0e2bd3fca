import { describe, expect, it } from 'vitest';
import { BreakBook } from './breaks.ts';
import { DisputeBook } from './dispute-book.ts';
import { createLedger, type LedgerLine } from './ledger.ts';
import { movementsOf, plannedMovements } from './ledger-entries.ts';
import { createDice } from './random.ts';
import { createWorld } from './world.ts';

const ANCHOR = Date.parse('2026-11-20T15:30:00.000Z');
const DAY = 86_400_000;

function make(transactions: number, seed = 7, now = ANCHOR) {
  const journal = { append() {}, replay() {} };
  const place = { baseUrl: '' };
  const world = createWorld({ seed, transactions, days: 90, anchor: ANCHOR, place, now: () => now, journal });
  const book = new DisputeBook(world, journal);
  return { world, book, ledger: createLedger(world, book, new BreakBook(journal)) };
}

/** Oldest first; each line starts from the balance that the one before left. */
function joined(lines: Iterable<LedgerLine>): LedgerLine[] {
  const list = [...lines].reverse();
  let before = list[0]?.previous;
  for (const { id, at, balanceType, delta, previous, next } of list) {
    const [available, blocked] = balanceType === 'AVAILABLE' ? [delta, 0] : [0, delta];
    expect([id, previous], new Date(at).toISOString()).toEqual([id, before]);
    expect(next).toEqual({ available: previous.available + available, blocked: previous.blocked + blocked });
    before = next;
  }
  return list;
}

it('reads the movements off the plan as off the rows', () => {
  const { world } = make(3000);
  for (let index = 0; index < 3000; index++) {
    const planned = plannedMovements(world, index).filter(({ at }) => at <= ANCHOR);
    expect(planned).toEqual(movementsOf(world.rows.row(index, ANCHOR), null));
  }
});

describe('the running balance', () => {
  it.each([
    [300, 3650],
    [5000, 500],
    [50_000, 30],
    [1_000_000, 1],
  ])('joins over every line: %i transactions, %i days', (transactions, days) => {
    const { ledger } = make(transactions, 11, ANCHOR + (days - 20) * DAY);
    const lines = joined(ledger.newest(ANCHOR - 20 * DAY, Infinity));
    expect(lines.length).toBeGreaterThan(500);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    expect(Math.min(...lines.map(({ next }) => Math.min(next.available, next.blocked + 1)))).toBeGreaterThan(
      0,
    );
    expect(ledger.balance()).toEqual(lines.at(-1)?.next);
    for (const line of lines.slice(-20)) expect(ledger.line(line.id)).toEqual(line);
  });

  it('stays in a band over ten years without a line that no transaction has', () => {
    for (const seed of [1, 2, 3]) {
      const closing = Array.from({ length: 120 }, (_, month) => {
        const { ledger } = make(5000, seed, ANCHOR + month * 30 * DAY);
        for (const { transactionId } of ledger.newest(ANCHOR + month * 30 * DAY - DAY, Infinity))
          expect(transactionId).not.toBeNull();
        return ledger.balance().available;
      });
      expect(new Set(closing).size).toBe(closing.length);
      expect(Math.min(...closing)).toBeGreaterThan(5_000_000);
      expect(Math.max(...closing)).toBeLessThan(40_000_000);
    }
  });

  it('takes out believable amounts', () => {
    for (const seed of [1, 2, 3, 4]) {
      const { world } = make(50_000, seed);
      for (let interval = 0; interval < 400; interval++) {
        const amount = world.treasury.amountOf(world.treasury.indexOf(interval));
        expect(amount).toBeGreaterThan(100_000);
        expect(amount).toBeLessThan(20_000_000);
      }
    }
  });
});

/** Lines that a day must have by its transactions alone: amount by transaction and reason. */
async function expectedLines({ world }: ReturnType<typeof make>, from: number, to: number) {
  const expected = new Map<string, number>();
  const { rows } = await world.list({ from: from - 4 * DAY, to }, 0, 1e6);
  for (const row of rows) {
    const add = (at: string | null, reason: string, amount: number | null) => {
      const time = Date.parse(at ?? '');
      if (time >= from && time <= to && amount) expected.set(`${row.id} ${reason}`, amount);
    };
    const internal = row.method === 'INTERNAL_TRANSFER';
    const credit = internal ? 'INTERNAL_TRANSFER_RECEIVED' : `${row.method}_DEPOSIT`;
    if (row.type === 'COMMISSION') add(row.paidAt, 'COMMISSION', row.amount);
    if (row.type === 'DEPOSIT') add(row.paidAt, credit, row.amount);
    if (row.type === 'WITHDRAW') {
      add(row.createdAt, internal ? 'INTERNAL_TRANSFER_SENT' : 'PIX_WITHDRAW', -row.amount);
      if (/^(CANCELED|ERROR)$/.test(row.status)) add(row.updatedAt, 'PIX_WITHDRAW_REVERSAL', row.amount);
    }
    add(row.paidAt, 'SERVICE_FEE', -(row.serviceFeeCharged ?? 0));
    if (row.refundReason === 'CUSTOMER_REQUEST') add(row.refundedAt, 'PIX_REFUND', -(row.refundAmount ?? 0));
  }
  return expected;
}

/** Cents that disputes block, by the disputes alone. */
function blockedNow({ world, book }: ReturnType<typeof make>): number {
  let sum = 0;
  for (const { status, analysisResult, transactionId, reportedAt } of book.newest()) {
    if (reportedAt < world.now() - 14 * DAY) break;
    const row = world.transaction(transactionId);
    const over = analysisResult === 'AGREED' ? row?.status === 'REFUNDED' : /^C/.test(status);
    if (!over) sum += row?.amount ?? 0;
  }
  return sum;
}

it('any day of any account agrees with its transactions, its disputes and its balance', async () => {
  const dice = createDice(99);
  for (let round = 0; round < 24; round++) {
    const size = [600, 5000, 50_000, 300_000][round % 4] as number;
    const made = make(size, round + 1, ANCHOR + (dice(1, round) % 1500) * DAY);
    const { world, ledger, book } = made;
    const from = Math.floor((world.now() - (dice(2, round) % 40) * DAY) / DAY) * DAY + 3 * 3_600_000;
    const to = Math.min(from + DAY - 1, world.now());
    const lines = joined(ledger.newest(from, to));
    const expected = await expectedLines(made, from, to);
    for (const { transactionId, infractionId, reason, delta } of lines) {
      if (infractionId === null) {
        expect([reason, delta]).toEqual([reason, expected.get(`${transactionId} ${reason}`)]);
        expected.delete(`${transactionId} ${reason}`);
      } else {
        expect(book.get(infractionId)?.transactionId).toBe(transactionId);
        expect(Math.abs(delta)).toBe(world.transaction(transactionId ?? '')?.amount);
      }
    }
    expect([...expected]).toEqual([]);
    expect(ledger.balance().blocked).toBe(blockedNow(made));
    const before = [...ledger.newest(from - 10 * DAY, from - 1)][0];
    if (lines[0] && before) expect(lines[0].previous).toEqual(before.next);
  }
});
