import 'server-only';
import type { ExportHow } from '#lib/list/query-schema.ts';

type Writes<C, Q> = (ctx: C, query: Q) => Promise<Response>;
type Call<C, Q> = { ctx: C; query: Q; body?: { ids: string[] } };

/** The handlers of a list's file endpoints (`exportEndpoints`). */
export function exportHandlers<const P extends `/${string}`, C, Q extends ExportHow>(
  path: P,
  write: Writes<C, Q>,
): Record<`${'GET' | 'POST'} ${P}.${'csv' | 'xlsx'}`, (call: Call<C, Q>) => Promise<Response>> {
  const answer =
    (file: 'csv' | 'xlsx') =>
    ({ ctx, query, body }: Call<C, Q>) =>
      write(ctx, { ...query, file, ...(body === undefined ? {} : { ids: body.ids }) });
  return {
    [`GET ${path}.csv`]: answer('csv'),
    [`GET ${path}.xlsx`]: answer('xlsx'),
    [`POST ${path}.csv`]: answer('csv'),
    [`POST ${path}.xlsx`]: answer('xlsx'),
  } as Record<`${'GET' | 'POST'} ${P}.${'csv' | 'xlsx'}`, (call: Call<C, Q>) => Promise<Response>>;
}

/** Splits a query into the export options and the filter. */
export function splitExportQuery<Q extends ExportHow>({ form, format, ids, file, ...filter }: Q) {
  const how: ExportHow = { form, format, ids, ...(file === undefined ? {} : { file }) };
  return { how, filter };
}
