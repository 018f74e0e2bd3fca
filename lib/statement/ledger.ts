import { addDays, startOfDay } from '#lib/core/dates.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import {
  beforeOf,
  feeInside,
  isDisputeLine,
  isFeeLine,
  type LineReading,
  lineDirection,
  typeReading,
} from '#lib/statement/readings.ts';
import { type DayGroup, dayOf, daysOf, type Sorting } from '#lib/statement/rules.ts';

/** The statement as a ledger: fees shown with their payments, balances at the edges of days. Pure. */

/** A line of the table, and the fees shown in its row instead of in their own. */
export type LedgerRow = { line: StatementLine; fees: readonly StatementLine[] };

/** Refunds and blocked amounts have no fee of their own. */
const NO_PAYMENT: readonly (LineReading | null)[] = [
  ...(['DISPUTE', 'REFUND', 'WITHDRAWAL_BACK', 'FEE', 'BLOCK', 'RELEASE'] as const),
];
export const isPayment = (line: StatementLine) =>
  lineDirection(line) !== 'still' &&
  !isDisputeLine(line) &&
  !NO_PAYMENT.includes(typeReading(line.type ?? ''));

/** Whether the line is a charged fee. A returned fee, or one without a direction, is an ordinary line. */
const isTaken = (line: StatementLine) =>
  isFeeLine(line) && !isDisputeLine(line) && lineDirection(line) === 'out';

/** Keys of the line's payment, from the ids it contains. */
const keysOf = ({ transactionId, endToEndId }: StatementLine): string[] => [
  ...(transactionId === null ? [] : [`id ${transactionId}`]),
  ...(endToEndId === undefined ? [] : [`e2e ${endToEndId}`]),
];

/** Every line once, in order; fees in the rows of their payments of the same day, so that a day adds up. */
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
    const [nearest] = keysOf(fee).flatMap((key) =>
      (payments.get(key) ?? []).filter(isOfDay).sort((a, b) => Math.abs(a - place) - Math.abs(b - place)),
    );
    if (nearest === undefined) return;
    folded.add(place);
    fees.set(nearest, [...(fees.get(nearest) ?? []), fee]);
  });
  return items.flatMap((line, place) => (folded.has(place) ? [] : { line, fees: fees.get(place) ?? [] }));
}

/** Cents of the fees in a row: from its fee lines, else the fee inside its amount. Null: unknown. */
export const feeOf = ({ line, fees }: LedgerRow): number | null =>
  fees.length > 0 ? fees.reduce((sum, { amount }) => sum - (amount ?? 0), 0) : line.fee;

/** The fees of a row that directly follow its payment in the balance, and the balance after them. */
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

/** A line's effect on the balance, as its drawer shows it; `amount` without the fee `inside` it. Signed. */
export function effectOf(row: LedgerRow) {
  const { line } = row;
  const inside = feeInside(line);
  const amount = lineDirection(line) === 'still' ? null : (line.amount ?? 0) + inside;
  return { before: beforeOf(line), amount, inside, ...followed(row) };
}
export type Effect = ReturnType<typeof effectOf>;

/** The other lines of the same payment or dispute, in order, except those in `aside`. */
export function linkedTo(
  line: StatementLine,
  items: readonly StatementLine[],
  aside: readonly StatementLine[],
): StatementLine[] {
  const keys = keysOf(line);
  const excluded = new Set([line.id, ...aside.map(({ id }) => id)]);
  return items.filter((other) => !excluded.has(other.id) && keysOf(other).some((key) => keys.includes(key)));
}

/** How far a statement was read. `period`: instants, `to` exclusive. `filtered`: lines are missing. */
export type Reach = {
  sorting: Sorting;
  more: boolean;
  filtered: boolean;
  period: { from: string | null; to: string | null };
  asOf: string;
};

/**
 * `isRead`: all of the day's matching lines are loaded. `isBegun`: nothing before its first line is missing.
 * `isEnded`: nothing after its last line is missing until now. A balance is the day's only at such an edge.
 */
export type Edges = { isRead: boolean; isBegun: boolean; isEnded: boolean };

export function edgesOf(
  days: readonly Pick<DayGroup, 'day' | 'late'>[],
  { sorting, more, filtered, period, asOf }: Reach,
): Edges[] {
  const [from, to] = [timeOf(period.from, 0), timeOf(period.to, Number.POSITIVE_INFINITY)];
  // The period filters by creation time, so lines created earlier but posted on its first day are missing.
  const lag = days.some(({ late }) => late) ? DAY_MS : 0;
  return days.map(({ day }, place) => {
    const isRead = !more || place < days.length - 1;
    // Sorted by creation, the first line is not the first that moved the balance.
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

const DAY_MS = 86_400_000;

export const timeOf = (instant: string | null, none = 0) => (instant === null ? none : Date.parse(instant));

export type LedgerDay = DayGroup & Edges & { rows: readonly LedgerRow[] };
export type Ledger = {
  rows: readonly LedgerRow[];
  days: readonly LedgerDay[];
  /** Id of the row that shows each fee. */
  homes: ReadonlyMap<string, string>;
};

/** Builds the ledger of the loaded lines. `folds`: fees are shown in the rows of their payments. */
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
  return { rows, days, homes };
}

/** The ids of rows and of the fees shown in them. */
export const withFees = (ids: readonly string[], { rows }: Pick<Ledger, 'rows'>): string[] => {
  const chosen = new Set(ids);
  const fees = rows.flatMap((row) => (chosen.has(row.line.id) ? row.fees : []));
  return [...new Set([...ids, ...fees.map(({ id }) => id)])];
};
