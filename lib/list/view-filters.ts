import type { Day } from '#lib/core/dates.ts';
import { type Period, PRESETS, type Preset, presetOf, presetSpan } from '#lib/core/period.ts';
import { type FiltersOf, type List, unsavedFilters } from '#lib/list/list.ts';
import { toQuery } from '#lib/list/parsers.ts';

/** Filters as a saved view keeps them: the address's texts; `period` is a preset counted from the day it is opened. */
export type ViewFilters = { readonly [name: string]: string };
type Kept = Pick<List, 'parsers'>;

/** The filters in force, without those that no view keeps. */
export function keptFilters<F extends object>(list: Pick<List, 'filters'>, filters: F): F {
  return { ...filters, ...Object.fromEntries(unsavedFilters(list).map((name) => [name, null])) };
}

/** `moving`: a period that is a preset today is kept as that preset. */
export function toViewFilters(filters: object, today: Day, moving: boolean): Record<string, string> {
  const { from, to, ...rest } = toQuery(filters) as Record<string, string>;
  const preset = moving ? presetOf(periodOf(filters), today) : null;
  const period = preset === null ? { ...(from && { from }), ...(to && { to }) } : { period: preset };
  return { ...rest, ...period };
}

/** The filters that a view stands for on this day; what this build does not know is left out. */
export function fromViewFilters<L extends Kept>(list: L, kept: ViewFilters, today: Day): FiltersOf<L> {
  const { period = '', ...texts } = kept;
  const read = Object.entries(list.parsers).map(([name, parser]) => {
    const text = texts[name];
    return [name, text === undefined ? null : parser.parse(text)];
  });
  const span = isPreset(period) ? presetSpan(period, today) : {};
  return { ...Object.fromEntries(read), ...span };
}

/** Tells if two mean the same result; the order of words does not matter. */
export function sameFilters(one: object, other: object): boolean {
  const canonical = (filters: object) =>
    JSON.stringify(
      Object.entries(toQuery(filters))
        .map(([name, text]) => [name, String(text).split(',').toSorted().join()])
        .toSorted(),
    );
  return canonical(one) === canonical(other);
}

/** The period of these filters. */
export function periodOf(filters: object): Period {
  const { from = null, to = null } = filters as Partial<Period>;
  return { from, to };
}

function isPreset(text: string): text is Preset {
  return (PRESETS as readonly string[]).includes(text);
}
