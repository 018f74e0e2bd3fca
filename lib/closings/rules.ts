import { addDays, type Day, isDay } from '#lib/core/dates.ts';
import { centsToDecimal, decimalToCents, type WireAmount } from '#lib/core/money.ts';

/** Rules of a closing. Pure: pages, server and tests share them. */

/**
 * State of a São Paulo day. `running`: not over yet, can be read but not closed; `unread`: never read whole;
 * `reading`: a first reading runs; `open`: read; `waiting`: signed, a second person has not confirmed yet.
 */
export const DAY_STATES = ['running', 'unread', 'reading', 'open', 'waiting', 'closed'] as const;
export type DayState = (typeof DAY_STATES)[number];

/** What a difference comes from, in the order in which a page lists them. */
export const CAUSES = [
  /** The balance before a line is not the balance after the line before it. */
  'balance_gap',
  'line_without_transaction',
  'transaction_without_line',
  'amount_differs',
  /** A refund, of all or a part, that only one side shows. */
  'refund_one_sided',
  /** A block, settlement or release of a dispute without its counterpart. */
  'dispute_unjoined',
  /** An operation of Guichê whose end is unknown, or that the statement does not show. */
  'operation_open',
  /** The order file and the payments of the day. */
  'order_mismatch',
  /** A paid transaction whose notice was never delivered. */
  'notice_undelivered',
  'fee_differs',
  /** Posted on another day than created. Explained by itself. */
  'other_day',
  /** An automatic sweep or an adjustment by the provider. Explained by itself once its word is known. */
  'provider_move',
] as const;
export type Cause = (typeof CAUSES)[number];

/** Details of a cause; the other causes have none. */
export const REASONS = {
  fee_differs: ['amount', 'decimals'],
  refund_one_sided: ['line_missing', 'refund_missing', 'amount'],
  dispute_unjoined: ['block_missing', 'end_twice', 'amount'],
  operation_open: ['unknown_end', 'line_missing'],
  order_mismatch: ['payment_missing', 'order_missing', 'amount'],
  provider_move: ['sweep', 'adjustment', 'unknown_word'],
} as const;
export type Reason = (typeof REASONS)[keyof typeof REASONS][number];

export const DIFFERENCE_STATES = ['open', 'explained', 'resolved'] as const;
export type DifferenceState = (typeof DIFFERENCE_STATES)[number];

export const MOST_NOTE = 280;

/** Statement lines of one day that Guichê reads. */
export const MOST_LINES = 100_000;

/** The sides of a day's equation. `blocks`: blocked and released for disputes. */
export const SIDES = ['in', 'out', 'blocks'] as const;
export type Side = (typeof SIDES)[number];

/** A part of the equation: its side and the provider's word for the lines. '' stands for no word. */
type PartKey = { side: Side; type: string };

export const partId = ({ side, type }: PartKey): string => `${side}:${type}`;

/** Reads a part's id; null if it has no known side. */
export function partOfId(id: string): PartKey | null {
  const at = id.indexOf(':');
  const side = SIDES.find((one) => one === id.slice(0, at));
  return side === undefined ? null : { side, type: id.slice(at + 1) };
}

/** Why a day cannot be closed now; null: it can. */
export type CloseObstacle =
  | 'running'
  | 'unread'
  | 'reading'
  | 'failed'
  | 'differences'
  | 'unchanged'
  | 'same_person'
  | null;

export const isMonth = (text: string): boolean => /^\d{4}-\d{2}$/.test(text) && isDay(`${text}-01`);

/** The days of a month up to `last`, newest first. */
export function daysOfMonth(month: string, last: Day): Day[] {
  const days: Day[] = [];
  for (let day = `${month}-01`; day.startsWith(month) && day <= last; day = addDays(day, 1)) days.push(day);
  return days.reverse();
}

/** Amounts are added in units of 10^-8 real, so that no decimal of a service is lost. */
const DECIMALS = 8;
const UNITS_PER_CENT = 10n ** BigInt(DECIMALS - 2);

/** Cents, and the exact decimal where it has more than two places. */
export type ExactAmount = { cents: number; exact?: string | undefined };

/** An amount in units of 10^-8 real. */
export function unitsOf({ cents, exact }: ExactAmount): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)\.(\d+)$/.exec(exact ?? '') ?? [];
  if (whole === '') return BigInt(cents) * UNITS_PER_CENT;
  const units = BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  return sign === '-' ? -units : units;
}

/** Units as an amount: its cents, and its exact decimal where it has more than two. */
export function amountOf(units: bigint): WireAmount {
  const digits = String(units < 0n ? -units : units).padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '').padEnd(2, '0');
  const text = `${units < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}.${fraction}`;
  const amount = decimalToCents(text);
  if (amount === null) throw new RangeError('The sum is more than an account can have.');
  return amount;
}

export const sumOf = (amounts: readonly ExactAmount[]): WireAmount =>
  amountOf(amounts.reduce((sum, amount) => sum + unitsOf(amount), 0n));

export const decimalOf = ({ cents, exact }: ExactAmount): string => exact ?? centsToDecimal(cents);
export const isZero = (amount: ExactAmount): boolean => unitsOf(amount) === 0n;
