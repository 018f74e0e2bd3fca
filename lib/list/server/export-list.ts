import 'server-only';
import type { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { csvStream, fileResponse, type Pages, xlsxStream } from '#lib/api/csv-stream.ts';
import { openCursor, sealCursor } from '#lib/api/list-window.ts';
import { visibleProblemsOf } from '#lib/api/reading.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { ExportName } from '#lib/audit-log/actions.ts';
import type { CsvFormat } from '#lib/core/csv.ts';
import { saoPauloDay } from '#lib/core/dates.ts';
import { invalidField } from '#lib/core/errors.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { databaseNow } from '#lib/data/clock.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import { sentenceAt } from '#lib/list/server/columns.ts';
import type { CsvTable } from '#lib/list/server/csv-table.ts';
import { filePeriod } from '#lib/list/view-filters.ts';
import type { Call, Page, PortPageRequest, Reading } from '#lib/providers/port.ts';

type Listed = { id: string };
type Written<T> = {
  /** The name used for the file and the audit entry. */
  name: ExportName;
  table: CsvTable<T>;
  filter: object;
  /** The caller set a filter, so the file has the column of filters that Guichê applied. */
  filtered: boolean;
};
type Source<T extends Listed> = Written<T> & {
  ctx: Ctx;
  how: ExportHow;
  /** Reads one page. `onward` is passed to the port when the whole list is read. */
  read: (position: unknown, call: Call, onward?: () => boolean) => Promise<Page<T>>;
  rows: z.ZodType<T[], T[]>;
  /** Schema of the filter. It marks personal data, which the audit stores masked. */
  query: z.ZodType;
};

/**
 * Streams all rows of a filter, or the selected ones, as a file. An error on the first page is a problem
 * answer; a later one breaks the connection. Unmasked only with `reveal`; audited before the first row
 * leaves.
 */
export async function exportList<T extends Listed>(source: Source<T>): Promise<Response> {
  const { ctx, name, how, table, rows, filtered } = source;
  const { ids, file } = how;
  const format = formatOf(how, ctx.locale);
  const stop = new AbortController();
  const signal = ctx.signal === undefined ? stop.signal : AbortSignal.any([ctx.signal, stop.signal]);
  // Background priority leaves most of the account's call budget to the pages.
  const call: Call = { priority: 'background', purpose: 'export', signal };
  const whole = (at: unknown, onward?: () => boolean) => source.read(at, call, onward);
  const read = ids === undefined ? whole : chosen(source, ids, call);
  const first = await read(null);
  const inClear = ctx.permissions.has('reveal');
  const count = ids?.length ?? first.total;
  const rowsChosen = ids === undefined ? {} : { chosen: ids };
  const filter = masked(source.query, source.filter, { names: false });
  await ctx.audit({ action: `${name}.export`, after: { filter, count, inClear, ...rowsChosen } });
  return listFile({
    format,
    file,
    name,
    filter: source.filter,
    table,
    filtered,
    locale: ctx.locale,
    account: ctx.account.slug,
    pages: { first, read, stop: () => stop.abort() },
    shown: (items) => serializeFor(ctx, rows, items, { inClear }),
  });
}

/** Reads only until all selected records are found. */
function chosen<T extends Listed>({ read }: Source<T>, ids: readonly string[], call: Call) {
  const remaining = new Set(ids);
  return async (position: unknown): Promise<Page<T>> => {
    const page = await read(position, call);
    const items = page.items.filter(({ id }) => remaining.delete(id));
    return { ...page, items, next: remaining.size === 0 ? null : page.next };
  };
}

type PageQuery = { limit: number; cursor?: string | undefined };

/** Serves one page of a list. A cursor of another `scope` (`listScope`) is `invalid_request`. */
export async function servePage<P extends Reading & { next: unknown }>(
  scope: string,
  { limit, cursor }: PageQuery,
  read: (request: PortPageRequest) => Promise<P>,
) {
  const position = cursor === undefined ? null : openCursor(scope, cursor);
  const found = await read({ limit, position });
  const { next, ...page } = found;
  const nextCursor = next === null ? null : sealCursor(scope, next);
  return { ...page, ...visibleProblemsOf(found), nextCursor };
}

type ExportHandler<C, Q> = (call: { ctx: C; query: Q; body?: { ids: string[] } }) => Promise<Response>;
type ExportHandlers<P extends string, C, Q> = Record<
  `${'GET' | 'POST'} ${P}.${'csv' | 'xlsx'}`,
  ExportHandler<C, Q>
>;

/** The handlers of a list's file endpoints (`exportEndpoints`). */
export function exportHandlers<const P extends `/${string}`, C, Q extends ExportHow>(
  path: P,
  write: (ctx: C, query: Q) => Promise<Response>,
): ExportHandlers<P, C, Q> {
  const answer =
    (file: 'csv' | 'xlsx'): ExportHandler<C, Q> =>
    ({ ctx, query, body }) =>
      write(ctx, { ...query, file, ...(body === undefined ? {} : { ids: body.ids }) });
  return {
    [`GET ${path}.csv`]: answer('csv'),
    [`GET ${path}.xlsx`]: answer('xlsx'),
    [`POST ${path}.csv`]: answer('csv'),
    [`POST ${path}.xlsx`]: answer('xlsx'),
  } as ExportHandlers<P, C, Q>;
}

export function splitExportQuery<Q extends ExportHow>({ form, format, ids, file, ...filter }: Q) {
  const how: ExportHow = { form, format, ids, ...(file === undefined ? {} : { file }) };
  return { how, filter };
}

type File<T> = Written<T> & {
  format: CsvFormat;
  file: ExportHow['file'];
  /** The language of the requesting page. */
  locale: Locale;
  /** The account's slug; absent for a list of all accounts. */
  account?: string;
  pages: Pages<T>;
  /** Masks the items for the caller. */
  shown: (items: T[]) => T[];
};

/** A list as a CSV or XLSX response. */
export function listFile<T>({ table, pages, shown, filtered, file = 'csv', ...named }: File<T>): Response {
  const { format, locale, name } = named;
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
  return fileResponse(stream, nameOf(named, language), file);
}

/** The older values of the parameter `format`. */
const OLDER_FORMS = { rfc4180: 'machine', spreadsheet: 'sheet-pt' } as const;

/** The file's format. GuicheError `invalid_request` when `form` and `format` differ. */
export function formatOf({ form, format, file }: ExportHow, locale: Locale): CsvFormat {
  const older = format === 'rfc4180' || format === 'spreadsheet' ? OLDER_FORMS[format] : format;
  if (form !== undefined && older !== undefined && form !== older)
    throw invalidField('format', 'not_as_form');
  const requested = form ?? older ?? (file === 'xlsx' ? 'sheet' : 'machine');
  if (requested !== 'sheet') return requested;
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
  closings: 'closing-file.month',
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

type Named = Pick<File<never>, 'name' | 'account' | 'filter' | 'format'>;

/** The file name: translated and with the period for people; for machines one name per day in every language. */
function nameOf({ name, account, filter, format }: Named, locale: Locale): string {
  const of = (list: string) => (account === undefined ? list : `${list}-${account}`);
  const now = databaseNow();
  if (format === 'machine') return `${of(name)}-${saoPauloDay(now)}`;
  const { as, ...days } = filePeriod(filter, now);
  return PERIODS[as](locale, { name: of(FILES[name](locale)), ...days });
}
