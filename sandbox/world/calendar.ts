import { type Dice, fraction } from './random.ts';

const HOUR = 3_600_000;
const WEEK = 168 * HOUR;
/** São Paulo has had no daylight saving since 2019. */
const OFFSET = -3 * HOUR;

const WEEKDAY = [3, 2, 1.2, 1, 1, 1.6, 4, 9, 16, 24, 28, 29, 27, 26, 28, 29, 28, 27, 26, 28, 30, 26, 17, 8];
const WEEKEND = [
  6, 4, 2.5, 1.6, 1.2, 1.2, 2, 4, 8, 14, 18, 21, 22, 21, 20, 19, 19, 20, 22, 24, 24, 21, 16, 10,
];

/** Epoch 0 was a Thursday, so hour 0 of this week is Thursday's midnight. */
const HOURS = [WEEKDAY, WEEKDAY, WEEKEND, WEEKEND, WEEKDAY, WEEKDAY, WEEKDAY].flat();
const SUMS = [0];
for (const weight of HOURS) SUMS.push((SUMS.at(-1) ?? 0) + weight);
const WEEK_SUM = SUMS.at(-1) as number;

function weightUntil(at: number): number {
  const local = at + OFFSET;
  const weeks = Math.floor(local / WEEK);
  const inWeek = local - weeks * WEEK;
  const hour = Math.min(167, Math.floor(inWeek / HOUR));
  const part = (inWeek - hour * HOUR) / HOUR;
  return weeks * WEEK_SUM + (SUMS[hour] as number) + part * (HOURS[hour] as number);
}

function timeOfWeight(weight: number): number {
  const weeks = Math.floor(weight / WEEK_SUM);
  const rest = weight - weeks * WEEK_SUM;
  let low = 0;
  let high = 167;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((SUMS[middle] as number) <= rest) low = middle;
    else high = middle - 1;
  }
  const part = (rest - (SUMS[low] as number)) / (HOURS[low] as number);
  return weeks * WEEK + (low + part) * HOUR - OFFSET;
}

export type Calendar = {
  /** Creation time of an index, epoch ms; never decreasing. */
  timeOf(index: number): number;
  /** The smallest index created at or after this time. */
  firstAt(at: number): number;
  start: number;
  anchor: number;
};

/** `count` transactions in the days before the anchor, then the same rate without end. */
export function createCalendar(dice: Dice, count: number, days: number, anchor: number): Calendar {
  const start = anchor - days * 24 * HOUR;
  const from = weightUntil(start);
  const step = (weightUntil(anchor) - from) / count;
  const timeOf = (index: number) =>
    Math.max(start, Math.floor(timeOfWeight(from + (index + fraction(dice(1, index))) * step)));
  return {
    start,
    anchor,
    timeOf,
    firstAt(at) {
      let index = Math.max(0, Math.floor((weightUntil(at) - from) / step));
      while (index > 0 && timeOf(index - 1) >= at) index--;
      while (timeOf(index) < at) index++;
      return index;
    },
  };
}
