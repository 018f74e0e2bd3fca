import type { VisibleProblems } from '#lib/api/answer-fields.ts';
import { saoPauloDay } from '#lib/core/dates.ts';

/** The row of a record in a long list. `at` is epoch ms. */
export type ListRow = { id: string; at: number | null };
/** Sums of rows by name; `count` is the number of rows. */
export type ListSums = { count: number } & { [name: string]: number };

/** Consecutive rows of one São Paulo day; `day` is '' when the provider gave no time. */
type DayRun<S> = { day: string; sums: S };

/** `M`: further members of the list's answer, about all rows. */
export type RowPage<R, S, M = unknown> = {
  /** Packed when many pages are cached; `rowsIn` reads both forms. */
  rows: R[] | Packed;
  runs: DayRun<S>[];
  nextCursor: string | null;
  total: number | null;
  asOf: string;
} & VisibleProblems &
  M;

/** The same page in a third of the memory; unchanged if it cannot be packed. */
export function packedPage<R extends object, P extends Pick<RowPage<R, unknown>, 'rows'>>(
  page: P,
  columns: Columns<R>,
): P {
  return Array.isArray(page.rows) ? { ...page, rows: pack(page.rows, columns) ?? page.rows } : page;
}

/** Groups a page's records by São Paulo day, newest first, with each day's sums. */
export function dayRuns<T, S extends ListSums>(
  items: readonly T[],
  instantOf: (item: T) => string | null,
  none: () => S,
  count: (sums: S, item: T) => void,
): DayRun<S>[] {
  const runs: DayRun<S>[] = [];
  for (const item of items) {
    const instant = instantOf(item);
    const day = instant === null ? '' : saoPauloDay(instant);
    let run = runs.at(-1);
    if (run === undefined || run.day !== day) {
      run = { day, sums: none() };
      runs.push(run);
    }
    count(run.sums, item);
  }
  return runs;
}

/** An instant as epoch ms; null for an invalid one. */
export function timeOf(instant: string | null): number | null {
  const time = instant === null ? Number.NaN : Date.parse(instant);
  return Number.isNaN(time) ? null : time;
}

/** The pages unpacked last: enough for the screen and its surroundings. */
const unpacked = new Map<unknown, unknown[]>();
const MOST_UNPACKED = 30;

/** A page's rows. The same objects are returned while the page stays in `unpacked`. */
export function rowsIn<R>({ rows }: Pick<RowPage<R, unknown>, 'rows'>): readonly R[] {
  if (Array.isArray(rows)) return rows;
  const found = (unpacked.get(rows) as R[] | undefined) ?? unpack<R>(rows);
  unpacked.delete(rows);
  unpacked.set(rows, found);
  const [oldest] = unpacked.keys();
  if (unpacked.size > MOST_UNPACKED && oldest !== undefined) unpacked.delete(oldest);
  return found;
}

function add<S extends ListSums>(into: S, more: S): void {
  for (const [name, value] of Object.entries(more))
    Object.assign(into, { [name]: (into[name] ?? 0) + value });
}

/** `index` is the day's first row; `sums` is null until all of the day's rows are read. */
export type DayHeader<S> = { day: string; index: number; sums: S | null };

/** The day headers of the rows read so far. `ended`: the last page has no successor. */
export function dayLines<R, S extends ListSums>(
  pages: readonly RowPage<R, S>[],
  ended: boolean,
): DayHeader<S>[] {
  const lines: { day: string; index: number; sums: S }[] = [];
  let index = 0;
  for (const { runs } of pages)
    for (const run of runs) {
      const last = lines.at(-1);
      if (last?.day === run.day) add(last.sums, run.sums);
      else lines.push({ day: run.day, index, sums: { ...run.sums } });
      index += run.sums.count;
    }
  const open = ended ? -1 : lines.length - 1;
  return lines.map((line, place) => (place === open ? { ...line, sums: null } : line));
}

/** Sums of the rows read so far; null without any. */
export function readSums<R, S extends ListSums>(pages: readonly RowPage<R, S>[]): S | null {
  let sums: S | null = null;
  for (const { runs } of pages)
    for (const run of runs)
      if (sums === null) sums = { ...run.sums };
      else add(sums, run.sums);
  return sums;
}

/** Ids of new rows on the first page, read before and after. A row that only moved up is not new. */
export function arrivedRows<R extends ListRow>(
  before: RowPage<R, unknown> | undefined,
  after: RowPage<R, unknown>,
): string[] {
  if (before === undefined) return [];
  const [old, now] = [rowsIn(before), rowsIn(after)];
  const known = new Set(old.map((row) => row.id));
  const lastKnown = now.findLastIndex((row) => known.has(row.id));
  const newest = old[0]?.at ?? 0;
  const arrived = now.filter(
    (row, place) => !known.has(row.id) && (lastKnown === -1 ? (row.at ?? 0) > newest : place < lastKnown),
  );
  return arrived.map((row) => row.id);
}

/** Finds rows by their index in the whole result; `size` is the number of rows read. */
export type RowPages<R> = { size: number; at(index: number): R | undefined; indexOf(id: string): number };

