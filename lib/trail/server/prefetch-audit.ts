import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import type { AuditFilters } from '#lib/trail/audit.list.ts';
import { AuditQuery } from '#lib/trail/contract.ts';
import { auditKeys, auditOptions, pageQuery } from '#lib/trail/queries.ts';
import { getEntry } from '#lib/trail/server/get-entry.ts';
import { listAudit } from '#lib/trail/server/list-audit.ts';

type Asked = { ctx: OperatorCtx; filters: AuditFilters; open: string | null };

/** The log's first page, and the entry that the address opens. */
export async function prefetchAudit({ ctx, filters, open }: Asked): Promise<PageState> {
  const client = makeQueryClient();
  await inTime([
    client.prefetchInfiniteQuery({
      ...auditOptions(filters),
      queryFn: () => listAudit({ ctx, query: AuditQuery.parse(pageQuery(filters, null)) }),
    }),
    open !== null &&
      client.prefetchQuery({
        queryKey: auditKeys.detail(open),
        queryFn: () => getEntry(open),
        retry: false,
      }),
  ]);
  return pageState(client, ctx);
}
