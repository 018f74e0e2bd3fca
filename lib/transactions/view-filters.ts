import type { Day } from '#lib/dates.ts';
import {
  type Filters,
  filterParsers,
  NO_FILTERS,
  PRESETS,
  type Preset,
  presetOf,
  presetSpan,
  toQuery,
} from '#lib/transactions/filters.ts';

/** Filters as a saved view keeps them: the address's texts; `period` is a preset counted from the day it is opened. */
export type ViewFilters = { [name: string]: string };

/** `moving`: a period that is a preset today is kept as that preset. */
export function toViewFilters(filters: Filters, today: Day, moving: boolean): ViewFilters {
  const { from, to, ...rest } = toQuery(filters);
  const preset = moving ? presetOf(filters, today) : null;
  const period = preset === null ? { ...(from && { from }), ...(to && { to }) } : { period: preset };
  return { ...rest, ...period };
}

/** The filters that a view stands for on this day; what this build does not know is left out. */
export function fromViewFilters(kept: ViewFilters, today: Day): Filters {
  const { period = '', ...texts } = kept;
  const filters: Record<string, unknown> = { ...NO_FILTERS };
  for (const name of Object.keys(NO_FILTERS) as (keyof Filters)[]) {
    const text = texts[name];
    if (text !== undefined) filters[name] = filterParsers[name].parse(text);
  }
  const span = isPreset(period) ? presetSpan(period, today) : {};
  return { ...(filters as Filters), ...span };
}

/** Whether two mean the same result; the order of words does not matter. */
export function sameFilters(one: Filters, other: Filters): boolean {
  const canonical = (filters: Filters) =>
    JSON.stringify(
      Object.entries(toQuery(filters)).map(([name, text]) => [name, text.split(',').toSorted().join()]),
    );
  return canonical(one) === canonical(other);
}

function isPreset(text: string): text is Preset {
  return (PRESETS as readonly string[]).includes(text);
}
