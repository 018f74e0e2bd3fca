import { niceStep } from '#components/ui/nice-step.ts';
import { addDays, type Day, daysBetween } from '#lib/dates.ts';
import type { Closing } from '#lib/statement/rules.ts';

/** `told` false: no line moved the balance that day, so that it is the day's before. */
export type BalanceDay = Closing & { told: boolean };
export type BalanceGeometry = {
  days: BalanceDay[];
  /** Steps of the days that are over, one unit for each; heights are parts of a hundred, from the top. */
  closed: string;
  /** The day that still goes on; empty where there is none. */
  open: string;
  ticks: { cents: number; y: number }[];
  /** Places of days that are named, counted from the left. */
  named: number[];
};

const MOST_NAMED = 5;

/** Closing balances (cents, oldest first, two at least) as steps from day to day. */
export function balanceGeometry(closings: readonly Closing[], today: Day | null): BalanceGeometry {
  const days = everyDay(closings);
  const cents = days.map((day) => day.cents);
  const [least, most] = [Math.min(...cents), Math.max(...cents)];
  const step = niceStep((most - least) / 3);
  const low = Math.floor(least / step) * step;
  const high = Math.max(low + step, Math.ceil(most / step) * step);
  const y = (value: number) => round((100 * (high - value)) / (high - low));
  const ticks = Array.from({ length: (high - low) / step + 1 }, (_, index) => high - index * step);
  const isOpen = days.at(-1)?.day === today;
  const over = isOpen ? days.slice(0, -1) : days;
  const ends = over.at(-1);
  const every = Math.ceil(days.length / MOST_NAMED);
  return {
    days,
    closed: over.map((day, at) => `${at === 0 ? 'M0 ' : 'V'}${y(day.cents)}H${at + 1}`).join(''),
    open:
      isOpen && ends !== undefined
        ? `M${over.length} ${y(ends.cents)}V${y(cents.at(-1) ?? 0)}H${days.length}`
        : '',
    ticks: ticks.map((value) => ({ cents: value, y: y(value) })),
    named: days.flatMap((_, at) => ((days.length - 1 - at) % every === 0 ? at : [])),
  };
}

function everyDay(closings: readonly Closing[]): BalanceDay[] {
  const days: BalanceDay[] = [];
  for (const { day, cents } of closings) {
    for (let last = days.at(-1); last !== undefined && daysBetween(last.day, day) > 1; last = days.at(-1))
      days.push({ day: addDays(last.day, 1), cents: last.cents, told: false });
    days.push({ day, cents, told: true });
  }
  return days;
}

const round = (part: number) => Math.round(part * 10) / 10;
