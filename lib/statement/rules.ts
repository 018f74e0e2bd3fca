import { type Day, saoPauloDay } from '#lib/core/dates.ts';
import { millionthsOf, sumCents } from '#lib/core/money.ts';
import { type MoneyState, moneyStateOf } from '#lib/core/status/money.ts';
import { isWord } from '#lib/list/parsers.ts';
import type { PendingDeposit, StatementLine } from '#lib/providers/money-records.ts';
import { beforeOf, feeInside, isFeeLine, lineDirection, movedAvailable } from '#lib/statement/readings.ts';

/** Days a statement shows when the filter has no start. */
export const USUAL_DAYS = 30;

/** Document 2's line types, in menu order. */
const HUB_TYPES = [
  'PAYMENT',
  'DEPOSIT',
  'PAYMENT_REFUND',
  'PAYOUT',
  'PAYOUT_REVERSAL',
  'PAYOUT_REFUND_RECEIVED',
  'INTERNAL_TRANSFER',
  'INFRACTION_BLOCK',
  'INFRACTION_RELEASED',
  'INFRACTION_SETTLED',
] as const;
export const LINE_STATUSES = ['PENDING', 'COMPLETED', 'CANCELED', 'REFUNDED', 'WAITING_FOR_REFUND'] as const;
export const DEPOSIT_STATUSES = ['PENDING', 'APPROVED', 'COMPLETED', 'REJECTED', 'EXPIRED'] as const;

/** Types offered as filters: all of document 2, or of document 1's open list those seen or chosen. */
export function typesToOffer(
  kind: string,
  seen: readonly (string | null)[],
  chosen: readonly string[],
): string[] {
  const known: readonly string[] = kind === 'hub' ? HUB_TYPES : ['PIX_DEPOSIT'];
  const more = [...seen, ...chosen].filter((word) => word !== null && isWord(word)) as string[];
  return [...new Set([...known, ...more.sort()])];
}

/** Order of the lines. The provider's default is newest first, by posting. */
export type Sorting = { sort: 'posted' | 'created'; order: 'asc' | 'desc' };
export const instantOf = (line: StatementLine, { sort }: Pick<Sorting, 'sort'>): string | null =>
  sort === 'created' ? (line.createdAt ?? line.postedAt) : (line.postedAt ?? line.createdAt);

/** The line's day in São Paulo. Empty: unknown. */
export function dayOf(line: StatementLine, sorting: Sorting): Day | '' {
  const at = instantOf(line, sorting);
  return at === null ? '' : saoPauloDay(at);
}

const DAY_MS = 86_400_000;
const MOST_NAMED = 200;

/** Query for the payments of lines without a name, created within a day before them. Null: none. */
export function missingNamesQuery(
  lines: readonly StatementLine[],
): { from: string; to: string; ids: string } | null {
  const bare = lines.filter((line) => line.transactionId !== null && isNameless(line));
  const ids = [...new Set(bare.map(({ transactionId }) => transactionId ?? ''))].slice(0, MOST_NAMED);
  const times = bare
    .map((line) => Date.parse(instantOf(line, { sort: 'posted' }) ?? ''))
    .filter((time) => !Number.isNaN(time));
  if (ids.length === 0 || times.length === 0) return null;
  const at = (time: number) => new Date(time).toISOString();
  return { from: at(Math.min(...times) - DAY_MS), to: at(Math.max(...times) + 1), ids: ids.join(',') };
}

const isNameless = ({ counterparty: { name, document, pixKey } }: StatementLine) =>
  name === null && document === null && pixKey === null;

type Named = { transactionId: string; name: string | null; document: string | null };

/** Fills in the counterparties of the lines from their payments. */
export function withNames(lines: readonly StatementLine[], named: readonly Named[]): StatementLine[] {
  const known = new Map(named.map((one) => [one.transactionId, one]));
  return lines.map((line) => {
    const found = known.get(line.transactionId ?? '');
    if (found === undefined || !isNameless(line)) return line;
    return { ...line, counterparty: { name: found.name, document: found.document, pixKey: null } };
  });
}

