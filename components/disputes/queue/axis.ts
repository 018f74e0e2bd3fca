import { addDays, saoPauloDay, startOfDay } from '#lib/dates.ts';
import type { WorkingDay } from '../clock.ts';

export const AXIS_HOURS = 72;
const HOUR = 3_600_000;
const SPAN = AXIS_HOURS * HOUR;
const OPENS = 8 * HOUR;
const CLOSES = 19 * HOUR;
/** Share of the line's width that a label takes; labels that would touch go to another line. */
const LABEL = 0.24;
const MOST_LINES = 3;

const at = (time: number, now: number) => Math.min(1, Math.max(0, (time - now) / SPAN));

/** The working hours of the days that begin within `days` days of `now`: Monday to Friday, 08:00 to 19:00. */
export function workingDays(now: number, days: number): WorkingDay[] {
  const first = saoPauloDay(now);
  return Array.from({ length: days + 1 }, (_, index) => addDays(first, index)).flatMap((day) => {
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
    if (weekday === 0 || weekday === 6) return [];
    const midnight = Date.parse(startOfDay(day));
    return [{ start: midnight + OPENS, end: midnight + CLOSES }];
  });
}

/** Where nobody works, as parts of the axis from 0 to 1. */
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

/** The midnights on the axis. */
export function midnights(now: number): { day: string; at: number }[] {
  const first = saoPauloDay(now);
  return [1, 2, 3]
    .map((days) => addDays(first, days))
    .map((day) => ({ day, at: (Date.parse(startOfDay(day)) - now) / SPAN }))
    .filter((tick) => tick.at > 0.1 && tick.at < 0.97);
}

export type Placed<T> = { item: T; at: number; line: number; side: 'after' | 'before' };

/**
 * Deadlines on the axis, each on a line where its label covers no other; what finds no room is counted. A mark goes
 * from its label's line downwards, so a line below every label in its way comes first.
 */
export function placeDues<T extends { deadline: string | null }>(
  items: readonly T[],
  now: number,
): { placed: Placed<T>[]; lines: number; left: number } {
  const ends: number[] = [];
  const placed: Placed<T>[] = [];
  let left = 0;
  for (const item of items) {
    const due = item.deadline === null ? Number.NaN : Date.parse(item.deadline) - now;
    if (!(due > 0 && due <= SPAN)) continue;
    const here = due / SPAN;
    const side = here > 1 - LABEL ? 'before' : 'after';
    const [from, to] = side === 'after' ? [here, here + LABEL] : [here - LABEL, here];
    const clear = ends.findLastIndex((end) => end > from) + 1;
    const free = ends.findIndex((end) => end <= from);
    const line = clear < MOST_LINES || free === -1 ? clear : free;
    if (line >= MOST_LINES) left++;
    else {
      ends[line] = to;
      placed.push({ item, at: here, line, side });
    }
  }
  return { placed, lines: Math.max(1, ends.length), left };
}
