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
import { type CsvColumn, labelsAt, sentenceAt } from '#lib/list/server/columns.ts';

/** The last column of a filtered file: the filters that Guichê applied instead of the provider. */
const FILTERED_HERE = 'filteredByGuiche';
const headingOf = labelsAt('csv');
const filterName = labelsAt('common.reading.filter');
/** The heading of a column of instants names the time zone, because spreadsheet dates have none. */
const inZone = sentenceAt('list.export.zone');
/** Null for the machine format: field names, ISO 8601 and the provider's words. */
const LANGUAGES: Record<CsvFormat, Locale | null> = { machine: null, 'sheet-pt': 'pt-BR', 'sheet-en': 'en' };

type SheetValue = string | number | Date | null;
type Here = readonly string[] | null;

/** A list as a file: field names for machines, translated headings and labels for spreadsheets. */
export function csvTable<T>(columns: readonly CsvColumn<T>[]) {
  const inSheet = columns.flatMap((column) => column.sheet ?? [column]);
  const of = (format: CsvFormat) => (LANGUAGES[format] === null ? columns : inSheet);
  const all = (filtered: boolean, format: CsvFormat): Pick<CsvColumn<T>, 'name' | 'kind'>[] => [
    ...of(format),
    ...(filtered ? [{ name: FILTERED_HERE, kind: 'text' } as const] : []),
  ];
  const headings = (filtered: boolean, format: CsvFormat) =>
    all(filtered, format).map((column) => heading(column, LANGUAGES[format]));
  return {
    /** `filtered` adds the column of filters that Guichê applied. */
    head: (filtered: boolean, format: CsvFormat) => CSV_BOM + csvRow(headings(filtered, format), format),
    /** `here`: that column's value for these records; null when the file does not have the column. */
    lines(records: readonly T[], here: Here, format: CsvFormat): string {
      const between = csvSeparator(format);
      const end = here === null ? '\r\n' : `${between}${csvCell(filterLabels(here, format), format)}\r\n`;
      const readers = of(format).map((column) => cellsOf(column, format));
      // One reused array for all lines: an export has millions of cells.
      const cells = readers.map(() => '');
      let lines = '';
      for (const record of records) {
        for (let at = 0; at < readers.length; at += 1) cells[at] = readers[at]?.(record) ?? '';
        lines += cells.join(between) + end;
      }
      return lines;
    },
    /** The same columns and rows, typed for a workbook. */
    sheetColumns: (filtered: boolean, format: CsvFormat): ColumnDef[] =>
      all(filtered, format).map(({ name, kind }) => ({
        header: heading({ name, kind }, LANGUAGES[format]),
        width: WIDTHS[kind],
        style: { numFmt: kind === 'instant' ? INSTANTS[format] : NUMBERS[kind] },
      })),
    sheetRows(records: readonly T[], here: Here, format: CsvFormat): SheetValue[][] {
      const end = here === null ? [] : [sheetText(filterLabels(here, format))];
      const readers = of(format).map((column) => readerOf(column, format));
      return records.map((record) => [...readers.map((read) => sheetValue(read(record))), ...end]);
    },
  };
}
export type CsvTable<T> = ReturnType<typeof csvTable<T>>;

function heading({ name, kind }: Pick<CsvColumn<never>, 'name' | 'kind'>, locale: Locale | null): string {
  if (locale === null) return name;
  const label = headingOf(name, locale) ?? name;
  return kind === 'instant' ? inZone(locale, { column: label }) : label;
}

const filterLabels = (here: readonly string[], format: CsvFormat): string => {
  const locale = LANGUAGES[format];
  return locale === null ? here.join(' ') : here.map((name) => filterName(name, locale)).join(', ');
};

/** A column's value: the provider's word for machines, else its label on the list's page. */
function readerOf<T>({ read, labelOf }: CsvColumn<T>, format: CsvFormat): (record: T) => CsvValue {
  const locale = LANGUAGES[format];
  if (locale === null || labelOf === undefined) return read;
  return (record) => labelOf((read(record) ?? null) as string | null, locale, record);
}

/** Formats a column's cells. A text equal to the row before is not formatted again. */
function cellsOf<T>(column: CsvColumn<T>, format: CsvFormat): (record: T) => string {
  const read = readerOf(column, format);
  let lastValue: CsvValue;
  let cell = '';
  return (record) => {
    const value = read(record);
    if (value === lastValue && typeof value === 'string') return cell;
    lastValue = value;
    cell = csvCell(value, format);
    return cell;
  };
}

/** Widths in characters. */
const WIDTHS = { text: 26, instant: 20, amount: 15, count: 10 };
/** `@` keeps an edited cell text. Amounts show at least two decimals. */
const NUMBERS = { text: '@', amount: '#,##0.00########', count: '0' };
const INSTANTS: Record<CsvFormat, string> = {
  machine: 'yyyy-mm-dd hh:mm:ss',
  'sheet-pt': 'dd/mm/yyyy hh:mm:ss',
  'sheet-en': 'yyyy-mm-dd hh:mm:ss',
};

/** Instants become São Paulo time. A number too long for a spreadsheet stays text. */
function sheetValue(value: CsvValue): SheetValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return sheetText(value);
  if ('instant' in value) return new Date(value.instant.replace(/[+-]\d\d:\d\d$/, 'Z'));
  return keepsDigits(value.number) ? Number(value.number) : value.number;
}

/** Excel's limit for one cell. */
const MOST_LETTERS = 32_767;

/** A workbook reads `_x0041_` as `A`, and XML does not allow two code points. */
const sheetText = (text: string): string =>
  cut(text, MOST_LETTERS)
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD');
