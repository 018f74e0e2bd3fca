import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { csvResponse, csvStream } from '#lib/api/csv-stream.ts';
import { saoPauloDay } from '#lib/dates.ts';
import { maskStatementLine } from '#lib/mask-statement.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import type { StatementQuery } from '#lib/statement/contract.ts';
import { auditable, readFilter, windowOf } from '#lib/statement/server/read-filter.ts';
import { csvHead, csvLines } from '#lib/statement/server/statement-csv.ts';
import { part } from '#lib/statement/server/statement-of.ts';

/** Document 1's most; the Hub's is the same. */
const PAGE = 100;

/**
 * All lines of a filter as CSV (`csvStream`). A fault of the first page is a problem; a later one breaks the
 * connection. In clear only with `reveal`; in the audit before the first row leaves.
 */
export async function exportStatement({
  ctx,
  query,
}: {
  ctx: Ctx;
  query: StatementQuery;
}): Promise<Response> {
  const statement = part(ctx, 'statement');
  const asked = await readFilter(ctx, statement.filters, query);
  const filter = { ...asked, ...windowOf(query) };
  const stop = new AbortController();
  const signal = ctx.signal === undefined ? stop.signal : AbortSignal.any([ctx.signal, stop.signal]);
  const read = (position: unknown) =>
    // Bulk reading leaves most of the account's budget to the pages.
    statement.list(filter, { limit: PAGE, position }, { priority: 'background', purpose: 'export', signal });
  const first = await read(null);
  const inClear = ctx.permissions.has('reveal');
  const after = { filter: auditable(filter), count: first.total, inClear };
  await ctx.audit({ action: 'statement.export', after });
  const stream = csvStream({
    first,
    read,
    head: csvHead(),
    lines: (items: StatementLine[]) =>
      csvLines(inClear ? items : items.map((line) => maskStatementLine(line, { names: false }))),
    stop: () => stop.abort(),
  });
  return csvResponse(stream, `statement-${ctx.account.slug}-${saoPauloDay(Date.now())}`);
}
