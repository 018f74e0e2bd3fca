import 'server-only';
import { csvStream, fileResponse, type Pages, xlsxStream } from '#lib/api/csv-stream.ts';
import { invalidField } from '#lib/api/list-window.ts';
import type { ExportName } from '#lib/audit-log/actions.ts';
import type { CsvFormat } from '#lib/core/csv.ts';
import { saoPauloDay } from '#lib/core/dates.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { filePeriod } from '#lib/list/file-name.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import { sentenceAt } from '#lib/list/server/columns.ts';
import type { CsvTable } from '#lib/list/server/csv-table.ts';

type File<T> = {
  format: CsvFormat;
  file: ExportHow['file'];
  /** The language of the requesting page. */
  locale: Locale;
  name: ExportName;
  /** The account's slug; absent for a list of all accounts. */
  account?: string;
  filter: object;
  table: CsvTable<T>;
  pages: Pages<T>;
  /** Masks the items for the caller. */
  shown: (items: T[]) => T[];
  /** The caller set a filter, so the file has the column of filters that Guichê applied. */
  filtered: boolean;
};

/** A list as a CSV or XLSX response. */
export function listFile<T>({ table, pages, shown, filtered, file = 'csv', ...asked }: File<T>): Response {
  const { format, locale, name } = asked;
  const language = format === 'sheet-pt' ? 'pt-BR' : locale;
  const filterColumn = (here: readonly string[]) => (filtered ? here : null);
  const stream =
    file === 'xlsx'
      ? xlsxStream<T>({
          ...pages,
          name: TITLES[name](language),
          columns: table.sheetColumns(filtered, format),
          rows: (items, here) => table.sheetRows(shown(items), filterColumn(here), format),
        })
      : csvStream<T>({
          ...pages,
          head: table.head(filtered, format),
          lines: (items, here) => table.lines(shown(items), filterColumn(here), format),
        });
  return fileResponse(stream, nameOf(asked, language), file);
}

/** The older words of the parameter `format`. */
const OLDER_FORMS = { rfc4180: 'machine', spreadsheet: 'sheet-pt' } as const;

/**
 * The file's format. A workbook defaults to the sheet format. GuicheError `invalid_request` when `form` and
 * `format` differ.
 */
export function formatOf({ form, format, file }: ExportHow, locale: Locale): CsvFormat {
  const older = format === 'rfc4180' || format === 'spreadsheet' ? OLDER_FORMS[format] : format;
  if (form !== undefined && older !== undefined && form !== older)
    throw invalidField('format', 'not_as_form');
  const asked = form ?? older ?? (file === 'xlsx' ? 'sheet' : 'machine');
  if (asked !== 'sheet') return asked;
  return locale === 'pt-BR' ? 'sheet-pt' : 'sheet-en';
}

/** The message namespace of each list. */
const PLACES: Record<ExportName, string> = {
  transactions: 'transactions',
  deliveries: 'deliveries',
  charges: 'payments.list.charges',
  withdrawals: 'payments.list.withdrawals',
  transfers: 'payments.list.transfers',
  'card-charges': 'card.list',
  statement: 'statement',
  'pending-deposits': 'statement.deposits',
  disputes: 'disputes',
  operations: 'operations',
  resends: 'resends',
  audit: 'audit',
};
const sentencesOf = (last: string) =>
  Object.fromEntries(
    Object.entries(PLACES).map(([name, place]) => [name, sentenceAt(`${place}.${last}`)]),
  ) as Record<ExportName, ReturnType<typeof sentenceAt>>;
const TITLES = sentencesOf('title');
const FILES = sentencesOf('file');
const PERIODS = {
  day: sentenceAt('list.export.file.day'),
  between: sentenceAt('list.export.file.between'),
  until: sentenceAt('list.export.file.until'),
};

/**
 * The file name: translated and with the period for people; for machines one name per day in every language.
 */
function nameOf(
  { name, account, filter, format }: Pick<File<never>, 'name' | 'account' | 'filter' | 'format'>,
  locale: Locale,
): string {
  const of = (word: string) => (account === undefined ? word : `${word}-${account}`);
  const now = databaseNow();
  if (format === 'machine') return `${of(name)}-${saoPauloDay(now)}`;
  const { as, ...days } = filePeriod(filter, now);
  return PERIODS[as](locale, { name: of(FILES[name](locale)), ...days });
}
