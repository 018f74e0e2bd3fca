import { addDays, startOfDay } from '#lib/core/dates.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import {
  beforeOf,
  feeInside,
  isDisputeLine,
  isFeeLine,
  type LineReading,
  typeReading,
  wayOf,
} from '#lib/statement/readings.ts';
import { type DayGroup, dayOf, daysOf, instantOf, type Sorting } from '#lib/statement/rules.ts';

/** The statement as a ledger: each fee beside its payment, balances at the edges of its days. Pure. */

/** A line of the table, and the fees that stand in its row instead of in rows of their own. */
export type LedgerRow = { line: StatementLine; fees: readonly StatementLine[] };

/** What comes back from a payment, or is held of it, has no fee of its own. */
const NO_PAYMENT: readonly (LineReading | null)[] = ['DISPUTE', 'REFUND', 'WITHDRAWAL_BACK', 'FEE'];
export const isPayment = (line: StatementLine) =>
  wayOf(line) !== 'still' && !isDisputeLine(line) && !NO_PAYMENT.includes(typeReading(line.type ?? ''));

/** A fee that was taken; one that came back, or of which nobody tells the way, is a line like others. */
const isTaken = (line: StatementLine) => isFeeLine(line) && !isDisputeLine(line) && wayOf(line) === 'out';

/** The payment that a line is about, by the ids that it tells. */
const keysOf = ({ transactionId, endToEndId }: StatementLine): string[] => [
  ...(transactionId === null ? [] : [`id ${transactionId}`]),
  ...(endToEndId === undefined ? [] : [`e2e ${endToEndId}`]),
];

/**
 * Every line once, in its order: a fee in the row of its payment, where that was read and posted on the same day, so
 * that a day's rows come to its balances.
 */
export function ledgerRows(items: readonly StatementLine[], sorting: Sorting): LedgerRow[] {
  const payments = new Map<string, number[]>();
  items.forEach((line, place) => {
    if (!isPayment(line)) return;
    for (const key of keysOf(line)) payments.set(key, [...(payments.get(key) ?? []), place]);
  });
  const fees = new Map<number, StatementLine[]>();
  const folded = new Set<number>();
  items.forEach((fee, place) => {
    if (!isTaken(fee)) return;
    const isOfDay = (at: number) => dayOf(items[at] ?? fee, sorting) === dayOf(fee, sorting);
    const [near] = keysOf(fee).flatMap((key) =>
      (payments.get(key) ?? []).filter(isOfDay).sort((a, b) => Math.abs(a - place) - Math.abs(b - place)),
    );
    if (near === undefined) return;
    folded.add(place);
    fees.set(near, [...(fees.get(near) ?? []), fee]);
  });
  return items.flatMap((line, place) => (folded.has(place) ? [] : { line, fees: fees.get(place) ?? [] }));
}

/** Cents of the fees in a row: of lines of their own, else inside its amount; null where it tells none. */
export const feeOf = ({ line, fees }: LedgerRow): number | null =>
  fees.length > 0 ? fees.reduce((sum, { amount }) => sum - (amount ?? 0), 0) : line.fee;

/** The fees of a row that followed its payment at once, and the available balance after all of them. */
export function followed({ line, fees }: LedgerRow): { fees: StatementLine[]; after: number | null } {
  let after = line.balanceAfter;
  const next: StatementLine[] = [];
  for (;;) {
    const fee = fees.find((one) => !next.includes(one) && after !== null && beforeOf(one) === after);
    if (fee === undefined) return { fees: next, after };
    next.push(fee);
    after = fee.balanceAfter;
  }
}

/** A line's part in the balance, as its drawer tells it: amounts are signed. */
export type Effect = {
  before: number | null;
  /** Without the fee where it is inside the line's amount. */
  amount: number | null;
  inside: number;
  fees: readonly StatementLine[];
  after: number | null;
};

export function effectOf(row: LedgerRow): Effect {
  const { line } = row;
  const inside = feeInside(line);
  const amount = wayOf(line) === 'still' ? null : (line.amount ?? 0) + inside;
  return { before: beforeOf(line), amount, inside, ...followed(row) };
}

/** The other lines of the same payment or dispute, in their order; `aside` stand elsewhere already. */
export function linkedTo(
  line: StatementLine,
  items: readonly StatementLine[],
  aside: readonly StatementLine[],
): StatementLine[] {
  const keys = keysOf(line);
  const left = new Set([line.id, ...aside.map(({ id }) => id)]);
  return items.filter((other) => !left.has(other.id) && keysOf(other).some((key) => keys.includes(key)));
}

