import { addDays, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import type { WorkingDay } from '../clock.ts';

export const AXIS_HOURS = 72;
const HOUR = 3_600_000;
const SPAN = AXIS_HOURS * HOUR;
const OPENS = 8 * HOUR;
const CLOSES = 19 * HOUR;
/** A label's share of the line's width; labels that would touch go to another line. */
const LABEL = 0.24;
const MOST_LINES = 3;

const at = (time: number, now: number) => Math.min(1, Math.max(0, (time - now) / SPAN));

/** Working hours of the days that begin within `days` days of `now`: Monday to Friday, 08:00 to 19:00. */
export function workingDays(now: number, days: number): WorkingDay[] {
  const first = saoPauloDay(now);
  return Array.from({ length: days + 1 }, (_, index) => addDays(first, index)).flatMap((day) => {
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
    if (weekday === 0 || weekday === 6) return [];
    const midnight = Date.parse(startOfDay(day));
    return [{ start: midnight + OPENS, end: midnight + CLOSES }];
  });
}

/** Non-working time, as ranges of the axis from 0 to 1. */
export function restBands(now: number): { from: number; to: number }[] {
  const bands: { from: number; to: number }[] = [];
  let last = now;
  for (const { start, end } of workingDays(now, 4)) {
    if (start > last) bands.push({ from: at(last, now), to: at(start, now) });
    last = Math.max(last, end);
  }
  bands.push({ from: at(last, now), to: 1 });
  return bands.filter(({ from, to }) => to > from);
}

/** The midnights on the axis, from 0 to 1. */
export function midnights(now: number): { day: string; at: number }[] {
  const first = saoPauloDay(now);
  return [1, 2, 3]
    .map((days) => addDays(first, days))
    .map((day) => ({ day, at: (Date.parse(startOfDay(day)) - now) / SPAN }))
    .filter((tick) => tick.at > 0.1 && tick.at < 0.97);
}

export type Placed<T> = { item: T; at: number; line: number; side: 'after' | 'before' };
type Spot = Omit<Placed<unknown>, 'item'>;

const spanOf = ({ at: here, side }: Spot) =>
  side === 'after' ? { from: here, to: here + LABEL } : { from: here - LABEL, to: here };

/** A mark's line runs from its label down to the ground, through wider labels of lower lines. */
const crosses = (mark: Spot, label: Spot) => {
  const { from, to } = spanOf(label);
  return mark.line < label.line && mark.at > from && mark.at < to;
};
const touches = (one: Spot, other: Spot) =>
  one.line === other.line && spanOf(one).from < spanOf(other).to && spanOf(other).from < spanOf(one).to;

/**
 * Places deadlines so that no label touches another and no mark crosses a label; those without a free spot
 * are counted. `dues`: all deadlines on the axis, the soonest first. The latest are placed first, left of
 * their mark.
 */
export function placeDues<T extends { deadline: string | null }>(
  items: readonly T[],
  now: number,
): { dues: readonly T[]; placed: Placed<T>[]; lines: number; unplaced: number } {
  const dues = items
    .map((item) => ({ item, at: (Date.parse(item.deadline ?? '') - now) / SPAN }))
    .filter((due) => due.at > 0 && due.at <= 1)
    .sort((a, b) => a.at - b.at);
  const late = dues.filter((due) => due.at > 1 - LABEL).reverse();
  const placed: Placed<T>[] = [];
  for (const due of [...late, ...dues.filter((one) => !late.includes(one))]) {
    const isFree = (spot: Spot) =>
      placed.every((one) => !touches(spot, one) && !crosses(spot, one) && !crosses(one, spot));
    const free = spotsOf(due.at).find(isFree);
    if (free !== undefined) placed.push({ item: due.item, ...free });
  }
  const lines = Math.max(0, ...placed.map(({ line }) => line)) + 1;
  return {
    dues: dues.map(({ item }) => item),
    placed: placed.sort((a, b) => a.at - b.at),
    lines,
    unplaced: dues.length - placed.length,
  };
}

/** Candidate positions of a deadline's label, best first. */
function spotsOf(here: number): Spot[] {
  const sides = (['after', 'before'] as const).filter((side) =>
    side === 'after' ? here + LABEL <= 1 : here - LABEL >= 0,
  );
  const lines = Array.from({ length: MOST_LINES }, (_, line) => line);
  return sides.flatMap((side) => lines.map((line) => ({ at: here, line, side })));
}
