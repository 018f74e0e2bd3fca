import { toldBy } from '#lib/api/reading.ts';
import type { Told } from '#lib/api/told.ts';
import { saoPauloDay } from '#lib/dates.ts';
import type { Transaction } from '#lib/providers/records.ts';
import type { TransactionList } from '#lib/transactions/contract.ts';
import { type Columns, type Packed, pack, unpack } from '#lib/transactions/packed.ts';
import { type Counterpart, counterpartOf, directionOf } from '#lib/transactions/rules.ts';

/** What a table of 100,000 rows keeps of each transaction. Money is cents, times ms since 1970. */
export type Row = {
  id: string;
  at: number | null;
  status: string | null;
  type: string | null;
  method: string | null;
  amount: number | null;
  fee: number | null;
  refunded: number | null;
  name: string | null;
  document: string | null;
  absent: Counterpart['absent'];
  reference: string | null;
  virtualAccount: string | null;
  endToEndId: string | null;
  paidAt: number | null;
};

/** Sums in millionths of a real, so that amounts with more than two decimals add up as they were told. */
export type Sums = {
  count: number;
  in: number;
  inCount: number;
  out: number;
  outCount: number;
  refunded: number;
  refundedCount: number;
  fees: number;
};

/** Rows of one São Paulo day that stand together; '' where the provider told no time. */
export type DayRun = { day: string; sums: Sums };

export type RowPage = {
  /** Packed where many pages are kept: `rowsIn` reads either. */
  rows: Row[] | Packed;
  runs: DayRun[];
  nextCursor: string | null;
  total: number | null;
  asOf: string;
} & Told;

const PER_CENT = 10_000;

/** A page of the list, cut down to what the table and its sums need. */
export function toRowPage(list: TransactionList): RowPage {
  const runs: DayRun[] = [];
  for (const item of list.items) {
    const day = item.createdAt === null ? '' : saoPauloDay(item.createdAt);
    let run = runs.at(-1);
    if (run === undefined || run.day !== day) {
      run = { day, sums: noSums() };
      runs.push(run);
    }
    count(run.sums, item);
  }
  const { nextCursor, total, asOf } = list;
  return { rows: list.items.map(toRow), runs, nextCursor, total, asOf, ...toldBy(list) };
}

const TEXTS = ['id', 'name', 'document', 'reference', 'endToEndId'] as const;
const NUMBERS = ['at', 'paidAt', 'amount', 'fee', 'refunded'] as const;
const WORDS = ['status', 'type', 'method', 'absent', 'virtualAccount'] as const;
type InNoColumn = Exclude<keyof Row, (typeof TEXTS | typeof NUMBERS | typeof WORDS)[number]>;
const COLUMNS: InNoColumn extends never ? Columns<Row> : InNoColumn = {
  ...{ texts: TEXTS, numbers: NUMBERS },
  words: WORDS,
};

/** The same page in a third of the memory; as it is where it cannot be packed. */
export function packedPage(page: RowPage): RowPage {
  return Array.isArray(page.rows) ? { ...page, rows: pack(page.rows, COLUMNS) ?? page.rows } : page;
}

/** Pages that were unpacked last; enough for the screen and what lies around it. */
const unpacked = new Map<Packed, Row[]>();
const MOST_UNPACKED = 30;

/** A page's rows; the same objects as long as they are on screen. */
export function rowsIn({ rows }: RowPage): readonly Row[] {
  if (Array.isArray(rows)) return rows;
  const found = unpacked.get(rows) ?? unpack(rows, COLUMNS);
  unpacked.delete(rows);
  unpacked.set(rows, found);
  const [oldest] = unpacked.keys();
  if (unpacked.size > MOST_UNPACKED && oldest !== undefined) unpacked.delete(oldest);
  return found;
}

/** Whether a page has this id, mostly told without unpacking it. */
function mayHave({ rows }: RowPage, id: string): boolean {
  return Array.isArray(rows) || rows.text.includes(id);
}

