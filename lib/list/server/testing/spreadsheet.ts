/** How Excel opens a CSV by a double click, in Portuguese (Brazil) and in English: what a cell is taken for. */

export type Read =
  | { as: 'empty' }
  | { as: 'text'; text: string }
  | { as: 'number'; number: number }
  /** Of the clock alone: a spreadsheet has no zone. */
  | { as: 'date'; at: string }
  | { as: 'truth' | 'error' | 'formula'; text: string };
type Language = 'pt-BR' | 'en';

const SEPARATORS: Record<Language, string> = { 'pt-BR': ';', en: ',' };

/** The rows of a file, its byte order mark read away. */
export function openedAs(file: string, language: Language): Read[][] {
  return cellsOf(file.replace(/^\uFEFF/, ''), SEPARATORS[language]).map((row) =>
    row.map((cell) => readCell(cell, language)),
  );
}

function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const end = () => {
    row.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += sign;
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === separator) end();
    else if (sign === '\n') {
      end();
      rows.push(row);
      row = [];
    } else if (sign !== '\r') cell += sign;
  }
  return rows;
}

const TRUTHS: Record<Language, RegExp> = {
  'pt-BR': /^(?:VERDADEIRO|FALSO|TRUE|FALSE)$/i,
  en: /^(?:TRUE|FALSE)$/i,
};

function readCell(cell: string, language: Language): Read {
  if (cell === '') return { as: 'empty' };
  if (cell.startsWith('=')) {
    const [, literal] = /^="((?:[^"]|"")*)"$/.exec(cell) ?? [];
    if (literal !== undefined) return { as: 'text', text: literal.replaceAll('""', '"') };
    return { as: 'formula', text: cell };
  }
  const text = cell.replace(/^[ \u00a0]+|[ \u00a0]+$/g, '');
  if (/^[+@-]/.test(text) && /[A-Za-z(]/.test(text) && numberOf(text, language) === null)
    return { as: 'formula', text: cell };
  if (TRUTHS[language].test(text)) return { as: 'truth', text };
  if (/^#(?:N\/[AD]|REF!|DIV\/0!|VALOR!|VALUE!|NUM!|NAME\?|NOME\?|NULL!|NULO!)$/i.test(text))
    return { as: 'error', text };
  const at = dateOf(text, language);
  if (at !== null) return { as: 'date', at };
  const number = numberOf(text, language);
  return number === null ? { as: 'text', text: cell } : { as: 'number', number };
}

/** Groups of thousands stand anywhere, as Excel takes them; the value is rounded to 15 digits. */
function numberOf(text: string, language: Language): number | null {
  const [group, point] = language === 'en' ? [',', '.'] : ['.', ','];
  let plain = text.replace(/^\((.*)\)$/, '-$1').replace(/(?:R\$|US\$|[$€£])/i, '');
  const percent = /%/.test(plain);
  plain = plain.replace(/%/, '').replace(/\s/g, '');
  const fraction = /^([+-]?)(?:(\d+))?(\d)\/(\d+)$/.exec(plain);
  if (fraction !== null && text.includes(' '))
    return Number(fraction[2] ?? 0) + Number(fraction[3]) / Number(fraction[4]);
  plain = plain.replaceAll(group, '').replace(point, '.');
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(plain)) return null;
  const rounded = Number(Number(plain).toPrecision(15));
  return percent ? rounded / 100 : rounded;
}

const MONTHS = new RegExp(
  `^(?:${[
    'jan(?:uary|eiro)?|feb(?:ruary)?|fev(?:ereiro)?|mar(?:ch|[cç]o)?|apr(?:il)?|abr(?:il)?|may|maio?|jun(?:e|ho)?',
    'jul(?:y|ho)?|aug(?:ust)?|ago(?:sto)?|sept?(?:ember)?|set(?:embro)?|oct(?:ober)?|out(?:ubro)?|nov(?:ember|embro)?',
    'dec(?:ember)?|dez(?:embro)?',
  ].join('|')})$`,
  'i',
);
const TIME = /^(?:(.*?)[ T])?(\d{1,4}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[ap]\.?m?\.?)?)$/i;

/** ISO 8601 without a zone; of what is no full day only that it is a date. */
function dateOf(text: string, language: Language): string | null {
  const [, before, time] = TIME.exec(text) ?? [];
  const day = time === undefined ? text : (before ?? '');
  if (day === '') return time === undefined ? null : `some time ${time}`;
  const clock = (time ?? '00:00:00').padEnd(8, ':00');
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(day);
  if (iso !== null) return real(`${iso[1]}-${two(iso[2])}-${two(iso[3])}`, clock);
  const written = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(day);
  if (written !== null) {
    const [, one, other, year = ''] = written;
    const full = year.length === 2 ? `20${year}` : year;
    const [first, second] = language === 'en' ? [other, one] : [one, other];
    return (
      real(`${full}-${two(second)}-${two(first)}`, clock) ??
      real(`${full}-${two(first)}-${two(second)}`, clock)
    );
  }
  if (/^\d{1,2}[-/]\d{1,4}$/.test(day) || /^\d{1,4}[-/]\d{1,2}$/.test(day)) return `some day ${text}`;
  const words = day.match(/[a-zç]+|\d+/gi) ?? [];
  const months = words.filter((word) => MONTHS.test(word));
  const rest = words.filter((word) => !MONTHS.test(word) && !/^(?:de|of)$/i.test(word));
  const onlyDigits = rest.length > 0 && rest.length <= 2 && rest.every((word) => /^\d{1,4}$/.test(word));
  return months.length === 1 && onlyDigits && /^[\w ç/.,-]+$/i.test(day) ? `some day ${text}` : null;
}

const two = (digits = '') => digits.padStart(2, '0');
function real(day: string, clock: string): string | null {
  const date = new Date(`${day}T12:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? `${day}T${clock}` : null;
}
