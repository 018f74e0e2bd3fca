/** Text that a spreadsheet would read as something else, and the form in which it stays text. Pure. */

/** Signs that numbers, sums of money, days and hours are written with, besides letters and digits. */
const ONLY_VALUE_SIGNS =
  /^[\s\p{N}\p{L}\p{M}\p{Sc}\p{Pd}\p{Cf}.,:;/\\+()%'’\u2212\u3164\u{ff05}\u{ff0b}\u{ff0e}\u{ff0f}]*$/u;
/** Error values (`#N/A`, `#N/D`, `#REF!`) are read as such. */
const ERROR_VALUE = /^\s*#/;
/** Words that values are written with: months, days, exponents, currencies, parts of the day. Without accents. */
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

/**
 * Tells if some spreadsheet, in Portuguese or English, could read the text as a number, a day, an hour, a truth or an
 * error. In doubt it does: a text that is guarded in vain loses nothing.
 */
export function isReadAsValue(text: string): boolean {
  if (ERROR_VALUE.test(text)) return true;
  if (!/\p{N}/u.test(text)) return TRUTH.test(text);
  if (!ONLY_VALUE_SIGNS.test(text)) return false;
  for (const [word] of text.matchAll(/[\p{L}\p{M}]+/gu)) if (!VALUE_WORDS.has(plain(word))) return false;
  return true;
}

const plain = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** A separator before a letter or digit alone: whatever a file is separated by, no piece of it begins a formula. */
const INERT = /^(?:[0-9A-Za-z .:/\-+()%$#!?]|[,;](?=[0-9A-Za-z])){1,250}$/;

/**
 * `="00123"`: the one form of CSV in which Excel and Google Sheets give back the text itself, and LibreOffice where it
 * evaluates formulas (elsewhere it shows the form whole). An apostrophe or a blank would stay in the cell as a sign of
 * the text. Such a formula can do nothing: it is one literal, of signs that neither end it nor separate cells. Null for
 * a text with other signs.
 */
export const toInertFormula = (text: string): string | null => (INERT.test(text) ? `="${text}"` : null);
