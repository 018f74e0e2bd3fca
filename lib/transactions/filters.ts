import { createLoader } from 'nuqs/server';
import { cents, textUpTo, when, words } from '#lib/address-parsers.ts';
import { addDays, type Day, isDay, saoPauloDay } from '#lib/dates.ts';

/** What may stand in the address; what does not fit is read as absent. Amount is cents, `f` a stored filter's id. */
export const filterParsers = {
  from: when,
  to: when,
  status: words,
  type: words,
  method: words,
  clientReference: textUpTo(64),
  virtualAccount: textUpTo(50),
  endToEndId: textUpTo(64),
  amount: cents,
  f: textUpTo(64, 8),
};
/** Id of the transaction in the drawer. */
export const openParser = { open: textUpTo(128) };
/** Id of the saved view the filters came from. */
export const viewParser = { view: textUpTo(64, 8) };

export const loadFilters = createLoader(filterParsers);
export const loadOpen = createLoader(openParser);

export type Filters = {
  from: string | null;
  to: string | null;
  status: string[] | null;
  type: string[] | null;
  method: string[] | null;
  clientReference: string | null;
  virtualAccount: string | null;
  endToEndId: string | null;
  amount: number | null;
  f: string | null;
};

export const NO_FILTERS: Filters = {
  from: null,
  to: null,
  status: null,
  type: null,
  method: null,
  clientReference: null,
  virtualAccount: null,
  endToEndId: null,
  amount: null,
  f: null,
};

/** The filters as the list and its export take them. */
export type FilterQuery = { [Name in keyof Filters]?: string };

/** Absent filters left out, lists as comma-separated words. */
export function toQuery(filters: Filters): FilterQuery {
  const query: FilterQuery = {};
  for (const name of Object.keys(NO_FILTERS) as (keyof Filters)[]) {
    const value = filters[name];
    if (value !== null) query[name] = Array.isArray(value) ? value.join(',') : String(value);
  }
  return query;
}

/** Filters besides the period. */
export function activeFilters(filters: Filters): (keyof Filters)[] {
  return (Object.keys(NO_FILTERS) as (keyof Filters)[]).filter(
    (name) => name !== 'from' && name !== 'to' && filters[name] !== null,
  );
}

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

/** The preset that a period is today; null for any other. */
export function presetOf({ from, to }: Pick<Filters, 'from' | 'to'>, today: Day): Preset | null {
  const same = (preset: Preset) => {
    const span = presetSpan(preset, today);
    return span.from === from && span.to === to;
  };
  return PRESETS.find(same) ?? null;
}

/** Whether something created from now on can be in the result. */
export function isOpenEnded({ to }: Pick<Filters, 'to'>, now: number): boolean {
  if (to === null) return true;
  return isDay(to) ? to >= saoPauloDay(now) : Date.parse(to) > now;
}
