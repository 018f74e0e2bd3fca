import 'server-only';
import type { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { openCursor, sealCursor } from '#lib/api/cursor.ts';
import { visibleProblemsOf } from '#lib/api/reading.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { ExportName } from '#lib/audit-log/actions.ts';
import { masked } from '#lib/core/masking/pii.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import type { CsvTable } from '#lib/list/server/csv-table.ts';
import { formatOf, listFile } from '#lib/list/server/list-file.ts';
import type { Call, Page, PortPageRequest, Reading } from '#lib/providers/port.ts';

type Listed = { id: string };
type Source<T extends Listed> = {
  ctx: Ctx;
  /** The name used for the file and the audit entry. */
  name: ExportName;
  how: ExportHow;
  table: CsvTable<T>;
  /** Reads one page from a position on. `onward` is passed to the port when the whole list is read. */
  read: (position: unknown, call: Call, onward?: () => boolean) => Promise<Page<T>>;
  rows: z.ZodType<T[], T[]>;
  /** Schema of the filter. It marks personal data, which the audit stores masked. */
  query: z.ZodType;
  filter: object;
  /** The caller set a filter, so the file has the column of filters that Guichê applied. */
  filtered: boolean;
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
  const asked = ids === undefined ? {} : { chosen: ids };
  const filter = masked(source.query, source.filter, { names: false });
  await ctx.audit({ action: `${name}.export`, after: { filter, count, inClear, ...asked } });
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

/**
 * Serves one page of a list from the position in its cursor. A cursor of another `scope` (`listScope`) is
 * GuicheError `invalid_request`.
 */
export async function servePage<P extends Reading & { next: unknown }>(
  scope: string,
  { limit, cursor }: PageQuery,
  read: (ask: PortPageRequest) => Promise<P>,
) {
  const position = cursor === undefined ? null : openCursor(scope, cursor);
  const found = await read({ limit, position });
  const { next, ...page } = found;
  const nextCursor = next === null ? null : sealCursor(scope, next);
  return { ...page, ...visibleProblemsOf(found), nextCursor };
}

type Writes<C, Q> = (ctx: C, query: Q) => Promise<Response>;

type ExportCall<C, Q> = { ctx: C; query: Q; body?: { ids: string[] } };

/** The handlers of a list's file endpoints (`exportEndpoints`). */
export function exportHandlers<const P extends `/${string}`, C, Q extends ExportHow>(
  path: P,
  write: Writes<C, Q>,
): Record<`${'GET' | 'POST'} ${P}.${'csv' | 'xlsx'}`, (call: ExportCall<C, Q>) => Promise<Response>> {
  const answer =
    (file: 'csv' | 'xlsx') =>
    ({ ctx, query, body }: ExportCall<C, Q>) =>
      write(ctx, { ...query, file, ...(body === undefined ? {} : { ids: body.ids }) });
  return {
    [`GET ${path}.csv`]: answer('csv'),
    [`GET ${path}.xlsx`]: answer('xlsx'),
    [`POST ${path}.csv`]: answer('csv'),
    [`POST ${path}.xlsx`]: answer('xlsx'),
  } as Record<`${'GET' | 'POST'} ${P}.${'csv' | 'xlsx'}`, (call: ExportCall<C, Q>) => Promise<Response>>;
}

/** Splits a query into the export options and the filter. */
export function splitExportQuery<Q extends ExportHow>({ form, format, ids, file, ...filter }: Q) {
  const how: ExportHow = { form, format, ids, ...(file === undefined ? {} : { file }) };
  return { how, filter };
}
