import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { ReportQuery } from '#lib/reports/contract.ts';
import { pageQuery, reportsOptions } from '#lib/reports/queries.ts';
import { listReports } from '#lib/reports/server/list-reports.ts';

/** The newest jobs. */
export async function prefetchReports(ctx: Ctx): Promise<PageState> {
  const client = makeQueryClient();
  await inTime([
    client.prefetchInfiniteQuery({
      ...reportsOptions(ctx.account.slug),
      queryFn: () => listReports({ ctx, query: ReportQuery.parse(pageQuery(null)) }),
    }),
  ]);
  return pageState(client, ctx);
}
