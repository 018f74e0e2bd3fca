import { type Day, saoPauloDay } from '#lib/core/dates.ts';
import { type MoneyState, moneyStateOf } from '#lib/core/status/money.ts';
import { isWord } from '#lib/list/parsers.ts';
import type { PendingDeposit, StatementLine } from '#lib/providers/money-records.ts';
import { beforeOf, feeInside, isFeeLine, movedAvailable, wayOf } from '#lib/statement/readings.ts';

/** Days that a statement shows where the filter has no beginning. */
export const USUAL_DAYS = 30;

/** Document 2's line types, in the order of a menu. */
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

/** Types to choose from: document 2's; of document 1's open list what was seen or asked for. */
export function typesToOffer(
  kind: string,
  seen: readonly (string | null)[],
  chosen: readonly string[],
): string[] {
  const known: readonly string[] = kind === 'hub' ? HUB_TYPES : ['PIX_DEPOSIT'];
  const more = [...seen, ...chosen].filter((word) => word !== null && isWord(word)) as string[];
  return [...new Set([...known, ...more.sort()])];
}

/** How lines are ordered: the provider's usual one is newest first, by posting. */
export type Sorting = { sort: 'posted' | 'created'; order: 'asc' | 'desc' };
export const instantOf = (line: StatementLine, { sort }: Pick<Sorting, 'sort'>): string | null =>
  sort === 'created' ? (line.createdAt ?? line.postedAt) : (line.postedAt ?? line.createdAt);

/** Its day in São Paulo; empty where nobody told. */
export function dayOf(line: StatementLine, sorting: Sorting): Day | '' {
  const at = instantOf(line, sorting);
  return at === null ? '' : saoPauloDay(at);
}

const DAY_MS = 86_400_000;
const MOST_NAMED = 200;

/** The query for missing names: payments whose lines name nobody, made within a day before their line. */
export function unnamed(lines: readonly StatementLine[]): { from: string; to: string; ids: string } | null {
  const bare = lines.filter(
    ({ transactionId, counterparty: { name, document, pixKey } }) =>
      transactionId !== null && name === null && document === null && pixKey === null,
  );
  const ids = [...new Set(bare.map(({ transactionId }) => transactionId ?? ''))].slice(0, MOST_NAMED);
  const times = bare
    .map((line) => Date.parse(instantOf(line, { sort: 'posted' }) ?? ''))
    .filter((time) => !Number.isNaN(time));
  if (ids.length === 0 || times.length === 0) return null;
  const at = (time: number) => new Date(time).toISOString();
  return { from: at(Math.min(...times) - DAY_MS), to: at(Math.max(...times) + 1), ids: ids.join(',') };
}

type Named = { transactionId: string; name: string | null; document: string | null };

/** The lines with whom their payments name. */
export function withNames(lines: readonly StatementLine[], named: readonly Named[]): StatementLine[] {
  const known = new Map(named.map((one) => [one.transactionId, one]));
  return lines.map((line) => {
    const { name, document, pixKey } = line.counterparty;
    const found = known.get(line.transactionId ?? '');
    if (found === undefined || name !== null || document !== null || pixKey !== null) return line;
    return { ...line, counterparty: { name: found.name, document: found.document, pixKey } };
  });
}

export type DayGroup = {
  /** Empty: lines whose day nobody told. */
  day: Day | '';
  lines: StatementLine[];
  sums: Sums;
  /** Available balance before the day's first and after its last line among these; null where that line tells none. */
  opening: number | null;
  closing: number | null;
};

/** Lines of one São Paulo day after another, as they are ordered. */
export function daysOf(items: readonly StatementLine[], sorting: Sorting): DayGroup[] {
  const days: { day: Day | ''; lines: StatementLine[] }[] = [];
  for (const line of items) {
    const day = dayOf(line, sorting);
    if (days.at(-1)?.day === day) days.at(-1)?.lines.push(line);
    else days.push({ day, lines: [line] });
  }
  return days.map(({ day, lines }) => ({ day, lines, sums: sumsOf(lines), ...balancesOf(lines, sorting) }));
}

