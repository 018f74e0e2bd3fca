/** RFC 4180 or as a Brazilian spreadsheet opens it, and nothing that either would run. */

/** `spreadsheet`: semicolons, decimal commas, `19/11/2026 11:00:00`. */
export const CSV_FORMATS = ['rfc4180', 'spreadsheet'] as const;
export type CsvFormat = (typeof CSV_FORMATS)[number];

/** UTF-8 with BOM: without it spreadsheets read accents wrongly. */
export const CSV_BOM = '\uFEFF';

/** A number the product itself wrote ('-3.50'): it stays a number, whatever it begins with. */
export type CsvNumber = { number: string };
/** ISO 8601 with São Paulo's offset. */
export type CsvInstant = { instant: string };
export type CsvValue = string | CsvNumber | CsvInstant | boolean | null | undefined;

/** `=`, `+`, `-`, `@` and the signs that Unicode folds to them (NFKC): full-width, small, raised, lowered. */
const SIGNS =
  '=+\\-@\u2212\u{fb29}\u{fe62}\u{fe63}\u{fe66}\u{fe6b}\u{ff0b}\u{ff0d}\u{ff1d}\u{ff20}\u207a-\u207c\u208a-\u208c';
/** Read away by some spreadsheet before the sign: quotes, blanks, and what is not seen. No separator. */
const READ_AWAY = String.raw`(?:(?![\t\r\n])["\s\p{Cf}\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}])*`;
/**
 * Where a formula would begin: the cell, or a piece of it after whatever some spreadsheet separates by. Quotes do not
 * hold a cell together where another separator is taken.
 */
const RUNS_AS_FORMULA = new RegExp(
  String.raw`(?:^|(?<=[;,\t\r\n]))(?=${READ_AWAY}[${SIGNS}]|"*[\t\r])`,
  'gu',
);
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;
/** Begins and ends with a letter or digit, and holds nothing that needs quotes: nearly every cell. */
const PLAIN = /^[0-9A-Za-z](?:[^",;\t\r\n]*[0-9A-Za-z])?$/;

/** One cell. What a spreadsheet could take for a formula gets an apostrophe before it. */
export function csvCell(value: CsvValue, format: CsvFormat = 'rfc4180'): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'object') {
    const sheet = format === 'spreadsheet';
    if ('instant' in value) return sheet ? sheetInstant(value.instant) : value.instant;
    if (!/^-?\d+(?:\.\d+)?$/.test(value.number)) throw new RangeError('not a decimal number');
    return sheet ? value.number.replace('.', ',') : value.number;
  }
  const safe = value.replace(RUNS_AS_FORMULA, "'");
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** '2026-11-19T11:00:00-03:00' → '19/11/2026 11:00:00' */
function sheetInstant(text: string): string {
  return `${text.slice(8, 10)}/${text.slice(5, 7)}/${text.slice(0, 4)} ${text.slice(11, 19)}`;
}

export const csvSeparator = (format: CsvFormat) => (format === 'spreadsheet' ? ';' : ',');

/** One line with its CRLF. */
export function csvRow(values: readonly CsvValue[], format: CsvFormat = 'rfc4180'): string {
  return `${values.map((value) => csvCell(value, format)).join(csvSeparator(format))}\r\n`;
}
