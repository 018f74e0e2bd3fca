import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { present } from '#lib/api/present.ts';
import { monitorOf } from '#lib/http/health.ts';
import type { ReportJob } from '#lib/providers/money-records.ts';
import { Report } from '#lib/reports/contract.ts';
import { stateOf } from '#lib/reports/rules.ts';
import type { Ordered } from '#lib/reports/server/known-reports.ts';

/** Epoch ms by the provider's clock, as far as its answers told it. */
export const providerNow = (accountId: string): number => Date.now() + (monitorOf(accountId).offsetMs ?? 0);

/** A job as it is shown; what the service does not tell of it is what was ordered. */
export function shown(ctx: Ctx, job: ReportJob, ordered: Ordered | null): Report {
  return present(ctx, Report, {
    ...job,
    from: job.from ?? ordered?.from ?? null,
    to: job.to ?? ordered?.to ?? null,
    statuses: job.statuses.length > 0 ? job.statuses : (ordered?.statuses ?? []),
    types: job.types.length > 0 ? job.types : (ordered?.types ?? []),
    state: stateOf(job, providerNow(ctx.account.id)),
    requestedBy: ordered?.requestedBy ?? null,
  });
}
