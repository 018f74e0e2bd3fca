import 'server-only';
import { numberText } from '#lib/http/json.ts';
import { tellUnreadable } from '#lib/providers/unreadable.ts';

/** How a field's value is read. `raw` is taken as it came, whatever it is. */
export type FieldKind = 'text' | 'number' | 'instant' | 'boolean' | 'raw';
type Field = { kind: FieldKind; spellings: readonly string[] };
export type FieldTable = Record<string, Field>;

type Read<K extends FieldKind> = K extends 'boolean' ? boolean : K extends 'raw' ? unknown : string;
/** Text, the text of a number, an ISO instant in UTC, a boolean; null where nothing readable stood. */
export type Fields<T extends FieldTable> = { [F in keyof T]: Read<T[F]['kind']> | null };
export type ReadObject<T extends FieldTable> = {
  fields: Fields<T>;
  /** How many fields of the table had a value: how much this object looks like what was looked for. */
  known: number;
  other: Record<string, unknown>;
};

const field =
  <K extends FieldKind>(kind: K) =>
  (...spellings: string[]) => ({ kind, spellings });
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

/**
 * A reader of one kind of object: every spelling of each field, in any case or style; fields of `nested` objects
 * (`payer: { name }`) as if they stood outside (`payerName`); what is unknown or unreadable is kept in `other`.
 */
export function objectReader<T extends FieldTable>(table: T, nested: readonly string[] = []) {
  const names = new Map<string, string>();
  for (const [name, { spellings }] of Object.entries(table))
    for (const spelling of [name, ...spellings]) names.set(plainKey(spelling), name);
  const opened = new Set(nested.map(plainKey));
  const empty = Object.fromEntries(Object.keys(table).map((name) => [name, null])) as Fields<T>;

  // The same few paths come in every row: each is looked up once.
  const places = new Map<string, Place>();
  function placeOf(path: string): Place {
    const found = places.get(path);
    if (found !== undefined) return found;
    const name = names.get(plainKey(path));
    const kind = name === undefined ? undefined : table[name]?.kind;
    const made = { name, kind, opens: opened.has(plainKey(path)) };
    if (places.size < MOST_PATHS) places.set(path, made);
    return made;
  }

  function take(result: ReadObject<T>, path: string, value: unknown): void {
    const { name, kind, opens } = placeOf(path);
    if (opens && isObject(value)) {
      for (const key in value) take(result, `${path}.${key}`, value[key]);
      return;
    }
    if (name === undefined || kind === undefined) {
      result.other[path] = value;
      return;
    }
    if (value === null || value === undefined || value === '') return;
    const read = readValue(kind, value);
    const before = result.fields[name];
    if (read === null) tellUnreadable(name);
    // Unreadable, or another value under a second spelling: shown as it came.
    if (read === null || (before !== null && before !== read)) result.other[path] = value;
    if (read === null || before !== null) return;
    result.fields[name as keyof T] = read as Fields<T>[keyof T];
    result.known += 1;
  }

  return (object: Record<string, unknown>): ReadObject<T> => {
    const result: ReadObject<T> = { fields: { ...empty }, known: 0, other: {} };
    for (const key in object) take(result, key, object[key]);
    return result;
  };
}

type Place = { name: string | undefined; kind: FieldKind | undefined; opens: boolean };
const MOST_PATHS = 2_000;

function readValue(kind: FieldKind, value: unknown): unknown {
  switch (kind) {
    case 'text':
      return typeof value === 'boolean'
        ? String(value)
        : typeof value === 'string'
          ? value
          : numberText(value);
    case 'number':
      return numberText(value);
    case 'instant':
      return instantOf(value);
    case 'boolean':
      return booleanOf(value);
    case 'raw':
      return value;
  }
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

/** ISO 8601 (UTC where it names no zone), or seconds or milliseconds since 1970 → ISO 8601 in UTC, to the ms. */
export function instantOf(value: unknown): string | null {
  if (typeof value === 'string' && CANONICAL.test(value)) return value;
  const written = numberText(value);
  if (written === null) return null;
  if (/^\d{9,13}(?:\.\d+)?$/.test(written)) {
    const number = Number(written);
    return new Date(number < 100_000_000_000 ? number * 1000 : number).toISOString();
  }
  const match = ISO.exec(written);
  if (match === null) return null;
  const zoned = match[1] === undefined && written.length > 10 ? `${written}Z` : written;
  const time = Date.parse(zoned.replace(' ', 'T').replace(',', '.'));
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** A whole number; null for anything else. */
export function wholeNumber(value: unknown): number | null {
  const written = numberText(value);
  return written !== null && /^-?\d{1,15}(?:\.0+)?$/.test(written) ? Number(written) : null;
}