export type DayGroup = {
  /** Empty: lines without a known day. */
  day: Day | '';
  lines: StatementLine[];
  sums: Sums;
  /** Available balance before the day's first and after its last loaded line. Null: the line has none. */
  opening: number | null;
  closing: number | null;
  /** A line was posted later than created. */
  late: boolean;
};

/** Groups consecutive lines by São Paulo day. */
export function daysOf(items: readonly StatementLine[], sorting: Sorting): DayGroup[] {
  const days: { day: Day | ''; lines: StatementLine[] }[] = [];
  for (const line of items) {
    const day = dayOf(line, sorting);
    if (days.at(-1)?.day === day) days.at(-1)?.lines.push(line);
    else days.push({ day, lines: [line] });
  }
  return days.map(({ day, lines }) => ({
    day,
    lines,
    sums: sumsOf(lines),
    ...balancesOf(lines, sorting),
    late: lines.some(isLate),
  }));
}

const isLate = ({ createdAt, postedAt }: StatementLine) =>
  createdAt !== null && postedAt !== null && createdAt !== postedAt;

/** Lines of the same instant come in any order; their balances show which is first and which is last. */
function balancesOf(lines: readonly StatementLine[], sorting: Sorting) {
  // Other lines contain the blocked balance instead.
  const moved = lines.filter(movedAvailable);
  const [first, last] = sorting.order === 'asc' ? [moved[0], moved.at(-1)] : [moved.at(-1), moved[0]];
  const follows = (one: StatementLine, other: StatementLine) =>
    one !== other && other.balanceAfter !== null && beforeOf(one) === other.balanceAfter;
  const endOf = (line: StatementLine, isInner: (one: StatementLine, other: StatementLine) => boolean) => {
    const tied = moved.filter((one) => instantOf(one, sorting) === instantOf(line, sorting));
    const [end, ...others] = tied.filter((one) => !tied.some((other) => isInner(one, other)));
    return others.length === 0 && end ? end : line;
  };
  return {
    opening: first ? beforeOf(endOf(first, follows)) : null,
    closing: last ? endOf(last, (one, other) => follows(other, one)).balanceAfter : null,
  };
}

export type Closing = { day: Day; cents: number };

/** Balance after each day's last line, oldest first. Omits a day of which only the first lines were read. */
export function closingsOf(groups: readonly DayGroup[], { sort, order }: Sorting, more: boolean): Closing[] {
  // Sorted by creation, the last line is not the last that moved the balance.
  if (sort === 'created') return [];
  const complete = order === 'desc' ? [...groups].reverse() : more ? groups.slice(0, -1) : groups;
  return complete.flatMap(({ day, closing }) =>
    day === '' || closing === null ? [] : { day, cents: closing },
  );
}

/**
 * Sums of lines. A line counts in `in`, `out` (both positive) or `fees` (lines of their own, negative if
 * returned). `included`: fees in the amounts of other lines. `unjudged`: lines of an unknown amount that moved
 * the balance. `lines` and `feeLines`: numbers of lines, those of the blocked balance too.
 */
export type Sums = typeof NO_SUMS;
export const NO_SUMS = { lines: 0, feeLines: 0, in: 0, out: 0, fees: 0, included: 0, unjudged: 0 };
const MONEY = ['in', 'out', 'fees', 'included'] as const;

/** Adds lines to sums in millionths of a real, so that amounts with more than two decimals add up exactly. */
export function addLines(sums: Sums, lines: readonly StatementLine[]): Sums {
  const sum = { ...sums };
  for (const line of lines) {
    const isFee = isFeeLine(line);
    sum[isFee ? 'feeLines' : 'lines'] += 1;
    if (line.amount === null && movedAvailable(line)) sum.unjudged += 1;
    const direction = lineDirection(line);
    if (direction === 'still') continue;
    const amount = millionthsOf(line.amount ?? 0, line.amountExact);
    if (isFee) sum.fees -= amount;
    else sum[direction] += Math.abs(amount);
    sum.included += millionthsOf(feeInside(line));
  }
  return sum;
}

export function joinSums(one: Sums, other: Sums): Sums {
  const entries = Object.entries(one).map(([name, value]) => [name, value + other[name as keyof Sums]]);
  return Object.fromEntries(entries) as Sums;
}

