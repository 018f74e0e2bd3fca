import 'server-only';
import { csvStream, fileResponse, type Pages, xlsxStream } from '#lib/api/csv-stream.ts';
import { invalidField } from '#lib/api/list-window.ts';
import type { ExportName } from '#lib/audit-log/actions.ts';
import type { CsvFormat } from '#lib/core/csv.ts';
import { saoPauloDay } from '#lib/core/dates.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import { filePeriod } from '#lib/list/file-name.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import { sentenceAt } from '#lib/list/server/columns.ts';
import type { CsvTable } from '#lib/list/server/csv-table.ts';

type File<T> = {
  format: CsvFormat;
  file: ExportHow['file'];
  /** Of the page that asks. */
  locale: Locale;
  name: ExportName;
  /** Its slug; absent above all accounts. */
  account?: string;
  filter: object;
  table: CsvTable<T>;
  pages: Pages<T>;
  /** The items as the caller may read them. */
  shown: (items: T[]) => T[];
  /** The caller set a filter: the file then tells what Guichê filtered itself. */
  filtered: boolean;
};

/** A list as the file that was asked for. */
export function listFile<T>({ table, pages, shown, filtered, file = 'csv', ...asked }: File<T>): Response {
  const { format, locale, name } = asked;
  const language = format === 'sheet-pt' ? 'pt-BR' : locale;
  const told = (here: readonly string[]) => (filtered ? here : null);
  const stream =
    file === 'xlsx'
      ? xlsxStream<T>({
          ...pages,
          name: TITLES[name](language),
          columns: table.sheetColumns(filtered, format),
          rows: (items, here) => table.sheetRows(shown(items), told(here), format),
        })
      : csvStream<T>({
          ...pages,
          head: table.head(filtered, format),
          lines: (items, here) => table.lines(shown(items), told(here), format),
        });
  return fileResponse(stream, nameOf(asked, language), file);
}

/** The older name's older words. */
const OLDER = { rfc4180: 'machine', spreadsheet: 'sheet-pt' } as const;

/** A workbook is a sheet unless asked otherwise. GuicheError `invalid_request` where both names say different things. */
export function formatOf({ form, format, file }: ExportHow, locale: Locale): CsvFormat {
  const older = format === 'rfc4180' || format === 'spreadsheet' ? OLDER[format] : format;
  if (form !== undefined && older !== undefined && form !== older)
    throw invalidField('format', 'not_as_form');
  const asked = form ?? older ?? (file === 'xlsx' ? 'sheet' : 'machine');
  if (asked !== 'sheet') return asked;
  return locale === 'pt-BR' ? 'sheet-pt' : 'sheet-en';
}

/** Where the words of each list stand. */
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

/** In words with the period for people; a machine's file has one name a day in every language. */
function nameOf(
  { name, account, filter, format }: Pick<File<never>, 'name' | 'account' | 'filter' | 'format'>,
  locale: Locale,
): string {
  const of = (word: string) => (account === undefined ? word : `${word}-${account}`);
  const now = Date.now();
  if (format === 'machine') return `${of(name)}-${saoPauloDay(now)}`;
  const { as, ...days } = filePeriod(filter, now);
  return PERIODS[as](locale, { name: of(FILES[name](locale)), ...days });
}
