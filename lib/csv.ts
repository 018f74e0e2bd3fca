/** RFC 4180, and nothing a spreadsheet would run. */

/** UTF-8 with BOM: without it spreadsheets read accents wrongly. */
export const CSV_BOM = '\uFEFF';

/** A number the product itself wrote ('-3.50'): it stays a number, whatever it begins with. */
export type CsvNumber = { number: string };
export type CsvValue = string | CsvNumber | boolean | null | undefined;

/**
 * Where a formula would begin: the cell, or a piece of it after whatever some spreadsheet separates by. Quotes do not
 * hold a cell together where another separator is taken, and those before the sign may be read away.
 */
const RUNS_AS_FORMULA = /(?:^|(?<=[;,\t\r\n]))(?="*[=+\-@\t\r])/g;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;
/** Begins and ends with a letter or digit, and holds nothing that needs quotes: nearly every cell. */
const PLAIN = /^[0-9A-Za-z](?:[^",;\t\r\n]*[0-9A-Za-z])?$/;

/** One cell. What a spreadsheet could take for a formula gets an apostrophe before it. */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'object') {
    if (!/^-?\d+(?:\.\d+)?$/.test(value.number)) throw new RangeError('not a decimal number');
    return value.number;
  }
  const safe = value.replace(RUNS_AS_FORMULA, "'");
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line with its CRLF. */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
