import type { ClosingChange, ClosingDetail, ClosingPart } from '#lib/closings/contract.ts';
import { chained } from '#lib/closings/reconcile.ts';
import { amountOf, decimalOf, type ExactAmount, partId, SIDES, sumOf, unitsOf } from '#lib/closings/rules.ts';
import { type Line, unitsIn } from '#lib/closings/world.ts';

/** The sums of a day from its lines, and what differs between two readings. Pure. */

export type Figures = NonNullable<ClosingDetail['figures']>;
/** The closing balance of the day before; null: it was not read. */
export type DayBefore = { closing: ExactAmount | null; sealed: boolean } | null;

const unitsOfLine = ({ amount, exact }: Line): bigint => unitsIn(amount, exact);
const total = (lines: readonly Line[]): bigint => lines.reduce((sum, line) => sum + unitsOfLine(line), 0n);

export function figuresOf(lines: readonly Line[], before: DayBefore, gaps: number): Figures {
  const sums = Object.fromEntries(
    SIDES.map((side) => [side, total(lines.filter((line) => line.side === side))]),
  ) as Record<(typeof SIDES)[number], bigint>;
  const { opening, openingFrom, reported } = balancesOf(lines, before);
  const closing = opening === null ? null : opening + sums.in + sums.out + sums.blocks;
  return {
    opening: opening === null ? null : amountOf(opening),
    openingFrom,
    in: amountOf(sums.in),
    out: amountOf(sums.out),
    blocks: amountOf(sums.blocks),
    closing: closing === null ? null : amountOf(closing),
    reported,
    difference: closing === null || reported === null ? null : amountOf(unitsOf(reported.amount) - closing),
    lines: lines.filter(({ side }) => side !== null).length,
    parts: partsOf(lines),
    gaps,
    unjudged: lines.filter(({ available, amount }) => available && amount === null).length,
  };
}

/** The balances at both ends: of the first and the last line that show one. */
function balancesOf(lines: readonly Line[], before: DayBefore) {
  const chain = chained(lines);
  const [first, last] = [chain[0], chain.at(-1)];
  const bare = lines.filter(({ side, balanceAfter }) => side !== null && balanceAfter === null);
  if (first === undefined || last === undefined) {
    const opening = before?.closing == null ? null : unitsOf(before.closing);
    const source = before?.sealed === true ? ('closed_day' as const) : ('day_before' as const);
    return { opening, openingFrom: opening === null ? null : source, reported: null };
  }
  // Lines before the first known balance are taken off it.
  const earlier = total(bare.filter(({ postedAt }) => postedAt < first.postedAt));
  const known = first.balanceBefore === null ? null : unitsIn(first.balanceBefore);
  const opening = known ?? unitsIn(first.balanceAfter) - unitsOfLine(first);
  const isLast = bare.every(({ postedAt }) => postedAt < last.postedAt);
  return {
    opening: opening - earlier,
    openingFrom: 'line' as const,
    reported: isLast ? { amount: { cents: last.balanceAfter ?? 0 }, at: last.postedAt } : null,
  };
}

/** By side in the order of the equation, the largest sums first. */
function partsOf(lines: readonly Line[]): ClosingPart[] {
  return SIDES.flatMap((side) =>
    [
      ...Map.groupBy(
        lines.filter((line) => line.side === side),
        ({ type }) => type,
      ),
    ]
      .map(([type, own]) => ({ type, count: own.length, units: total(own) }))
      .sort((a, b) => Number(size(b.units) - size(a.units)) || (a.type < b.type ? -1 : 1))
      .map(({ type, count, units }) => ({
        id: partId({ side, type }),
        side,
        type: type === '' ? null : type,
        count,
        sum: amountOf(units),
      })),
  );
}

const size = (units: bigint): bigint => (units < 0n ? -units : units);
const same = (a: ExactAmount | null, b: ExactAmount | null): boolean =>
  a === null || b === null ? a === b : decimalOf(a) === decimalOf(b);

type Counted = { count: number | null; sum: ExactAmount | null };
const NOTHING: Counted = { count: 0, sum: { cents: 0 } };

/** The parts and sums that differ. Empty: both readings say the same. */
export function changesBetween(before: Figures, now: Figures): ClosingChange[] {
  const rows: ClosingChange[] = [];
  const add = (of: ClosingChange['of'], a: Counted, b: Counted, part: ClosingPart | null = null) => {
    if (a.count !== b.count || !same(a.sum, b.sum))
      rows.push({ of, part: part && { id: part.id, side: part.side, type: part.type }, before: a, now: b });
  };
  const ids = new Map([...before.parts, ...now.parts].map((part) => [part.id, part]));
  const partIn = ({ parts }: Figures, id: string): Counted => parts.find((one) => one.id === id) ?? NOTHING;
  for (const [id, part] of ids) add('part', counted(partIn(before, id)), counted(partIn(now, id)), part);
  for (const side of SIDES) add(side, sideOf(before, side), sideOf(now, side));
  for (const balance of ['opening', 'closing'] as const)
    add(balance, { count: null, sum: before[balance] }, { count: null, sum: now[balance] });
  const reported = (figures: Figures): Counted => ({ count: null, sum: figures.reported?.amount ?? null });
  add('reported', reported(before), reported(now));
  return rows;
}

const counted = ({ count, sum }: Counted): Counted => ({ count, sum });

const sideOf = (figures: Figures, side: (typeof SIDES)[number]): Counted => ({
  count: figures.parts.filter((part) => part.side === side).reduce((sum, { count }) => sum + count, 0),
  sum: figures[side],
});

/** Sums of several days: `opening` of the first, `closing` of the last. `days`: oldest first. */
export function totalsOf(days: readonly Pick<Figures, 'opening' | 'in' | 'out' | 'blocks' | 'closing'>[]) {
  return {
    opening: days[0]?.opening ?? null,
    in: sumOf(days.map((day) => day.in)),
    out: sumOf(days.map((day) => day.out)),
    blocks: sumOf(days.map((day) => day.blocks)),
    closing: days.at(-1)?.closing ?? null,
  };
}
