import 'server-only';
import type { Missing } from '#lib/core/errors.ts';
import { countOf } from '#lib/core/provider-numbers.ts';
import { collectWarnings, WHOLE_ROW, warnUnreadable } from '#lib/providers/absence.ts';
import { isObject, plainKey, wholeNumber } from '#lib/providers/fields.ts';

/** Thrown by wire readers, for one reason only: the answer has nothing of the expected shape. */
export class UnreadableAnswer extends Error {
  readonly missing: readonly Missing[];

  constructor(...missing: Missing[]) {
    super(`The answer does not tell: ${missing.join(', ')}.`);
    this.missing = missing;
    this.name = 'UnreadableAnswer';
  }
}

const WRAPPERS = new Set(
  'data result results response payload content body item items value object list'.split(' '),
);
const PAGINGS = new Set('pagination paging page meta metadata pageinfo'.split(' '));
const NEVER = new Set('details errors warnings links filters statuses'.split(' '));
const DEEPEST = 4;

/** The answer and every object inside its envelopes, outermost first. `hints`: more envelope names. */
export function unwrapLayers(json: unknown, hints: readonly string[] = []): Record<string, unknown>[] {
  const own = new Set(hints.map(plainKey));
  const layers: Record<string, unknown>[] = [];
  const open = (value: unknown, depth: number) => {
    const object = Array.isArray(value) ? value.find(isObject) : value;
    if (!isObject(object) || depth > DEEPEST) return;
    layers.push(object);
    for (const [key, inner] of Object.entries(object))
      if (WRAPPERS.has(plainKey(key)) || own.has(plainKey(key))) open(inner, depth + 1);
  };
  open(json, 0);
  return layers;
}

export type WireList = {
  rows: Record<string, unknown>[];
  total: number | null;
  /** `total` may count this page's rows alone; it then does not show where the list ends. */
  ofPage: boolean;
  pages: number | null;
  /** True when a page follows; null when the answer itself does not state it. */
  more: boolean | null;
  strange: number;
  /** True when the answer is the list itself, without an envelope. */
  bare: boolean;
};

/**
 * Finds the list in an answer: under one of its names, as the answer itself, under an envelope or any name; a
 * filled one before an empty one. Throws UnreadableAnswer without a list and a count of 0.
 */
export function listOf(json: unknown, names: readonly string[]): WireList {
  const layers = listLayers(json);
  const paging = layers.flatMap((layer) => [layer, ...inside(layer, PAGINGS)]);
  const totals = numbersIn(paging, TOTALS);
  const found = findList(json, layers, new Set(names.map(plainKey)), totals[0] ?? 0);
  if (found === null && totals[0] !== 0) throw new UnreadableAnswer('list');
  const entries = found ?? [];
  const rows = entries.filter(isObject);
  const strange = entries.length - rows.length;
  const counts = found === json ? NO_PAGING : pagingIn(paging, entries.length);
  const lost = strange || (rows.length === 0 ? (counts.total ?? 0) : 0);
  if (lost > 0) warnUnreadable(WHOLE_ROW, lost);
  return { rows, ...counts, strange, bare: Array.isArray(json) && found === json };
}

export type Rows<T> = Omit<WireList, 'rows'> & { rows: T[] };

/** The list in an answer, with its rows read. Throws like `listOf`. */
export function rowsOf<T>(
  json: unknown,
  names: readonly string[],
  read: (row: Record<string, unknown>) => T,
): Rows<T> {
  const { rows, ...rest } = listOf(json, names);
  return { ...rest, rows: rows.map(read) };
}

/**
 * Judges the first page of a list that is documented with counts: `[]` without them does not prove an empty
 * list, unless the service has sent rows in that form; it then throws UnreadableAnswer.
 */
export class BareLists {
  #seen = false;