/** Lines of one instant come in any order: the balances tell which of them is first and which is last. */
function balancesOf(lines: readonly StatementLine[], sorting: Sorting) {
  // A line of the held balance tells that one.
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

/** Balance after the last line of each day, oldest first; a day of which only the first lines were read tells none. */
export function closingsOf(groups: readonly DayGroup[], { sort, order }: Sorting, more: boolean): Closing[] {
  // In the order of creation the last line is not the one that moved the balance last.
  if (sort === 'created') return [];
  const told = order === 'desc' ? [...groups].reverse() : more ? groups.slice(0, -1) : groups;
  return told.flatMap(({ day, closing }) => (day === '' || closing === null ? [] : { day, cents: closing }));
}

/** Cents of lines, each in one of the first three: `in` and `out` positive, `fees` negative where more came back. */
export type Sums = {
  in: number;
  out: number;
  /** Fees that are lines of their own. */
  fees: number;
  /** Fees inside the amounts of the others. */
  included: number;
  /** Count of lines that moved the balance by what nobody tells. */
  unjudged: number;
};

/** The sums of what was read. */
export function sumsOf(items: readonly StatementLine[]): Sums {
  const sum = { in: 0, out: 0, fees: 0, included: 0, unjudged: 0 };
  for (const line of items) {
    const way = wayOf(line);
    if (line.amount === null && movedAvailable(line)) sum.unjudged += 1;
    if (way === 'still') continue;
    if (isFeeLine(line)) sum.fees -= line.amount ?? 0;
    else sum[way] += Math.abs(line.amount ?? 0);
    sum.included += feeInside(line);
  }
  return sum;
}

/** The lines of the same dispute, newest first, and what they come to together; null where the line stands alone. */
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

/** Joins a block and its end in the table: `open` is a block whose end is not listed. */
export type Bracket = 'top' | 'middle' | 'bottom' | 'open' | null;

/** One bracket at a time: where two would cross, the later one is left to the drawer. */
export function bracketsOf(items: readonly StatementLine[], order: Sorting['order']): Map<string, Bracket> {
  const found = new Map<string, Bracket>();
  const places = new Map<string, number[]>();
  items.forEach((line, index) => {
    if (line.disputeId === null || !movedAvailable(line)) return;
    places.set(line.disputeId, [...(places.get(line.disputeId) ?? []), index]);
  });
  let free = 0;
  for (const [first = 0, ...rest] of places.values()) {
    const last = rest.at(-1);
    const line = items[first];
    if (line === undefined) continue;
    if (last === undefined) {
      const block = /BLOCK/.test(line.type ?? '') && order === 'desc';
      if (block && first >= free) found.set(line.id, 'open');
      continue;
    }
    if (first < free) continue;
    for (let at = first; at <= last; at += 1) {
      const id = items[at]?.id;
      if (id !== undefined) found.set(id, at === first ? 'top' : at === last ? 'bottom' : 'middle');
    }
    free = last + 1;
  }
  return found;
}

type Place = { slug: string; capabilities: readonly string[] };

/** The page of the payment behind a line; null where this account has none for it. */
export function paymentHref({ slug, capabilities }: Place, transactionId: string | null): string | null {
  if (transactionId === null) return null;
  const id = encodeURIComponent(transactionId);
  const [, kind] = /^(payment|withdraw|transfer|deposit):/.exec(transactionId) ?? [];
  const pages = { payment: 'charges', withdraw: 'withdrawals', transfer: 'transfers' } as const;
  // A deposit has a page of its own, and no list but the statement.
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

/** States of a deposit that arrived. */
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

/** An approved deposit is not credited yet. */
export function depositState({ status }: Pick<PendingDeposit, 'status'>): DepositState {
  const meaning = moneyStateOf(status);
  if (meaning === null) return 'other';
  return meaning === 'done' && /approv|aprovad/i.test(status ?? '') ? 'approved' : DEPOSIT_STATES[meaning];
}
