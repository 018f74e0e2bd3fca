/** Writes CSV for machines or for spreadsheets in Portuguese or English. No spreadsheet runs any of it. */
/**
 * `machine`: RFC 4180. `sheet-pt`: semicolons, decimal commas, `19/11/2026 11:00:00`. `sheet-en`: commas,
 * decimal points, `2026-11-19 11:00:00`, which no English spreadsheet reads as another day.
 */
export const CSV_FORMATS = ['machine', 'sheet-pt', 'sheet-en'] as const;
export type CsvFormat = (typeof CSV_FORMATS)[number];

/** UTF-8 with BOM: without it spreadsheets read accents wrongly. */
export const CSV_BOM = '\uFEFF';

/** A number that Guichê formatted ('-3.50'): it stays a number, whatever its first character. */
export type CsvNumber = { number: string };
/** ISO 8601 with São Paulo's offset. */
export type CsvInstant = { instant: string };
/** Booleans are passed as words. */
export type CsvValue = string | CsvNumber | CsvInstant | null | undefined;

/** `=`, `+`, `-`, `@` and what Unicode folds to them (NFKC): full-width, small, superscript, subscript. */
const SIGNS =
  '=+\\-@\u2212\u{fb29}\u{fe62}\u{fe63}\u{fe66}\u{fe6b}\u{ff0b}\u{ff0d}\u{ff1d}\u{ff20}\u207a-\u207c\u208a-\u208c';
/** What some spreadsheet skips before such a character: quotes, blanks, invisible ones. No separator. */
const READ_AWAY = String.raw`(?:(?![\t\r\n])["\s\p{Cf}\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}])*`;
/** Where a formula could begin: the cell's start or after any spreadsheet's separator, in quotes too. */
const RUNS_AS_FORMULA = new RegExp(
  String.raw`(?:^|(?<=[;,\t\r\n]))(?=${READ_AWAY}[${SIGNS}]|"*[\t\r])`,
  'gu',
);
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;
const PLAIN = /^[0-9A-Za-z](?:[^",;\t\r\n]*[0-9A-Za-z])?$/;
const MOST_DIGITS = 15;

/**
 * Formats one cell. A possible formula gets an apostrophe; in sheet formats, text like a number, a date or a
 * boolean stays text (`toInertFormula`). Throws RangeError for a CsvNumber that is no decimal.
 */
export function csvCell(value: CsvValue, format: CsvFormat = 'machine'): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return textCell(value, format);
  if ('instant' in value) return instantCell(value.instant, format);
  if (!/^-?\d+(?:\.\d+)?$/.test(value.number)) throw new RangeError('not a decimal number');
  const written = format === 'sheet-pt' ? value.number.replace('.', ',') : value.number;
  return format === 'machine' || keepsDigits(value.number) ? written : textCell(written, format);
}

/** True if a spreadsheet preserves every digit of the decimal number. */
export const keepsDigits = (number: string): boolean =>
  number.replace(/[-.]/g, '').replace(/^0+/, '').length <= MOST_DIGITS;

/** Only characters that numbers, amounts of money, dates and times are written with. */
const ONLY_VALUE_SIGNS =
  /^[\s\p{N}\p{L}\p{M}\p{Sc}\p{Pd}\p{Cf}.,:;/\\+()%'’\u2212\u3164\u{ff05}\u{ff0b}\u{ff0e}\u{ff0f}]*$/u;

const ERROR_VALUE = /^\s*#/;

/** Words that occur in values: months, weekdays, exponents, currencies, parts of the day. Without accents. */
const VALUE_WORDS = new Set(
  [
    'jan feb mar apr may jun jul aug sep sept oct nov dec fev abr mai ago set out dez',
    'january february march april june july august september october november december',
    'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro',
    'mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday',
    'seg ter qua qui sex sab dom segunda terca quarta quinta sexta sabado domingo feira',
    'e d a p h m s am pm min de do of t z utc gmt bc ad ac dc r rs us usd brl eur gbp',
  ].flatMap((line) => line.split(' ')),
);

const TRUTH = /^\s*(?:true|false|verdadeiro|falso)\s*$/i;

/** True if some spreadsheet may read the text as a number, date, time, boolean or error. */
export function isReadAsValue(text: string): boolean {
  if (ERROR_VALUE.test(text)) return true;
  if (!/\p{N}/u.test(text)) return TRUTH.test(text);
  if (!ONLY_VALUE_SIGNS.test(text)) return false;
  for (const [word] of text.matchAll(/[\p{L}\p{M}]+/gu)) if (!VALUE_WORDS.has(plain(word))) return false;
  return true;
}

const plain = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** A separator only before a letter or digit: whatever separates the file, no piece begins a formula. */
const INERT = /^(?:[0-9A-Za-z .:/\-+()%$#!?]|[,;](?=[0-9A-Za-z])){1,250}$/;

/**
 * `="00123"`: the only CSV form that preserves the exact text in Excel, Google Sheets and, if it evaluates
 * formulas, LibreOffice (else it shows the whole form). An apostrophe or blank would stay in the cell. The
 * formula is harmless: one literal, without characters that end it or separate cells. Null for other texts.
 */
const toInertFormula = (text: string): string | null => (INERT.test(text) ? `="${text}"` : null);

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
