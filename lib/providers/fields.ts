import 'server-only';
import { numberText } from '#lib/core/http/json.ts';
import { isPlausibleInstant } from '#lib/core/provider-numbers.ts';
import { warnUnreadable } from '#lib/providers/absence.ts';

/** How a field's value is read. `raw` values are not parsed. */
export type FieldKind = 'text' | 'number' | 'instant' | 'boolean' | 'raw';
/**
 * `whole`: spellings that count only for a plain value, not inside an object (`holder: { id }`). `aliases`:
 * ambiguous names, likeliest first, used without a spelling; inside an object only if they name it
 * (`payment.id`). `like`: a pattern of other names in plain form, used last.
 */
type Field = {
  kind: FieldKind;
  spellings: readonly string[];
  whole?: readonly string[];
  aliases?: readonly string[];
  like?: RegExp;
};
export type FieldTable = Record<string, Field>;
type Read<K extends FieldKind> = K extends 'boolean' ? boolean : K extends 'raw' ? unknown : string;
/** Text, a number as text, an ISO instant in UTC, or a boolean; null when absent or unreadable. */
export type Fields<T extends FieldTable> = { [F in keyof T]: Read<T[F]['kind']> | null };
export type ReadObject<T extends FieldTable> = {
  fields: Fields<T>;
  /** Number of fields with a value: how well this object fits the table. */
  known: number;
  other: Record<string, unknown>;
};

const field =
  <K extends FieldKind>(kind: K) =>
  (...spellings: readonly string[]) => ({ kind, spellings });
export const text = field('text');
export const number = field('number');
export const instant = field('instant');
export const flag = field('boolean');
export const raw = field('raw');

export const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype;

/** Letters and digits only, lower case: `payer_name`, `PayerName` and `payerName` are one spelling. */
export const plainKey = (key: string) => key.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** Nested objects whose fields count as their parent's. In a list's row, names of envelopes do so too. */
const THROUGH = 'attributes detail details fields info properties record row'.split(' ');
const THROUGH_IN_ROWS = 'data entity item node object resource'.split(' ');
/** Keys of the value when a field holds an object (`amount: { value, currency }`), likeliest first. */
const INNER: Record<Exclude<FieldKind, 'raw'>, readonly string[]> = {
  text: 'value code key text name number id label description content'.split(' '),
  number: 'value amount number total decimal'.split(' '),
  instant: 'value at date datetime iso timestamp'.split(' '),
  boolean: 'value enabled active'.split(' '),
};
const DEEPEST = 5;

/**
 * Reads one kind of object. It takes every spelling of a field, in any case or style, after the object's own
 * name (`own`: `line_id`) or nested (`payer: { name }` is `payerName`). The closest spelling counts; unknown
 * or unreadable values go to `other`.
 */
export function objectReader<T extends FieldTable>(table: T, own: readonly string[] = []): ObjectReader<T> {
  const empty = Object.fromEntries(Object.keys(table).map((name) => [name, null])) as Fields<T>;
  const reading = (inRows: boolean) => {
    const placeOf = placesIn(table, own, inRows);
    return (object: Record<string, unknown>): ReadObject<T> => {
      const flat = readFlat(object, placeOf, empty);
      if (flat !== null) return flat;
      const taken: Taken = { fields: { ...empty }, known: 0, other: {}, from: {}, unread: null };
      for (const key in object) take(taken, placeOf, key, object[key], 0);
      for (const name of taken.unread ?? []) if (taken.fields[name] === null) warnUnreadable(name);
      const { fields, known, other } = taken;
      return { fields: fields as Fields<T>, known, other };
    };
  };
  return Object.assign(reading(false), { row: reading(true) });
}

type Reading<T extends FieldTable> = (object: Record<string, unknown>) => ReadObject<T>;
/** `row` reads a list's entry: `{ data: { … } }` or `{ line: { … } }` is the row itself. */
export type ObjectReader<T extends FieldTable> = Reading<T> & { row: Reading<T> };
type Place = { name: string | undefined; kind: FieldKind | undefined; rank: number };
type PlaceOf = (path: string) => Place;
type Taken = {
  fields: Record<string, unknown>;
  known: number;
  other: Record<string, unknown>;
  /** Path and name rank of each field's value (rank 0: a spelling). */
  from: Record<string, { path: string; rank: number; value: unknown }>;
  unread: string[] | null;
};
const MOST_PATHS = 2_000;
const NOWHERE: Place = { name: undefined, kind: undefined, rank: 0 };
/** Ranks, closest first: a spelling, one after the object's name, a value key inside, an alias, a pattern. */
const INSIDE = 10;
const ALIAS = 1_000;
const LIKE = 10_000;

