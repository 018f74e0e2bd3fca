import 'server-only';
import { CSV_BOM, type CsvFormat, type CsvValue, csvCell, csvRow, csvSeparator } from '#lib/csv.ts';
import { withOffset } from '#lib/dates.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { centsToDecimal } from '#lib/money.ts';
import { wordMap } from '#lib/word-map.ts';
import en from '../../../messages/en/csv.json';
import pt from '../../../messages/pt-BR/csv.json';

/** A column's name in machine files, and what a record says in it. One without a heading in both languages is none. */
export type CsvColumn<T> = readonly [name: keyof typeof pt & keyof typeof en, read: (record: T) => CsvValue];

/** The last column of a filtered file: the filters that the provider left to Guichê. */
const FILTERED_HERE = 'filteredByGuiche';
const HEADINGS: Record<Locale, Record<string, string>> = { 'pt-BR': wordMap(pt), en: wordMap(en) };

export type CsvTable<T> = {
  /** `filtered`: with the column that names the filters that the provider left to Guichê. */
  head: (filtered: boolean, format: CsvFormat, locale: Locale) => string;
  /** `here`: what that column says of these records; null where the file has none. */
  lines: (records: readonly T[], here: string | null, format: CsvFormat) => string;
};

/** A list as a file: field names for machines, headings in words for spreadsheets. */
export function csvTable<T>(columns: readonly CsvColumn<T>[]): CsvTable<T> {
  const names = columns.map(([name]) => name);
  const readers = columns.map(([, read]) => read);
  return {
    head(filtered, format, locale) {
      const all = [...names, ...(filtered ? [FILTERED_HERE] : [])];
      const inWords = (name: string) => HEADINGS[locale][name] ?? name;
      return CSV_BOM + csvRow(format === 'spreadsheet' ? all.map(inWords) : all, format);
    },
    lines(records, here, format) {
      const between = csvSeparator(format);
      const end = here === null ? '\r\n' : `${between}${csvCell(here)}\r\n`;
      const columns = readers.map((read) => cellsOf(read, format));
      // One array for all lines, joined at once: an export makes millions of cells.
      const cells = columns.map(() => '');
      let lines = '';
      for (const record of records) {
        for (let at = 0; at < columns.length; at += 1) cells[at] = columns[at]?.(record) ?? '';
        lines += cells.join(between) + end;
      }
      return lines;
    },
  };
}

/** A column's cells: the text that stood in the row before is not written anew. */
function cellsOf<T>(read: CsvColumn<T>[1], format: CsvFormat): (record: T) => string {
  let before: CsvValue;
  let cell = '';
  return (record) => {
    const value = read(record);
    if (value === before && typeof value === 'string') return cell;
    before = value;
    cell = csvCell(value, format);
    return cell;
  };
}

/** Cents as decimal text; with the provider's own digits where it gave more than two. */
export function csvAmount(cents: number | null, exact?: string): CsvValue {
  if (cents === null) return null;
  return { number: exact !== undefined && /^-?\d+\.\d+$/.test(exact) ? exact : centsToDecimal(cents) };
}

const CANONICAL = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
type Hour = { begin: string; offset: string };
/** An hour of UTC as São Paulo writes it: all its instants begin and end alike. Null where minutes differ too. */
const hours = new Map<string, Hour | null>();
const MOST_HOURS = 20_000;

export function csvInstant(text: string | null): CsvValue {
  if (text === null) return null;
  const hour = CANONICAL.test(text) ? hourOf(text.slice(0, 13)) : null;
  if (hour === null) return withOffset(text);
  const end = text.endsWith('.000Z') ? 19 : 23;
  return { instant: hour.begin + text.slice(13, end) + hour.offset };
}

function hourOf(utc: string): Hour | null {
  const known = hours.get(utc);
  if (known !== undefined) return known;
  const [, begin, offset] = /^(.{13}):00:00([+-]\d\d:00)$/.exec(withOffset(`${utc}:00:00.000Z`)) ?? [];
  const made = begin === undefined || offset === undefined ? null : { begin, offset };
  if (hours.size >= MOST_HOURS) hours.clear();
  hours.set(utc, made);
  return made;
}