/** How far a statement was read: `period` in instants, `to` exclusive; `filtered` leaves out lines. */
export type Reach = {
  sorting: Sorting;
  more: boolean;
  filtered: boolean;
  period: { from: string | null; to: string | null };
  asOf: string;
};

/**
 * Whether the lines of a day were all read, under the filter there is; `isBegun`: nothing before its first line is
 * missing; `isEnded`: nothing after its last one, until now. Only there a balance is the day's.
 */
type Edges = { isRead: boolean; isBegun: boolean; isEnded: boolean };

/** Of each day, which of its ends was read. */
export function edgesOf(
  days: readonly DayGroup[],
  { sorting, more, filtered, period, asOf }: Reach,
): Edges[] {
  const [from, to] = [timeOf(period.from, 0), timeOf(period.to, Number.POSITIVE_INFINITY)];
  const lag = days.some(({ lines }) => lines.some(isLate)) ? DAY_MS : 0;
  return days.map(({ day }, place) => {
    const isRead = !more || place < days.length - 1;
    // In the order of creation the first line is not the one that moved the balance first.
    if (day === '' || filtered || sorting.sort === 'created')
      return { isRead, isBegun: false, isEnded: false };
    const [first, last] = sorting.order === 'asc' ? [true, isRead] : [isRead, true];
    const [start, next] = [day, addDays(day, 1)].map((one) => timeOf(startOfDay(one))) as [number, number];
    return {
      isRead,
      isBegun: first && from + lag <= start && start < to,
      isEnded: last && to >= Math.min(next, timeOf(asOf)),
    };
  });
}

/** The period is of creation: lines created before it may be posted in its first day, and are not read. */
const isLate = ({ createdAt, postedAt }: StatementLine) =>
  createdAt !== null && postedAt !== null && createdAt !== postedAt;
const DAY_MS = 86_400_000;

const timeOf = (instant: string | null, none = 0) => (instant === null ? none : Date.parse(instant));

export type LedgerDay = DayGroup & Edges & { rows: readonly LedgerRow[] };
export type Ledger = {
  rows: readonly LedgerRow[];
  days: readonly LedgerDay[];
  /** Row of each fee that stands in one. */
  homes: ReadonlyMap<string, string>;
  span: Span;
};

/**
 * What the sums of the lines read lie between: the balance before the first of them, `since` where the period has lines
 * before it that were not read, and the balance at the end of a period that is over.
 */
export type Span = { opening: number | null; since: string | null; closing: number | null };

/** The lines read so far; `folds`: fees stand in the rows of their payments. */
export function ledgerOf(items: readonly StatementLine[], reach: Reach, folds: boolean): Ledger {
  const { sorting } = reach;
  const rows = folds ? ledgerRows(items, sorting) : items.map((line) => ({ line, fees: [] }));
  const groups = daysOf(items, sorting);
  const edges = edgesOf(groups, reach);
  let next = 0;
  const days = groups.map((group, place) => {
    const ids = new Set(group.lines.map(({ id }) => id));
    const first = next;
    while (ids.has(rows[next]?.line.id ?? '')) next += 1;
    return { ...group, ...(edges[place] as Edges), rows: rows.slice(first, next) };
  });
  const homes = new Map(rows.flatMap(({ line, fees }) => fees.map(({ id }) => [id, line.id] as const)));
  return { rows, days, homes, span: spanOf(items, days, reach) };
}

function spanOf(items: readonly StatementLine[], days: readonly LedgerDay[], reach: Reach): Span {
  const { sorting, more, filtered, period, asOf } = reach;
  const isRising = sorting.order === 'asc';
  const [oldest, newest] = isRising ? [days[0], days.at(-1)] : [days.at(-1), days[0]];
  const [first, last] = isRising ? [items[0], items.at(-1)] : [items.at(-1), items[0]];
  const isUnsure = filtered || sorting.sort === 'created' || days.some(({ day }) => day === '');
  if (isUnsure || !oldest || !newest || !first || !last) return { opening: null, since: null, closing: null };
  const end = timeOf(period.to, Number.POSITIVE_INFINITY);
  const isOver = end <= timeOf(asOf) && timeOf(instantOf(last, sorting)) < end;
  return {
    opening: oldest.opening,
    since: oldest.isBegun || oldest.opening === null ? null : instantOf(first, sorting),
    closing: isOver && !(isRising && more) ? newest.closing : null,
  };
}

/** The ids of rows, and of the fees that stand in them. */
export const withFees = (ids: readonly string[], { rows }: Pick<Ledger, 'rows'>): string[] => {
  const chosen = new Set(ids);
  const fees = rows.flatMap((row) => (chosen.has(row.line.id) ? row.fees : []));
  return [...new Set([...ids, ...fees.map(({ id }) => id)])];
};
