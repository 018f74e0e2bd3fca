import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import type { AuditFilters } from '#lib/audit-log/audit.list.ts';
import { AuditQuery } from '#lib/audit-log/contract.ts';
import { auditKeys, auditOptions, pageQuery } from '#lib/audit-log/queries.ts';
import { getEntry } from '#lib/audit-log/server/lines.ts';
import { listAudit } from '#lib/audit-log/server/list-audit.ts';

type Options = { ctx: OperatorCtx; filters: AuditFilters; open: string | null };

/** The log's first page, and the entry opened by the URL. */
export const prefetchAudit = ({ ctx, filters, open }: Options) =>
  dehydrateQueries(ctx, ({ one, list }) => [
    list(auditOptions(filters), () => listAudit({ ctx, query: AuditQuery.parse(pageQuery(filters, null)) })),
    open !== null && one(auditKeys.detail(open), () => getEntry(open)),
  ]);
