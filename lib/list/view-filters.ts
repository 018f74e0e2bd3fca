import { type Day, isDay, type Period, PRESETS, presetOf, presetSpan, saoPauloDay } from '#lib/core/dates.ts';
import { type FiltersOf, type List, unsavedFilters } from '#lib/list/list.ts';
import { toQuery } from '#lib/list/parsers.ts';

/** A saved view's filters as in the address; `period` is a preset, counted from the day of opening. */
type ViewFilters = { readonly [name: string]: string };
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
  const preset = PRESETS.find((one) => one === period);
  const span = preset === undefined ? {} : presetSpan(preset, today);
  return { ...Object.fromEntries(read), ...span };
}

/** True when two filters mean the same result. The order of values does not matter. */
export function sameFilters(one: object, other: object): boolean {
  const canonical = (filters: object) =>
    JSON.stringify(
      Object.entries(toQuery(filters))
        .map(([name, text]) => [name, String(text).split(',').toSorted().join()])
        .toSorted(),
    );
  return canonical(one) === canonical(other);
}

export function periodOf(filters: object): Period {
  const { from = null, to = null } = filters as Partial<Period>;
  return { from, to };
}

/** The period of a list, as its file's name states it. */
type FilePeriod = { as: 'day'; to: Day } | { as: 'between'; from: Day; to: Day } | { as: 'until'; to: Day };

/** The period of `from` and `to`: São Paulo days, or instants (`to` exclusive). It ends today by default. */
export function filePeriod(filter: object, now: number): FilePeriod {
  const { from, to } = filter as { from?: unknown; to?: unknown };
  const [first, last] = [dayOf(from, 0), dayOf(to, 1) ?? saoPauloDay(now)];
  if (first === null || first > last) return { as: 'until', to: last };
  return first === last ? { as: 'day', to: last } : { as: 'between', from: first, to: last };
}

function dayOf(at: unknown, before: 0 | 1): Day | null {
  if (typeof at !== 'string' || isDay(at)) return (at as Day | undefined) ?? null;
  return saoPauloDay(Date.parse(at) - before) || null;
}
