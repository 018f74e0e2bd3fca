import 'server-only';
import type { ColumnDef } from 'hucre/xlsx';
import {
  CSV_BOM,
  type CsvFormat,
  type CsvValue,
  csvCell,
  csvRow,
  csvSeparator,
  keepsDigits,
} from '#lib/core/csv.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import { cut } from '#lib/core/text.ts';
import { type CsvColumn, sentenceAt, wordsAt } from '#lib/list/server/columns.ts';

/** The last column of a filtered file: the filters that the provider left to Guichê. */
const FILTERED_HERE = 'filteredByGuiche';
const headingOf = wordsAt('csv');
const filterName = wordsAt('common.reading.filter');
/** The clock of a column of instants stands in its heading: a spreadsheet's dates have no zone. */
const inZone = sentenceAt('list.export.zone');
/** A machine file has field names, ISO 8601 and the service's words. */
const LANGUAGES: Record<CsvFormat, Locale | null> = { machine: null, 'sheet-pt': 'pt-BR', 'sheet-en': 'en' };

export type SheetValue = string | number | Date | null;
/** A list as a file: field names for machines, headings and words of a language for spreadsheets. */
export type CsvTable<T> = {
  /** `filtered`: with the column that names the filters that the provider left to Guichê. */
  head: (filtered: boolean, format: CsvFormat) => string;
  /** `here`: what that column says of these records; null where the file has none. */
  lines: (records: readonly T[], here: readonly string[] | null, format: CsvFormat) => string;
  /** The same columns and rows with their types, for a workbook. */
  sheetColumns: (filtered: boolean, format: CsvFormat) => ColumnDef[];
  sheetRows: (records: readonly T[], here: readonly string[] | null, format: CsvFormat) => SheetValue[][];
};

export function csvTable<T>(columns: readonly CsvColumn<T>[]): CsvTable<T> {
  const all = (filtered: boolean): Pick<CsvColumn<T>, 'name' | 'kind'>[] => [
    ...columns,
    ...(filtered ? [{ name: FILTERED_HERE, kind: 'text' } as const] : []),
  ];
  const headings = (filtered: boolean, format: CsvFormat) =>
    all(filtered).map((column) => heading(column, LANGUAGES[format]));
  return {
    head: (filtered, format) => CSV_BOM + csvRow(headings(filtered, format), format),
    lines(records, here, format) {
      const between = csvSeparator(format);
      const end = here === null ? '\r\n' : `${between}${csvCell(hereWords(here, format), format)}\r\n`;
      const readers = columns.map((column) => cellsOf(column, format));
      // One array for all lines, joined at once: an export makes millions of cells.
      const cells = readers.map(() => '');
      let lines = '';
      for (const record of records) {
        for (let at = 0; at < readers.length; at += 1) cells[at] = readers[at]?.(record) ?? '';
        lines += cells.join(between) + end;
      }
      return lines;
    },
    sheetColumns: (filtered, format) =>
      all(filtered).map(({ name, kind }) => ({
        header: heading({ name, kind }, LANGUAGES[format]),
        width: WIDTHS[kind],
        style: { numFmt: kind === 'instant' ? INSTANTS[format] : NUMBERS[kind] },
      })),
    sheetRows(records, here, format) {
      const end = here === null ? [] : [sheetText(hereWords(here, format))];
      const readers = columns.map((column) => readerOf(column, format));
      return records.map((record) => [...readers.map((read) => sheetValue(read(record))), ...end]);
    },
  };
}

function heading({ name, kind }: Pick<CsvColumn<never>, 'name' | 'kind'>, locale: Locale | null): string {
  if (locale === null) return name;
  const words = headingOf(name, locale) ?? name;
  return kind === 'instant' ? inZone(locale, { column: words }) : words;
}

const hereWords = (here: readonly string[], format: CsvFormat): string => {
  const locale = LANGUAGES[format];
  return locale === null ? here.join(' ') : here.map((name) => filterName(name, locale)).join(', ');
};

/** What a column says: to machines the service's word, else what the list's page says. */
function readerOf<T>({ read, said }: CsvColumn<T>, format: CsvFormat): (record: T) => CsvValue {
  const locale = LANGUAGES[format];
  if (locale === null || said === undefined) return read;
  return (record) => said((read(record) ?? null) as string | null, locale, record);
}

/** A column's cells: the text that stood in the row before is not written anew. */
function cellsOf<T>(column: CsvColumn<T>, format: CsvFormat): (record: T) => string {
  const read = readerOf(column, format);
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

/** Character widths. */
const WIDTHS = { text: 26, instant: 20, amount: 15, count: 10 };
/** `@`: a cell that somebody edits stays text. Amounts show two decimals, and more where there are more. */
const NUMBERS = { text: '@', amount: '#,##0.00########', count: '0' };
const INSTANTS: Record<CsvFormat, string> = {
  machine: 'yyyy-mm-dd hh:mm:ss',
  'sheet-pt': 'dd/mm/yyyy hh:mm:ss',
  'sheet-en': 'yyyy-mm-dd hh:mm:ss',
};

/** Instants become São Paulo's clock; a number that no spreadsheet keeps whole stays text. */
function sheetValue(value: CsvValue): SheetValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return sheetText(value);
  if ('instant' in value) return new Date(value.instant.replace(/[+-]\d\d:\d\d$/, 'Z'));
  return keepsDigits(value.number) ? Number(value.number) : value.number;
}

/** Of a cell, by Excel. */
const MOST_LETTERS = 32_767;

/** `_x0041_` in a workbook's text is read as `A`, and XML has no place for two code points. */
const sheetText = (text: string): string =>
  cut(text, MOST_LETTERS)
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD');