  judge<L extends Pick<WireList, 'bare' | 'strange'> & { rows: readonly unknown[] }>(
    list: L,
    first: boolean,
  ): L {
    if (list.bare && list.rows.length > 0) this.#seen = true;
    const none = list.rows.length + list.strange === 0;
    if (first && list.bare && none && !this.#seen) throw new UnreadableAnswer('list');
    return list;
  }
}

/** Rows were sent, counted or announced and none could be read: no proof that there is none. */
export const isUnreadable = ({ rows, strange, total, more }: WireList): boolean =>
  rows.length === 0 && (strange > 0 || (total ?? 0) > 0 || more === true);

type Paging = Pick<WireList, 'total' | 'ofPage' | 'pages' | 'more'>;
const NO_PAGING: Paging = { total: null, ofPage: false, pages: null, more: null };
/** Likeliest first. `count` covers the whole list with some services, and this page with others. */
const TOTALS = [
  ...['totalitems', 'totalcount', 'totalrecords', 'totalelements', 'totalrows', 'totalresults'],
  ...['total', 'count'],
];
const PAGES = ['totalpages', 'pagecount', 'pages', 'lastpage'];

/** A number below `rows` is no total; neither is `rows` itself if more pages follow. */
function pagingIn(paging: readonly Record<string, unknown>[], rows: number): Paging {
  const [pages = null] = numbersIn(paging, PAGES);
  const next = nextIn(paging);
  const more = hasMore(paging) ?? (next === true ? true : null);
  const follows = more === true || (pages ?? 0) > 1;
  const ends = more === false || pages === 1 || next === false;
  const mayBeTotal = (number: number) => (follows && rows > 0 ? number > rows : number >= rows);
  const [named] = numbersIn(paging, TOTALS.slice(0, -1)).filter(mayBeTotal);
  const [count] = numbersIn(paging, TOTALS.slice(-1)).filter(mayBeTotal);
  const ofPage = named === undefined && count === rows && rows > 0 && !ends;
  return { total: named ?? count ?? null, ofPage, pages, more };
}

/** Rows are not searched; only a bare array's first object is, as it may hold the list. */
function listLayers(json: unknown): Record<string, unknown>[] {
  return Array.isArray(json) ? unwrapLayers(json).slice(0, 1) : unwrapSingles(json);
}

/** Like `unwrapLayers`, but never opens an array, whose first object need not be the right one. */
export function unwrapSingles(json: unknown, hints: readonly string[] = []): Record<string, unknown>[] {
  return withoutRows(json, new Set(hints.map(plainKey)), 0);
}

function withoutRows(value: unknown, own: Set<string>, depth: number): Record<string, unknown>[] {
  if (!isObject(value) || depth > DEEPEST) return [];
  const wrapped = Object.entries(value).filter(
    ([key]) => WRAPPERS.has(plainKey(key)) || own.has(plainKey(key)),
  );
  return [value, ...wrapped.flatMap(([, inner]) => withoutRows(inner, own, depth + 1))];
}

function findList(
  json: unknown,
  layers: Record<string, unknown>[],
  names: Set<string>,
  total: number,
): unknown[] | null {
  if (Array.isArray(json) && json.some(isObject)) return listInside(json, names);
  const lists = (of: Record<string, unknown>[], wanted: (key: string) => boolean) =>
    of.flatMap((layer) =>
      Object.entries(layer).flatMap(([key, value]) =>
        Array.isArray(value) && wanted(plainKey(key)) ? [value] : [],
      ),
    );
  const deeper = layers.flatMap((layer) => objectsIn(layer, DEEPEST));
  const likely = [
    lists(layers, (key) => names.has(key)),
    Array.isArray(json) ? [json] : [],
    lists(layers, (key) => WRAPPERS.has(key)),
    lists(layers, (key) => !NEVER.has(key)).filter(mayBeRows),
    lists(deeper, (key) => !NEVER.has(key)).filter(mayBeRows),
  ];
  const filled = likely.map((found) => found.filter((list) => list.length > 0));
  const empty = likely.find((found) => found.length > 0);
  // An empty list under one of its names is the list, unless rows are counted.
  const none = likely[0] === empty && total === 0 && filled[0]?.length === 0;
  const chosen = none ? empty : (filled.find((found) => found.length > 0) ?? empty);
  // Of several candidates take the longest: it is the paged list.
  return [...(chosen ?? [])].sort((a, b) => b.length - a.length)[0] ?? null;
}

/** A list of words under an unknown name is no list of rows. */
const mayBeRows = (list: readonly unknown[]) => list.length === 0 || list.some(isObject);

/** If the array's only object holds the list under one of its names, the list is that one. */
function listInside(json: unknown[], names: Set<string>): unknown[] {
  const [only] = json;
  if (json.length !== 1 || !isObject(only)) return json;
  const inner = Object.entries(only).find(([key, value]) => names.has(plainKey(key)) && Array.isArray(value));
  return (inner?.[1] as unknown[] | undefined) ?? json;
}

function objectsIn(object: Record<string, unknown>, depth: number): Record<string, unknown>[] {
  const inner = Object.values(object).filter(isObject);
  return depth === 0 ? [] : [...inner, ...inner.flatMap((one) => objectsIn(one, depth - 1))];
}

function inside(layer: Record<string, unknown>, keys: Set<string>): Record<string, unknown>[] {
  return Object.entries(layer).flatMap(([key, value]) =>
    keys.has(plainKey(key)) && isObject(value) ? [value] : [],
  );
}

/** Counts under these names, the likeliest name first, and the outermost object first within a name. */
function numbersIn(objects: readonly Record<string, unknown>[], names: readonly string[]): number[] {
  return names.flatMap((name) =>
    objects.flatMap((object) =>
      Object.entries(object).flatMap(([key, value]) => {
        const number = plainKey(key) === name ? countOf(wholeNumber(value)) : null;
        return number === null ? [] : [number];
      }),
    ),
  );
}

const NEXT = new Set('next nextpage nextcursor nextpagecursor nextpagetoken nexttoken nexturl'.split(' '));
const LINKS = new Set(['links']);

/** True when the next page's position is present, false when it is null, null when no such field exists. */
function nextIn(objects: readonly Record<string, unknown>[]): boolean | null {
  const places = [...objects, ...objects.flatMap((object) => inside(object, LINKS))].flatMap((object) =>
    Object.entries(object).flatMap(([key, value]) => (NEXT.has(plainKey(key)) ? [value] : [])),
  );
  const named = (place: unknown) =>
    (typeof place === 'string' && place !== '') || (typeof place === 'number' && place > 0);
  if (places.some(named)) return true;
  return places.includes(null) ? false : null;
}

const MORE = new Set('hasnextpage hasnext hasmore hasmorepages hasmoreitems more'.split(' '));
const LAST = new Set('islastpage islast lastpagereached'.split(' '));

function hasMore(objects: readonly Record<string, unknown>[]): boolean | null {
  for (const object of objects)
    for (const [key, value] of Object.entries(object)) {
      const flag =
        value === true || value === 'true' || (value === false || value === 'false' ? false : null);
      if (flag !== null && MORE.has(plainKey(key))) return flag;
      if (flag !== null && LAST.has(plainKey(key))) return !flag;
    }
  return null;
}

/** The objects under any of these names, single or in lists, in any layer. */
export function named(
  layers: readonly Record<string, unknown>[],
  names: readonly string[],
): Record<string, unknown>[] {
  const wanted = new Set(names.map(plainKey));
  return layers.flatMap((layer) =>
    Object.entries(layer).flatMap(([key, value]) => {
      if (!wanted.has(plainKey(key))) return [];
      return (Array.isArray(value) ? value : [value]).filter(isObject);
    }),
  );
}

/** Whether one of the lists under these names has an entry that is no object. */
export function hasStrange(layers: readonly Record<string, unknown>[], names: readonly string[]): boolean {
  const wanted = new Set(names.map(plainKey));
  return layers.some((layer) =>
    Object.entries(layer).some(
      ([key, value]) => wanted.has(plainKey(key)) && Array.isArray(value) && !value.every(isObject),
    ),
  );
}

/** The layer with the most known fields of those that fit, the inner one of equals; null when none fits. */
export function pickBest<R extends { known: number }>(
  layers: readonly Record<string, unknown>[],
  read: (object: Record<string, unknown>) => R,
  fits: (read: R) => boolean,
): R | null {
  const [found] = layers
    .map((layer) => collectWarnings(() => read(layer)))
    .reverse()
    .filter(({ value }) => fits(value))
    .sort((a, b) => b.value.known - a.value.known);
  found?.report();
  return found?.value ?? null;
}

/** The layer with the most known fields, the outer one of equals; undefined when none fits. */
export const mostKnown = <R extends { known: number }>(
  layers: readonly Record<string, unknown>[],
  read: (object: Record<string, unknown>) => R,
  fits: (read: R) => boolean = () => true,
): R | undefined =>
  layers
    .map(read)
    .filter(fits)
    .sort((a, b) => b.known - a.known)[0];

type Expected<R> = readonly [of: Missing, must?: Partial<Record<Missing, (read: R) => boolean>>];

/** Like `pickBest`; throws UnreadableAnswer with what the closest object lacks, else the subject. */
export function best<R extends { known: number }>(
  layers: readonly Record<string, unknown>[],
  read: (object: Record<string, unknown>) => R,
  fits: (read: R) => boolean,
  [of, must = {}]: Expected<R>,
): R {
  const found = pickBest(layers, read, fits);
  if (found !== null) return found;
  const nearest = pickBest(layers, read, ({ known }) => known > 0);
  const lacked = nearest === null ? [] : Object.entries(must).filter(([, has]) => !has(nearest));
  throw new UnreadableAnswer(...(lacked.length > 0 ? lacked.map(([name]) => name as Missing) : [of]));
}
