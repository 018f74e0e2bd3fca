import { addDays, saoPauloDay, startOfDay } from '#lib/dates.ts';

export const QUIET_DAYS = ['every', 'weekdays', 'weekends'] as const;

/** When somebody wants to be left alone, in São Paulo: `HH:MM`; past midnight where `to` is not after `from`. */
export type Quiet = { on: boolean; from: string; to: string; days: (typeof QUIET_DAYS)[number] };

const MINUTE_MS = 60_000;
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** The end of the quiet hours that `now` (epoch ms) falls into; null outside them. A night belongs to its evening. */
export function quietUntil(quiet: Quiet | null, now: number): Date | null {
  if (quiet === null || !quiet.on || quiet.from === quiet.to) return null;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const length = (to > from ? to - from : to + 24 * 60 - from) * MINUTE_MS;
  const today = saoPauloDay(now);
  for (const day of [addDays(today, -1), today]) {
    const begins = Date.parse(startOfDay(day)) + from * MINUTE_MS;
    if (holdsOn(quiet.days, day) && begins <= now && now < begins + length) return new Date(begins + length);
  }
  return null;
}

function holdsOn(days: Quiet['days'], day: string): boolean {
  if (days === 'every') return true;
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return (weekday === 0 || weekday === 6) === (days === 'weekends');
}
