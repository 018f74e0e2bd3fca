import { type Day, isDay, saoPauloDay } from '#lib/core/dates.ts';
import { centsToDecimal, decimalToCents, parseTypedBrl } from '#lib/core/money.ts';

/** Recognizes the columns of a merchant's order file by their content, and reads its rows. Pure. */

/** A cell as a file has it. A Date shows its clock in UTC, as a workbook has no zone. */
export type Cell = string | number | boolean | Date | null;

export const ORDER_FIELDS = ['reference', 'amount', 'date', 'endToEnd'] as const;
type OrderField = (typeof ORDER_FIELDS)[number];
/** Column by field, from 0; null: the file has none. */
export type OrderColumns = Record<OrderField, number | null>;

export const MOST_ORDERS = 50_000;
export const MOST_COLUMNS = 60;
export const MOST_CELL = 200;

/** Rows whose content decides. */
const SEEN = 200;
/** Share of a column's filled cells that must fit. */
const MOSTLY = 0.9;

const NAMES: Record<OrderField, RegExp> = {
  reference: /pedido|order|refer|c[oó]digo|n[uú]mero|(?:^|[\s_-])id$/i,
  amount: /valor|amount|total|pre[cç]o|price|bruto/i,
  date: /data|date|dia|day|criad|created|pago|paid/i,
  endToEnd: /e2e|end.?to.?end/i,
};
const END_TO_END = /^E\d{20}[0-9A-Za-z]{11}$/;

export const textOf = (cell: Cell): string => {
  if (cell === null) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 19);
  return String(cell).trim();
};

/** Cents above zero; null unless the cell has exactly one reading. */
export function centsOf(cell: Cell): number | null {
  if (cell === null || typeof cell === 'boolean' || cell instanceof Date) return null;
  const cents = typeof cell === 'number' ? numberCents(cell) : parseTypedBrl(cell);
  return cents !== null && cents > 0 ? cents : null;
}

/** A workbook's number may be a hair off: 249.9 is stored as 249.89999. */
function numberCents(value: number): number | null {
  if (!Number.isFinite(value) || Math.abs(value) > 9_999_999_999) return null;
  const cents = decimalToCents(value.toFixed(2))?.cents ?? null;
  return cents !== null && Math.abs(Number(centsToDecimal(cents)) - value) < 1e-6 ? cents : null;
}

/** The São Paulo day of a cell: a date, `26/11/2026`, `2026-11-26`, or an instant with its offset. */
export function dayOf(cell: Cell): Day | null {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? null : cell.toISOString().slice(0, 10);
  const text = textOf(cell);
  if (/^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) return saoPauloDay(text) || null;
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:\D|$)/.exec(text) ?? [];
  const written =
    year === '' ? text.slice(0, 10) : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) ? written : null;
}

type Rule = (cells: readonly Cell[]) => boolean;
const mostly =
  (fits: (cell: Cell) => boolean): Rule =>
  (cells) => {
    const filled = cells.filter((cell) => textOf(cell) !== '');
    return filled.length > 0 && filled.filter(fits).length >= filled.length * MOSTLY;
  };

const RULES: Record<OrderField, Rule> = {
  endToEnd: mostly((cell) => END_TO_END.test(textOf(cell))),
  // A bare whole number may be anything, so the heading decides between several columns of numbers.
  amount: mostly((cell) => centsOf(cell) !== null),
  date: mostly((cell) => dayOf(cell) !== null),
  reference: (cells) => {
    const texts = cells.map(textOf).filter((text) => text !== '');
    return texts.length > 0 && new Set(texts).size >= texts.length * MOSTLY;
  },
};

/** The first row is a heading unless it has an amount and a date, or an amount alone, like the others. */
export function headingOf(rows: readonly (readonly Cell[])[]): readonly string[] | null {
  const [first, ...others] = rows;
  if (first === undefined || others.length === 0) return null;
  const looksLikeData = first.some((cell) => centsOf(cell) !== null || dayOf(cell) !== null);
  return looksLikeData ? null : first.map(textOf);
}

/** Proposes a column for each field; each column serves one. */
export function proposeColumns(rows: readonly (readonly Cell[])[]): OrderColumns {
  const heading = headingOf(rows);
  const body = rows.slice(heading === null ? 0 : 1, SEEN);
  const width = Math.max(0, ...rows.slice(0, SEEN).map((row) => row.length));
  const taken = new Set<number>();
  const find = (field: OrderField): number | null => {
    const fits = Array.from({ length: width }, (_, column) => column).filter(
      (column) => !taken.has(column) && RULES[field](body.map((row) => row[column] ?? null)),
    );
    const named = fits.find((column) => NAMES[field].test(heading?.[column] ?? ''));
    const written =
      field === 'amount'
        ? fits.find((column) => body.some((row) => hasDecimals(row[column] ?? null)))
        : undefined;
    const found =
      named ?? written ?? (field === 'reference' || fits.length === 1 ? fits[0] : undefined) ?? null;
    if (found !== null) taken.add(found);
    return found;
  };
  const endToEnd = find('endToEnd');
  const date = find('date');
  const amount = find('amount');
  return { endToEnd, date, amount, reference: find('reference') };
}

const hasDecimals = (cell: Cell): boolean =>
  typeof cell === 'number' ? !Number.isInteger(cell) : /[.,]\d{1,2}$/.test(textOf(cell));

export type ReadOrder = { row: number; reference: string; endToEndId: string | null; amount: number };
type OrderFault = { row: number; field: OrderField; message: string };

/** The orders of the day, and the cells that cannot be read. `row`: as a spreadsheet counts, from 1. */
export function readOrders(
  rows: readonly (readonly Cell[])[],
  columns: OrderColumns,
  day: Day,
): { orders: ReadOrder[]; otherDays: number; faults: OrderFault[] } {
  const orders: ReadOrder[] = [];
  const faults: OrderFault[] = [];
  let otherDays = 0;
  const first = headingOf(rows) === null ? 0 : 1;
  for (const [at, row] of rows.slice(first).entries()) {
    if (row.every((cell) => textOf(cell) === '')) continue;
    const number = at + first + 1;
    const cell = (field: OrderField): Cell => {
      const column = columns[field];
      return column === null ? null : (row[column] ?? null);
    };
    if (columns.date !== null) {
      const own = dayOf(cell('date'));
      if (own === null) faults.push({ row: number, field: 'date', message: 'day_unreadable' });
      if (own !== day) {
        otherDays += own === null ? 0 : 1;
        continue;
      }
    }
    const reference = textOf(cell('reference')).slice(0, MOST_CELL);
    const amount = centsOf(cell('amount'));
    if (reference === '') faults.push({ row: number, field: 'reference', message: 'required' });
    else if (amount === null) faults.push({ row: number, field: 'amount', message: 'amount_unreadable' });
    else
      orders.push({
        row: number,
        reference,
        amount,
        endToEndId: textOf(cell('endToEnd')).slice(0, 64) || null,
      });
  }
  return { orders, otherDays, faults };
}
