import 'server-only';
import { csvResponse, csvStream } from '#lib/api/csv-stream.ts';
import type { Args } from '#lib/api/serve.ts';
import { saoPauloDay } from '#lib/dates.ts';
import { csvAmount, csvInstant, csvTable } from '#lib/list/server/csv-table.ts';
import type { AuditLine } from '#lib/trail/contract.ts';
import { amongThem, whereOf } from '#lib/trail/server/audit-filter.ts';
import { type EntryRow, linesOf } from '#lib/trail/server/lines.ts';
import { countOf, readEntries } from '#lib/trail/server/list-audit.ts';

const PAGE = 1000;
type Line = AuditLine &
  Pick<EntryRow, 'before' | 'after' | 'address' | 'userAgent' | 'session' | 'providerRequestId' | 'hash'>;

const auditTable = csvTable<Line>([
  ['entry', (line) => line.id],
  ['createdAt', (line) => csvInstant(line.at)],
  ['operator', (line) => line.operator?.name ?? line.operator?.id ?? null],
  ['account', (line) => line.account?.slug ?? null],
  ['action', (line) => line.action],
  ['target', (line) => line.target],
  ['targetName', (line) => line.targetName],
  ['amount', (line) => csvAmount(line.amount)],
  ['result', (line) => line.result],
  ['before', (line) => json(line.before)],
  ['after', (line) => json(line.after)],
  ['address', (line) => line.address],
  ['userAgent', (line) => line.userAgent],
  ['session', (line) => line.session],
  ['providerRequestId', (line) => line.providerRequestId],
  ['hash', (line) => line.hash],
]);

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** All entries of a filter as CSV, or the chosen ones; that they left stands in the log before the first row does. */
export async function exportAudit({
  ctx,
  query: { format = 'rfc4180', ids, ...filter },
}: Args<'GET /api/audit.csv'>): Promise<Response> {
  const where = amongThem(await whereOf(filter), ids);
  const read = async (below: unknown) => {
    ctx.signal?.throwIfAborted();
    const { rows, next } = await readEntries(where, PAGE, below as number | null);
    const lines = await linesOf(rows);
    return { items: lines.map((line, place) => ({ ...(rows[place] as EntryRow), ...line })), next };
  };
  const [first, count] = await Promise.all([read(null), countOf(where)]);
  const chosen = ids === undefined ? {} : { chosen: ids };
  await ctx.audit({ action: 'audit.export', after: { filter, count, ...chosen } });
  const stream = csvStream<Line>({
    ...{ first, read, stop: () => undefined },
    head: auditTable.head(false, format, ctx.locale),
    lines: (lines) => auditTable.lines(lines, null, format),
  });
  return csvResponse(stream, `audit-${saoPauloDay(Date.now())}`);
}
