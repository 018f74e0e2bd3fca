import type { Day } from '#lib/core/dates.ts';
import { millionthsOf, sumCents } from '#lib/core/money.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import { type Edges, edgesOf, type Reach, timeOf } from '#lib/statement/ledger.ts';
import { lineDirection } from '#lib/statement/readings.ts';
import {
  addLines,
  type DayGroup,
  daysOf,
  inCents,
  instantOf,
  joinSums,
  NO_SUMS,
  type Sorting,
  type Sums,
} from '#lib/statement/rules.ts';

/** Sums of a period, read part by part: the server adds up lines, the page adds up parts. Pure. */

/** Lines that are read for the sums of one period. */
export const MOST_SUMMED = 100_000;

/** The lines of one type: how many, and what they moved. */
export type KindSums = { type: string | null; count: number; in: number; out: number };

/** Consecutive lines of a statement, added up. Sums in millionths of a real, balances in cents. */
export type SumPart = {
  days: (Pick<DayGroup, 'day' | 'opening' | 'closing' | 'late'> & { sums: Sums })[];
  kinds: KindSums[];
  /** Id of the part's first line. */
  firstId: string | null;
  /** Instants of its first and last line. */
  first: string | null;
  last: string | null;
};

export function sumPart(items: readonly StatementLine[], sorting: Sorting): SumPart {
  const [first, last] = [items[0], items.at(-1)];
  return {
    days: daysOf(items, sorting).map(({ day, lines, opening, closing, late }) => ({
      ...{ day, opening, closing, late },
      sums: addLines(NO_SUMS, lines),
    })),
    kinds: kindsOf(items),
    firstId: first?.id ?? null,
    first: first === undefined ? null : instantOf(first, sorting),
    last: last === undefined ? null : instantOf(last, sorting),
  };
}

function kindsOf(items: readonly StatementLine[]): KindSums[] {
  const kinds = new Map<string | null, KindSums>();
  for (const line of items) {
    const kind = kinds.get(line.type) ?? { type: line.type, count: 0, in: 0, out: 0 };
    kinds.set(line.type, kind);
    kind.count += 1;
    const direction = lineDirection(line);
    if (direction !== 'still') kind[direction] += Math.abs(millionthsOf(line.amount ?? 0, line.amountExact));
  }
  return [...kinds.values()];
}

/**
 * Balances around the lines read: before the oldest one (`since` it, if earlier lines of the period are not
 * read), and at the end of a period that is over.
 */
export type Span = { opening: number | null; since: string | null; closing: number | null };

/** A day's sums in cents, its balances, and how far it was read. */
export type DaySums = Pick<DayGroup, 'day' | 'sums' | 'opening' | 'closing' | 'late'> & Edges;

/** Sums in cents, as far as the period was read. */
export type PeriodSums = {
  sums: Sums;
  /** The largest first. */
  kinds: readonly KindSums[];
  days: ReadonlyMap<Day | '', DaySums>;
  span: Span;
  /** Instants of the oldest and the newest line read. */
  oldest: string | null;
  newest: string | null;
};

/** Adds up the parts of a period in the order in which they were read. */
export function periodSums(parts: readonly SumPart[], reach: Reach): PeriodSums {
  const rising = reach.sorting.order === 'asc';
  const joined = joinDays(parts, rising);
  const edges = edgesOf(joined, reach);
  const days = joined.map((day, at) => ({ ...day, sums: inCents(day.sums), ...(edges[at] as Edges) }));
  const [first, last] = [parts[0]?.first ?? null, parts.at(-1)?.last ?? null];
  const [oldest, newest] = rising ? [first, last] : [last, first];
  return {
    sums: inCents(joined.reduce((sum, day) => joinSums(sum, day.sums), NO_SUMS)),
    kinds: joinKinds(parts),
    days: new Map(days.map((day) => [day.day, day])),
    span: spanOf(days, { oldest, newest }, reach),
    oldest,
    newest,
  };
}

/** A day that continues in the next part is one day; its balances are those at its two ends. */
function joinDays(parts: readonly SumPart[], rising: boolean): SumPart['days'] {
  const days = new Map<string, SumPart['days'][number]>();
  for (const next of parts.flatMap((part) => part.days)) {
    const known = days.get(next.day);
    const [earlier, later] = rising ? [known, next] : [next, known];
    days.set(next.day, {
      day: next.day,
      // A part may have only lines of the blocked balance.
      opening: earlier?.opening ?? later?.opening ?? null,
      closing: later?.closing ?? earlier?.closing ?? null,
      late: next.late || (known?.late ?? false),
      sums: joinSums(known?.sums ?? NO_SUMS, next.sums),
    });
  }
  return [...days.values()];
}

function joinKinds(parts: readonly SumPart[]): KindSums[] {
  const kinds = new Map<string | null, KindSums>();
  for (const { type, count, ...money } of parts.flatMap((part) => part.kinds)) {
    const known = kinds.get(type) ?? { type, count: 0, in: 0, out: 0 };
    kinds.set(type, {
      ...{ type, count: known.count + count },
      ...{ in: known.in + money.in, out: known.out + money.out },
    });
  }
  const size = (kind: KindSums) => kind.in + kind.out;
  return [...kinds.values()]
    .sort((a, b) => size(b) - size(a))
    .map((kind) => ({ ...kind, in: sumCents(kind.in), out: sumCents(kind.out) }));
}

type Ends = { oldest: string | null; newest: string | null };

function spanOf(days: readonly DaySums[], ends: Ends, reach: Reach): Span {
  const { sorting, more, filtered, period, asOf } = reach;
  const isRising = sorting.order === 'asc';
  const [oldest, newest] = isRising ? [days[0], days.at(-1)] : [days.at(-1), days[0]];
  const isUnsure = filtered || sorting.sort === 'created' || days.some(({ day }) => day === '');
  if (isUnsure || !oldest || !newest) return { opening: null, since: null, closing: null };
  const end = timeOf(period.to, Number.POSITIVE_INFINITY);
  const isOver = end <= timeOf(asOf) && timeOf(ends.newest) < end;
  return {
    opening: oldest.opening,
    since: oldest.isBegun || oldest.opening === null ? null : ends.oldest,
    closing: isOver && !(isRising && more) ? newest.closing : null,
  };
}