/** Sums in millionths of a real → cents. */
export const inCents = (sums: Sums): Sums => ({
  ...sums,
  ...Object.fromEntries(MONEY.map((name) => [name, sumCents(sums[name])])),
});

/** Sums of lines in cents. */
export const sumsOf = (items: readonly StatementLine[]): Sums => inCents(addLines(NO_SUMS, items));

/** The lines of the same dispute, newest first, and their total. Null: no other line belongs to it. */
export function pairOf(
  line: StatementLine,
  items: readonly StatementLine[],
): { lines: StatementLine[]; difference: number } | null {
  if (line.disputeId === null) return null;
  const lines = items.filter((other) => other.disputeId === line.disputeId && movedAvailable(other));
  if (lines.length < 2) return null;
  lines.sort((a, b) => ((a.postedAt ?? '') < (b.postedAt ?? '') ? 1 : -1));
  return { lines, difference: lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0) };
}

/** Position in the bracket that joins a block and its end. `open`: a block whose end is not listed. */
export type Bracket = 'top' | 'middle' | 'bottom' | 'open' | null;

/** Brackets never overlap: where two would cross, only the first is drawn, and the drawer shows the other. */
export function bracketsOf(items: readonly StatementLine[], order: Sorting['order']): Map<string, Bracket> {
  const found = new Map<string, Bracket>();
  const places = Map.groupBy(items.keys(), (at) => {
    const line = items[at];
    return line && movedAvailable(line) ? line.disputeId : null;
  });
  places.delete(null);
  let free = 0;
  for (const [first = 0, ...others] of places.values()) {
    if (first < free) continue;
    const last = others.at(-1) ?? first;
    const lines = items.slice(first, last + 1);
    const [block] = lines;
    if (last > first) {
      for (const [at, { id }] of lines.entries())
        found.set(id, at === 0 ? 'top' : at === last - first ? 'bottom' : 'middle');
      free = last + 1;
    } else if (block && order === 'desc' && /BLOCK/.test(block.type ?? '')) found.set(block.id, 'open');
  }
  return found;
}

type Place = { slug: string; capabilities: readonly string[] };

/** Path of the payment behind a line. Null: this account has no page for it. */
export function paymentHref({ slug, capabilities }: Place, transactionId: string | null): string | null {
  if (transactionId === null) return null;
  const id = encodeURIComponent(transactionId);
  const [, kind] = /^(payment|withdraw|transfer|deposit):/.exec(transactionId) ?? [];
  const pages = { payment: 'charges', withdraw: 'withdrawals', transfer: 'transfers' } as const;
  // A deposit has its own page, but the statement is its only list.
  if (kind === 'deposit') return capabilities.includes('statement') ? `/${slug}/deposits/${id}` : null;
  if (kind !== undefined) {
    const page = pages[kind as keyof typeof pages];
    return capabilities.includes(page) ? `/${slug}/${page}?open=${id}` : null;
  }
  return capabilities.includes('transactions') ? `/${slug}/transactions/${id}` : null;
}

export function disputeHref({ slug, capabilities }: Place, disputeId: string | null): string | null {
  if (disputeId === null || !capabilities.includes('disputes')) return null;
  return `/${slug}/disputes/${encodeURIComponent(disputeId)}`;
}

export type DepositState = 'waiting' | 'approved' | 'credited' | 'rejected' | 'expired' | 'other';

const DEPOSIT_STATES: Record<MoneyState, DepositState> = {
  waiting: 'waiting',
  done: 'credited',
  partly: 'credited',
  refused: 'rejected',
  cancelled: 'rejected',
  expired: 'expired',
  returned: 'rejected',
  returning: 'rejected',
};

/** State of a deposit. `approved` is not credited yet. */
export function depositState({ status }: Pick<PendingDeposit, 'status'>): DepositState {
  const meaning = moneyStateOf(status);
  if (meaning === null) return 'other';
  return meaning === 'done' && /approv|aprovad/i.test(status ?? '') ? 'approved' : DEPOSIT_STATES[meaning];
}
