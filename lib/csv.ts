/** RFC 4180 for machines, or as a spreadsheet in Portuguese or English opens it; and nothing that any would run. */

import { isReadAsValue, toInertFormula } from '#lib/csv-text.ts';

/**
 * `sheet-pt`: semicolons, decimal commas, `19/11/2026 11:00:00`. `sheet-en`: commas, decimal points,
 * `2026-11-19 11:00:00`, which no English spreadsheet takes for another day.
 */
export const CSV_FORMATS = ['machine', 'sheet-pt', 'sheet-en'] as const;
export type CsvFormat = (typeof CSV_FORMATS)[number];

/** UTF-8 with BOM: without it spreadsheets read accents wrongly. */
export const CSV_BOM = '\uFEFF';

/** A number the product itself wrote ('-3.50'): it stays a number, whatever it begins with. */
export type CsvNumber = { number: string };
/** ISO 8601 with São Paulo's offset. */
export type CsvInstant = { instant: string };
/** What is true or false is written in words. */
export type CsvValue = string | CsvNumber | CsvInstant | null | undefined;

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
/** Spreadsheets keep so many digits of a number. */
const MOST_DIGITS = 15;

/**
 * One cell. What a spreadsheet could take for a formula gets an apostrophe before it; in a sheet, text that it would
 * take for a number, a day or a truth is written so that it stays the text it is (`toInertFormula`).
 */
export function csvCell(value: CsvValue, format: CsvFormat = 'machine'): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return textCell(value, format);
  if ('instant' in value) return instantCell(value.instant, format);
  if (!/^-?\d+(?:\.\d+)?$/.test(value.number)) throw new RangeError('not a decimal number');
  const written = format === 'sheet-pt' ? value.number.replace('.', ',') : value.number;
  return format === 'machine' || keepsDigits(value.number) ? written : textCell(written, format);
}

/** Tells if a spreadsheet keeps every digit of a decimal number. */
export const keepsDigits = (number: string): boolean =>
  number.replace(/[-.]/g, '').replace(/^0+/, '').length <= MOST_DIGITS;

function textCell(text: string, format: CsvFormat): string {
  const sheet = format !== 'machine';
  if (sheet && isReadAsValue(text)) {
    const formula = toInertFormula(text);
    if (formula !== null) return quoted(formula);
    const marked = text.replace(RUNS_AS_FORMULA, "'");
    return quoted(marked.startsWith("'") ? marked : `'${marked}`);
  }
  if (PLAIN.test(text)) return text;
  const safe = text.replace(RUNS_AS_FORMULA, "'");
  return NEEDS_QUOTES.test(safe) ? quoted(safe) : safe;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** '2026-11-19T11:00:00.120-03:00' → '19/11/2026 11:00:00', '2026-11-19 11:00:00' */
function instantCell(text: string, format: CsvFormat): string {
  if (format === 'machine') return text;
  const [day, time] = [text.slice(0, 10), text.slice(11, 19)];
  return format === 'sheet-en' ? `${day} ${time}` : `${day.split('-').reverse().join('/')} ${time}`;
}

export const csvSeparator = (format: CsvFormat) => (format === 'sheet-pt' ? ';' : ',');

/** One line with its CRLF. */
export function csvRow(values: readonly CsvValue[], format: CsvFormat = 'machine'): string {
  return `${values.map((value) => csvCell(value, format)).join(csvSeparator(format))}\r\n`;
}