function toRow(item: Transaction): Row {
  const { name, document, absent } = counterpartOf(item);
  return {
    id: item.id,
    at: timeOf(item.createdAt),
    status: shared(item.status),
    type: shared(item.type),
    method: shared(item.method),
    amount: item.amount,
    fee: item.fee,
    refunded: item.refundStatus === 'CANCELED' ? null : item.refundAmount,
    name,
    document,
    absent,
    reference: item.clientReference,
    virtualAccount: shared(item.virtualAccount),
    endToEndId: item.endToEndId,
    paidAt: timeOf(item.paidAt),
  };
}

const words = new Map<string, string>();
const MOST_WORDS = 500;

/** The same text once in memory, however many rows have it. */
function shared(text: string | null): string | null {
  if (text === null) return null;
  const known = words.get(text);
  if (known !== undefined) return known;
  if (words.size < MOST_WORDS) words.set(text, text);
  return text;
}

function timeOf(instant: string | null): number | null {
  const time = instant === null ? Number.NaN : Date.parse(instant);
  return Number.isNaN(time) ? null : time;
}

function noSums(): Sums {
  return { count: 0, in: 0, inCount: 0, out: 0, outCount: 0, refunded: 0, refundedCount: 0, fees: 0 };
}

function count(sums: Sums, item: Transaction): void {
  sums.count += 1;
  const amount = millionths(item.amount, item.amountExact);
  const direction = directionOf(item);
  if (direction === 'in') {
    sums.in += amount;
    sums.inCount += 1;
  }
  if (direction === 'out') {
    sums.out += amount;
    sums.outCount += 1;
  }
  if (item.refundStatus === 'COMPLETED' || item.status === 'REFUNDED') {
    const back = item.refundAmount ?? (item.status === 'REFUNDED' ? item.amount : 0);
    sums.refunded += millionths(back, item.refundAmountExact);
    sums.refundedCount += 1;
  }
  sums.fees += millionths(item.fee, item.feeExact);
}

/** The first six decimals of `exact` where it came, else the cents. */
function millionths(cents: number | null, exact: string | undefined): number {
  if (cents === null) return 0;
  const match = exact === undefined ? null : /^(-?)(\d+)\.(\d+)$/.exec(exact);
  if (match === null) return cents * PER_CENT;
  const [, sign = '', whole = '', fraction = ''] = match;
  const value = Number(whole) * 1_000_000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
  return sign === '-' ? -value : value;
}

/** Millionths of a real → cents, half away from zero. */
export function sumCents(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value) / PER_CENT);
}

function add(into: Sums, more: Sums): void {
  for (const name of Object.keys(into) as (keyof Sums)[]) into[name] += more[name];
}

/** `index` is the day's first row; `sums` only where all of the day's rows were read. */
export type DayLine = { day: string; index: number; sums: Sums | null };

/** The day lines of what was read so far; `ended` once nothing follows the last page. */
export function dayLines(pages: readonly RowPage[], ended: boolean): DayLine[] {
  const lines: { day: string; index: number; sums: Sums }[] = [];
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

/** Sums of the whole result; null while any of it is unread. */
export function wholeSums(pages: readonly RowPage[], ended: boolean): Sums | null {
  if (!ended) return null;
  const sums = noSums();
  for (const { runs } of pages) for (const run of runs) add(sums, run.sums);
  return sums;
}

/**
 * Ids of a first page's rows that came after the one read before (both newest first). What only moved up, because
 * rows above it left the filter, did not arrive.
 */
export function arrivedRows(before: RowPage | undefined, after: RowPage): string[] {
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

/** Finds rows by their place in the whole result; `size` is how many were read. */
export type RowBook = { size: number; at(index: number): Row | undefined; indexOf(id: string): number };

export function rowBook(pages: readonly RowPage[]): RowBook {
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
        const found = mayHave(page, id) ? rowsIn(page).findIndex((row) => row.id === id) : -1;
        if (found !== -1) return (starts[place] ?? 0) + found;
      }
      return -1;
    },
  };
}

/** Place of the last number that is at most `value` in an ascending list; -1 where all are greater. */
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

/** How many rows the scroll height stands for: read rows, the told total, and one more where more is known to follow. */
export function rowCount(read: number, total: number | null, ended: boolean): number {
  if (ended) return read;
  return Math.max(read + 1, total ?? read + 20);
}