export function createRowPages<R extends ListRow>(
  pages: readonly Pick<RowPage<R, unknown>, 'rows'>[],
): RowPages<R> {
  const starts: number[] = [];
  let size = 0;
  for (const page of pages) {
    starts.push(size);
    size += Array.isArray(page.rows) ? page.rows.length : page.rows.size;
  }
  return {
    size,
    at(index) {
      if (index < 0 || index >= size) return undefined;
      const place = lastAtMost(starts, index);
      const page = pages[place];
      return page && rowsIn(page)[index - (starts[place] ?? 0)];
    },
    indexOf(id) {
      for (const [place, page] of pages.entries()) {
        // A packed page without this text does not have the row, and need not be unpacked.
        const mayHave = Array.isArray(page.rows) || page.rows.text.includes(id);
        const found = mayHave ? rowsIn(page).findIndex((row) => row.id === id) : -1;
        if (found !== -1) return (starts[place] ?? 0) + found;
      }
      return -1;
    },
  };
}

export type Sort<C extends string = string> = { by: C; falling: boolean };

/** The same rows in another order. Rows without a key come last. */
export function sortedBook<R extends ListRow>(
  book: RowPages<R>,
  keyOf: (row: R) => number | null,
  falling: boolean,
): RowPages<R> {
  const keys = new Float64Array(book.size);
  for (let index = 0; index < book.size; index += 1) {
    const row = book.at(index);
    const key = row === undefined ? null : keyOf(row);
    keys[index] = key === null ? Number.POSITIVE_INFINITY : falling ? -key : key;
  }
  const order = Uint32Array.from(keys.keys()).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
  return {
    size: book.size,
    at: (index) => (index in order ? book.at(order[index] ?? -1) : undefined),
    indexOf: (id) => order.indexOf(book.indexOf(id)),
  };
}

/** Index of the last number that is at most `value` in an ascending list; -1 when all are greater. */
export function lastAtMost(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle + 1;
    else high = middle - 1;
  }
  return high;
}

/** The first page's total; null when a page shows that Guichê itself applied a filter. */
export const totalOf = (pages: readonly Pick<RowPage<unknown, unknown>, 'total' | 'filteredHere'>[]) =>
  pages.some(({ filteredHere }) => filteredHere !== undefined && filteredHere.length > 0)
    ? null
    : (pages[0]?.total ?? null);

/** Number of rows for the scroll height: the total, or some more than were read while more follow. */
export function rowCount(read: number, total: number | null, ended: boolean): number {
  if (ended) return read;
  return Math.max(read + 1, total ?? read + 20);
}

/** Many records of the same few columns in a few values, which take a third of the memory. */
type Packed = {
  size: number;
  columns: Columns<Record<string, unknown>>;
  /** All texts, joined by a separator. */
  text: string;
  /** All numbers; NaN stands for null. */
  numbers: Float64Array;
  /** The distinct words; `codes` has each record's index into them. */
  words: (string | boolean | null)[];
  codes: string;
};

/** `texts` mostly differ between records, `words` mostly repeat. */
export type Columns<R> = {
  texts: readonly (keyof R & string)[];
  numbers: readonly (keyof R & string)[];
  words: readonly (keyof R & string)[];
};

type Word = string | boolean | null;
type Fields = Record<string, Word | number>;

const SEPARATOR = '\u001f';
const NULL_TEXT = '\u0000';
/** Texts with these characters cannot be packed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNFIT = /[\u0000\u001f]/;

/** Packs records; null when a text contains a separator character. */
export function pack<R extends object>(records: readonly R[], columns: Columns<R>): Packed | null {
  const texts: string[] = [];
  const numbers = new Float64Array(records.length * columns.numbers.length);
  const places = new Map<Word, number>();
  const codes: number[] = [];
  let at = 0;
  for (const record of records as readonly Fields[]) {
    for (const name of columns.texts) {
      const text = record[name] as string | null;
      if (text !== null && UNFIT.test(text)) return null;
      texts.push(text ?? NULL_TEXT);
    }
    for (const name of columns.numbers) {
      numbers[at] = (record[name] as number | null) ?? Number.NaN;
      at += 1;
    }
    for (const name of columns.words) {
      const word = record[name] as Word;
      const place = places.get(word) ?? places.size;
      places.set(word, place);
      codes.push(place);
    }
  }
  const words = [...places.keys()];
  const text = texts.join(SEPARATOR);
  return {
    size: records.length,
    columns: columns as Packed['columns'],
    text,
    numbers,
    words,
    codes: String.fromCharCode(...codes),
  };
}

export function unpack<R>(packed: Packed): R[] {
  const { size, columns, numbers, words, codes } = packed;
  const texts = packed.text.split(SEPARATOR);
  let [text, number, code] = [0, 0, 0];
  return Array.from({ length: size }, () => {
    const record: Fields = {};
    for (const name of columns.texts) {
      const found = texts[text++] ?? NULL_TEXT;
      record[name] = found === NULL_TEXT ? null : found;
    }
    for (const name of columns.numbers) {
      const found = numbers[number++] ?? Number.NaN;
      record[name] = Number.isNaN(found) ? null : found;
    }
    for (const name of columns.words) record[name] = words[codes.charCodeAt(code++)] ?? null;
    return record as R;
  });
}
