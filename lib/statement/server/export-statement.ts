import 'server-only';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { isFiltered } from '#lib/api/csv-stream.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import { howOf } from '#lib/list/server/export-handlers.ts';
import { exportList } from '#lib/list/server/export-list.ts';
import { formatOf } from '#lib/list/server/list-file.ts';
import { StatementLine } from '#lib/providers/money-records.ts';
import { StatementQuery } from '#lib/statement/contract.ts';
import { namedLines } from '#lib/statement/server/name-lines.ts';
import { readFilter, windowOf } from '#lib/statement/server/read-filter.ts';
import { statementTable } from '#lib/statement/server/statement-csv.ts';

/** Document 1's most; the Hub's is the same. */
const PAGE = 100;
const Lines = z.array(StatementLine);
/** All lines of a filter, or the chosen ones, as a file (`exportList`). */
export async function exportStatement(ctx: Ctx, call: StatementQuery & ExportHow): Promise<Response> {
  const { how, filter: query } = howOf(call);
  const statement = ctx.part('statement');
  const asked = await readFilter(ctx, statement.filters, query);
  const filter = { ...asked, ...windowOf(query) };
  const forPeople = formatOf(how, ctx.locale) !== 'machine';
  return exportList({
    ctx,
    name: 'statement',
    how,
    table: statementTable,
    read: async (position, call) => {
      const page = await statement.list(filter, { limit: PAGE, position }, call);
      return forPeople ? { ...page, items: await namedLines(ctx, page.items, call) } : page;
    },
    rows: Lines,
    query: StatementQuery,
    filter,
    filtered: isFiltered({ ...asked, from: query.from, to: query.to }),
  });
}
