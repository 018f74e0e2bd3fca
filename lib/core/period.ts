import { addDays, type Day, isDay, saoPauloDay } from '#lib/core/dates.ts';

/** The period in a list's address: São Paulo days or instants; null: no bound. */
export type Period = { from: string | null; to: string | null };

export const PRESETS = ['today', 'yesterday', 'days7', 'days30', 'month'] as const;
export type Preset = (typeof PRESETS)[number];
export type DaySpan = { from: Day; to: Day };

/** São Paulo days, both inclusive. */
export function presetSpan(preset: Preset, today: Day): DaySpan {
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'days7':
      return { from: addDays(today, -6), to: today };
    case 'days30':
      return { from: addDays(today, -29), to: today };
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today };
  }
}

/** The preset that equals a period today; null if none does. */
export function presetOf({ from, to }: Period, today: Day): Preset | null {
  const same = (preset: Preset) => {
    const span = presetSpan(preset, today);
    return span.from === from && span.to === to;
  };
  return PRESETS.find(same) ?? null;
}

/** True if something created from now on can be in the period. */
export function isOpenEnded({ to }: Pick<Period, 'to'>, now: number): boolean {
  if (to === null) return true;
  return isDay(to) ? to >= saoPauloDay(now) : Date.parse(to) > now;
}
