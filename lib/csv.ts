/** RFC 4180, and nothing a spreadsheet would run. */

/** UTF-8 with BOM: without it spreadsheets read accents wrongly. */
export const CSV_BOM = '\uFEFF';

/** A number the product itself wrote ('-3.50'): it stays a number, whatever it begins with. */
export type CsvNumber = { number: string };
export type CsvValue = string | CsvNumber | boolean | null | undefined;

const RUNS_AS_FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/** Begins and ends with a letter or digit, and holds nothing that needs quotes: nearly every cell. */
const PLAIN = /^[0-9A-Za-z](?:[^",\r\n]*[0-9A-Za-z])?$/;

/** One cell. Text that a spreadsheet could take for a formula gets a leading apostrophe. */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'object') {
    if (!/^-?\d+(?:\.\d+)?$/.test(value.number)) throw new RangeError('not a decimal number');
    return value.number;
  }
  const safe = RUNS_AS_FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line with its CRLF. */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
