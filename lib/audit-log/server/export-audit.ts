import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { actionKey, partsOf } from '#lib/audit-log/actions.ts';
import type { AuditExportQuery, AuditLine } from '#lib/audit-log/contract.ts';
import { type EntryRow, linesOf } from '#lib/audit-log/server/lines.ts';
import { amongThem, countOf, readEntries, whereOf } from '#lib/audit-log/server/list-audit.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import { amount, instant, type LabelOf, labelsAt, text, word } from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { formatOf, listFile, splitExportQuery } from '#lib/list/server/export-list.ts';

const PAGE = 1000;
type Line = AuditLine &
  Pick<EntryRow, 'before' | 'after' | 'address' | 'userAgent' | 'session' | 'providerRequestId' | 'hash'>;

const plain = labelsAt('audit');
const kinds = labelsAt('operations.kinds');
/** Label of an action; one written by a later version stays as it is. */
const actionLabel: LabelOf<Line> = (action, locale) => {
  if (action === null) return null;
  const parts = partsOf(action);
  const key = actionKey(parts);
  const label = plain(key, locale) ?? key;
  if (label === key) return action;
  return parts.as === 'step' ? label.replace('{thing}', kinds(parts.kind, locale) ?? '') : label;
};

const auditTable = csvTable<Line>([
  text('entry', (line) => line.id),
  instant('createdAt', (line) => line.at),
  text('operator', (line) => line.operator?.name ?? line.operator?.id ?? null),
  text('account', (line) => line.account?.slug ?? null),
  word('action', (line) => line.action, actionLabel),
  text('target', (line) => line.target),
  text('targetName', (line) => line.targetName),
  amount('amount', (line) => line.amount),
  word('result', (line) => line.result, labelsAt('audit.result')),
  text('before', (line) => json(line.before)),
  text('after', (line) => json(line.after)),
  text('address', (line) => line.address),
  text('userAgent', (line) => line.userAgent),
  text('session', (line) => line.session),
  text('providerRequestId', (line) => line.providerRequestId),
  text('hash', (line) => line.hash),
]);

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** Exports all entries of a filter, or the chosen ones. It is audited before the first row is sent. */
export async function exportAudit(ctx: OperatorCtx, query: AuditExportQuery & ExportHow): Promise<Response> {
  const { how, filter } = splitExportQuery(query);
  const { ids, file } = how;
  const format = formatOf(how, ctx.locale);
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
  return listFile({
    format,
    file,
    name: 'audit',
    locale: ctx.locale,
    filter,
    table: auditTable,
    pages: { first, read, stop: () => undefined },
    shown: (lines) => lines,
    filtered: false,
  });
}
