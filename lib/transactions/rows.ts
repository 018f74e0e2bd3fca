import { visibleProblemsOf } from '#lib/api/reading.ts';
import { millionthsOf } from '#lib/core/money.ts';
import { moneyStateOf, stateOf, stayed } from '#lib/core/status/money.ts';
import { dayRuns, packedPage, type RowPage, timeOf } from '#lib/list/pages.ts';
import type { Transaction } from '#lib/providers/records.ts';
import type { TransactionList } from '#lib/transactions/contract.ts';
import {
  type Counterpart,
  counterpartOf,
  type Direction,
  directionOf,
  ownRefund,
} from '#lib/transactions/rules.ts';

const TEXTS = ['id', 'name', 'document', 'reference', 'endToEndId'] as const;
const NUMBERS = ['at', 'paidAt', 'amount', 'fee', 'refunded'] as const;
const WORDS = ['status', 'type', 'typeSaid', 'way', 'method', 'absent', 'virtualAccount'] as const;

type Known = { id: string; way: NonNullable<Transaction['way']> | null; absent: Counterpart['absent'] };
type Text = Exclude<(typeof TEXTS | typeof WORDS)[number], keyof Known>;
/** A transaction as a row of a table with up to 100,000 rows. Money in cents, times in ms since 1970. */
export type Row = Known & Record<Text, string | null> & Record<(typeof NUMBERS)[number], number | null>;

const NO_SUMS = {
  count: 0,
  in: 0,
  inCount: 0,
  out: 0,
  outCount: 0,
  refunded: 0,
  refundedCount: 0,
  fees: 0,
  /** Rows that may be missing in a sum: their state, direction or amount is unknown. */
  unjudged: 0,
};
/** Sums in millionths of a real, so that amounts with more than two decimals add up exactly. */
export type Sums = typeof NO_SUMS;

export type TransactionPage = RowPage<Row, Sums>;

/** A page of the list, reduced to what the table and its sums need. */
export function toRowPage(list: TransactionList): TransactionPage {
  const runs = dayRuns(
    list.items,
    (item) => item.createdAt,
    () => ({ ...NO_SUMS }),
    count,
  );
  const { nextCursor, total, asOf } = list;
  return { rows: list.items.map(toRow), runs, nextCursor, total, asOf, ...visibleProblemsOf(list) };
}

/** The page in a packed form that needs a third of the memory. */
export const packed = (page: TransactionPage): TransactionPage =>
  packedPage(page, { texts: TEXTS, numbers: NUMBERS, words: WORDS });

function toRow(item: Transaction): Row {
  const { name, document, absent } = counterpartOf(item);
  return {
    id: item.id,
    at: timeOf(item.createdAt),
    status: shared(item.status),
    type: shared(item.type),
    typeSaid: shared(item.typeSaid ?? null),
    way: item.way ?? null,
    method: shared(item.method),
    amount: item.amount,
    fee: item.fee,
    refunded: ownRefund(item),
    name,
    document,
    absent,
    reference: item.clientReference,
    virtualAccount: shared(item.virtualAccount),
    endToEndId: item.endToEndId,
    paidAt: timeOf(item.paidAt),
  };
}

const sharedTexts = new Map<string, string>();
const MOST_SHARED_TEXTS = 500;

/** Returns one shared copy of a text, so that many rows do not store it many times. */
function shared(text: string | null): string | null {
  if (text === null) return null;
  const known = sharedTexts.get(text);
  if (known !== undefined) return known;
  if (sharedTexts.size < MOST_SHARED_TEXTS) sharedTexts.set(text, text);
  return text;
}

function count(sums: Sums, item: Transaction): void {
  sums.count += 1;
  const amount = millionthsOf(item.amount ?? 0, item.amountExact);
  const direction = directionOf(item);
  if (direction === 'in') {
    sums.in += amount;
    sums.inCount += 1;
  }
  if (direction === 'out') {
    sums.out += amount;
    sums.outCount += 1;
  }
  const back = returnedCents(item);
  if (back !== null && back !== 0) {
    sums.refunded += millionthsOf(back, item.refundAmountExact);
    sums.refundedCount += 1;
  }
  if (back === null || isUnjudged(item, direction)) sums.unjudged += 1;
  sums.fees += millionthsOf(item.fee ?? 0, item.feeExact);
}

/** Whether its state, direction or amount is unknown. */
function isUnjudged(item: Transaction, direction: Direction): boolean {
  const state = stateOf(item);
  return state === null || (stayed(state) && (direction === 'still' || item.amount === null));
}

/** Cents returned. Null: money was or may have been returned, but the amount is unknown. */
function returnedCents(item: Transaction): number | null {
  const { amount, refundAmount, refundStatus, refundEnd } = item;
  const state = stateOf(item);
  if (state === 'returned') return refundAmount ?? amount;
  if (state === 'partly') return refundAmount;
  if (refundStatus === null) return 0;
  if (moneyStateOf(refundStatus) === null) return refundAmount === 0 ? 0 : null;
  return refundEnd === 'back' ? refundAmount : 0;
}
