import type { Day } from '#lib/core/dates.ts';
import { type Period, PRESETS, type Preset, presetOf, presetSpan } from '#lib/core/period.ts';
import { type FiltersOf, type List, unsavedFilters } from '#lib/list/list.ts';
import { toQuery } from '#lib/list/parsers.ts';

/**
 * A saved view's filters: the address's texts, where `period` is a preset that counts from the day the view
 * is opened.
 */
export type ViewFilters = { readonly [name: string]: string };
type WithParsers = Pick<List, 'parsers'>;

/** The active filters without those that no view stores. */
export function savableFilters<F extends object>(list: Pick<List, 'filters'>, filters: F): F {
  return { ...filters, ...Object.fromEntries(unsavedFilters(list).map((name) => [name, null])) };
}

/** `moving`: store a period that equals a preset today as that preset. */
export function toViewFilters(filters: object, today: Day, moving: boolean): Record<string, string> {
  const { from, to, ...rest } = toQuery(filters) as Record<string, string>;
  const preset = moving ? presetOf(periodOf(filters), today) : null;
  const period = preset === null ? { ...(from && { from }), ...(to && { to }) } : { period: preset };
  return { ...rest, ...period };
}

/** A view's filters on this day. What this build does not know is dropped. */
export function fromViewFilters<L extends WithParsers>(
  list: L,
  stored: ViewFilters,
  today: Day,
): FiltersOf<L> {
  const { period = '', ...texts } = stored;
  const read = Object.entries(list.parsers).map(([name, parser]) => {
    const text = texts[name];
    return [name, text === undefined ? null : parser.parse(text)];
  });
  const span = isPreset(period) ? presetSpan(period, today) : {};
  return { ...Object.fromEntries(read), ...span };
}

/** True when two filters mean the same result. The order of words does not matter. */
export function sameFilters(one: object, other: object): boolean {
  const canonical = (filters: object) =>
    JSON.stringify(
      Object.entries(toQuery(filters))
        .map(([name, text]) => [name, String(text).split(',').toSorted().join()])
        .toSorted(),
    );
  return canonical(one) === canonical(other);
}

/** The `from` and `to` of these filters. */
export function periodOf(filters: object): Period {
  const { from = null, to = null } = filters as Partial<Period>;
  return { from, to };
}

function isPreset(text: string): text is Preset {
  return (PRESETS as readonly string[]).includes(text);
}
