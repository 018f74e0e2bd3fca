import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { ReportQuery } from '#lib/reports/contract.ts';
import { pageQuery, reportsOptions } from '#lib/reports/queries.ts';
import { listReports } from '#lib/reports/server/list-reports.ts';

/** Prefetches the newest jobs. */
export const prefetchReports = (ctx: Ctx) =>
  dehydrateQueries(ctx, ({ list }) => [
    list(reportsOptions(ctx.account.slug), () =>
      listReports({ ctx, query: ReportQuery.parse(pageQuery(null)) }),
    ),
  ]);