/** Maps a path to its field. All rows have the same few paths, so each is resolved once. */
function placesIn(table: FieldTable, own: readonly string[], inRows: boolean): PlaceOf {
  const names = new Map<string, string>();
  const whole = new Map<string, string>();
  const aliases = new Map<string, Place>();
  const put = (map: Map<string, string>, spelling: string, name: string) => {
    if (!map.has(plainKey(spelling))) map.set(plainKey(spelling), name);
  };
  const inObjects = new Set<string>();
  for (const [name, field] of Object.entries(table)) {
    for (const spelling of [name, ...field.spellings]) put(names, spelling, name);
    for (const spelling of field.whole ?? []) put(whole, spelling, name);
    for (const [at, alias] of (field.aliases ?? []).entries()) {
      if (alias.includes('.')) inObjects.add(plainKey(alias));
      if (!aliases.has(plainKey(alias)))
        aliases.set(plainKey(alias), { name, kind: field.kind, rank: ALIAS + at });
    }
  }
  const prefixes = [...new Set([...own.map(plainKey), ...THROUGH, ...(inRows ? THROUGH_IN_ROWS : [])])];
  prefixes.sort((a, b) => b.length - a.length);
  const looksThrough = new Set(inRows ? prefixes : THROUGH);
  const withKind = (name: string, rank: number): Place => ({ name, kind: table[name]?.kind, rank });

  /** The rest of a path after the object's own name, as a prefix or as an object to look through. */
  const bare = (path: string): string[] => {
    const key = plainKey(path);
    const outer = path.includes('.') ? plainKey(path.slice(0, path.indexOf('.'))) : null;
    return prefixes
      .filter((prefix) => key.startsWith(prefix) && (prefix !== outer || looksThrough.has(prefix)))
      .map((prefix) => key.slice(prefix.length));
  };
  const find = (path: string): Place => {
    const key = plainKey(path);
    const exact = names.get(key) ?? whole.get(key);
    if (exact !== undefined) return withKind(exact, 0);
    const shorter = bare(path);
    const again = shorter.flatMap((rest) => bare(rest));
    for (const rest of [...shorter, ...again]) {
      const name = names.get(rest) ?? whole.get(rest);
      if (name !== undefined) return withKind(name, 1);
    }
    const named = !path.includes('.') || inObjects.has(key) ? [key] : [];
    for (const one of [...named, ...shorter, ...again]) {
      const alias = aliases.get(one);
      if (alias !== undefined) return alias;
    }
    for (const one of path.includes('.') ? [key, ...shorter, ...again] : []) {
      const inner = innerOf(one, names, table);
      if (inner !== null) return inner;
    }
    const like = Object.entries(table).find(([, { like }]) => like?.test(key) === true);
    return like === undefined ? NOWHERE : withKind(like[0], LIKE);
  };
  const places = new Map<string, Place>();
  return (path) => {
    const found = places.get(path);
    if (found !== undefined) return found;
    const place = find(path);
    if (places.size < MOST_PATHS) places.set(path, place);
    return place;
  };
}

function innerOf(key: string, names: Map<string, string>, table: FieldTable): Place | null {
  for (const [kind, words] of Object.entries(INNER))
    for (const [at, word] of words.entries()) {
      if (!key.endsWith(word)) continue;
      const name = names.get(key.slice(0, -word.length));
      if (name !== undefined && table[name]?.kind === kind)
        return { name, kind: table[name]?.kind, rank: INSIDE + at };
    }
  return null;
}

/** Reads a plain row, as nearly all are: nothing nested, one readable value per field. Null for any other. */
function readFlat<T extends FieldTable>(
  object: Record<string, unknown>,
  placeOf: PlaceOf,
  empty: Fields<T>,
): ReadObject<T> | null {
  const fields: Record<string, unknown> = { ...empty };
  const other: Record<string, unknown> = {};
  let known = 0;
  for (const key in object) {
    const value = object[key];
    if (isObject(value)) return null;
    const { name, kind } = placeOf(key);
    if (name === undefined || kind === undefined) {
      setOther(other, key, value);
      continue;
    }
    if (value === null || value === undefined || value === '') continue;
    const read = readValue(kind, value);
    if (read === null || fields[name] !== null) return null;
    fields[name] = read;
    known += 1;
  }
  return { fields: fields as Fields<T>, known, other };
}

/** Stores an unknown value. `__proto__` is stored like any other name and changes no object. */
function setOther(other: Record<string, unknown>, path: string, value: unknown): void {
  if (path === '__proto__')
    Object.defineProperty(other, path, { value, enumerable: true, writable: true, configurable: true });
  else other[path] = value;
}

function take(taken: Taken, placeOf: PlaceOf, path: string, value: unknown, depth: number): void {
  const { name, kind, rank } = placeOf(path);
  if (depth < DEEPEST && isObject(value) && (kind !== 'raw' || holdsFields(placeOf, path, value))) {
    open(taken, placeOf, path, value, depth);
    return;
  }
  if (name === undefined || kind === undefined) {
    setOther(taken.other, path, value);
    return;
  }
  if (value === null || value === undefined || value === '') return;
  const read = readValue(kind, value);
  const before = taken.from[name];
  if (read === null) taken.unread = [...(taken.unread ?? []), name];
  if (read === null || (before !== undefined && before.rank <= rank)) {
    // An unreadable value, or another value under a second spelling, is shown unchanged.
    if (read === null || read !== taken.fields[name]) setOther(taken.other, path, value);
    return;
  }
  if (before === undefined) taken.known += 1;
  else if (taken.fields[name] !== read) setOther(taken.other, before.path, before.value);
  taken.fields[name] = read;
  taken.from[name] = { path, rank, value };
}

/** Whether a raw value contains fields of the table; only then is it opened. */
function holdsFields(placeOf: PlaceOf, path: string, value: Record<string, unknown>): boolean {
  return Object.keys(value).some((key) => {
    const { name, rank } = placeOf(`${path}.${key}`);
    return name !== undefined && rank === 0;
  });
}

/** Reads a nested object. One without a known field is stored whole. */
function open(
  taken: Taken,
  placeOf: PlaceOf,
  path: string,
  value: Record<string, unknown>,
  depth: number,
): void {
  const inside: Taken = { ...taken, other: {} };
  for (const key in value) take(inside, placeOf, `${path}.${key}`, value[key], depth + 1);
  const untouched = inside.known === taken.known && inside.unread === taken.unread;
  taken.known = inside.known;
  taken.unread = inside.unread;
  if (untouched && !touches(inside.from, path)) setOther(taken.other, path, value);
  else Object.assign(taken.other, inside.other);
}

const touches = (from: Taken['from'], path: string) =>
  Object.values(from).some((one) => one.path.startsWith(`${path}.`));

function readValue(kind: FieldKind, value: unknown): unknown {
  switch (kind) {
    case 'text':
      return typeof value === 'boolean'
        ? String(value)
        : typeof value === 'string'
          ? value
          : numberText(value);
    case 'number':
      return decimalOf(value);
    case 'instant':
      return instantOf(value);
    case 'boolean':
      return booleanOf(value);
    case 'raw':
      return value;
  }
}

const DECIMAL = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A number as text; null for anything else (`R$ 10,00`, `n/a`). */
function decimalOf(value: unknown): string | null {
  const written = numberText(value);
  if (written === null || !DECIMAL.test(written)) return null;
  return written.startsWith('+') ? written.slice(1) : written;
}

function booleanOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : numberText(value);
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : null;
}

const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const CANONICAL =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** ISO 8601 (UTC without a zone), or s or ms since 1970 → ISO 8601 UTC. Null before 1900, after 2199. */
export function instantOf(value: unknown): string | null {
  if (typeof value === 'string' && CANONICAL.test(value)) return ofTime(Date.parse(value));
  const written = numberText(value);
  if (written === null) return null;
  if (/^\d{9,13}(?:\.\d+)?$/.test(written)) {
    const number = Number(written);
    return ofTime(number < 100_000_000_000 ? number * 1000 : number);
  }
  const match = ISO.exec(written);
  if (match === null) return null;
  const zoned = match[1] === undefined && written.length > 10 ? `${written}Z` : written;
  return ofTime(Date.parse(zoned.replace(' ', 'T').replace(',', '.')));
}

const ofTime = (ms: number) => (isPlausibleInstant(ms) ? new Date(ms).toISOString() : null);

/** A whole number; null for anything else. */
export function wholeNumber(value: unknown): number | null {
  const written = numberText(value);
  return written !== null && /^-?\d{1,15}(?:\.0+)?$/.test(written) ? Number(written) : null;
}
