import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { monitorOf } from '#lib/http/health.ts';
import { maskReport } from '#lib/mask-statement.ts';
import type { ReportJob } from '#lib/providers/money-records.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import type { Report } from '#lib/reports/contract.ts';
import { stateOf } from '#lib/reports/rules.ts';
import type { Ordered } from '#lib/reports/server/known-reports.ts';

/** The account's report jobs; `not_supported` where its kind or service has none. */
export function reportsOf({ reports }: ProviderPort): NonNullable<ProviderPort['reports']> {
  if (reports !== undefined) return reports;
  throw new GuicheError('not_supported', 'This account makes no reports.');
}

/** A call made for the operator who waits for it, ended with their request. */
export function operatorCall({ signal }: Ctx): Call {
  return { priority: 'operator', purpose: 'page', ...(signal === undefined ? {} : { signal }) };
}

/** Epoch ms by the provider's clock, as far as its answers told it. */
export const providerNow = (accountId: string): number => Date.now() + (monitorOf(accountId).offsetMs ?? 0);

/** A job as it is shown; what the service does not tell of it is what was ordered. */
export function shown(ctx: Ctx, job: ReportJob, ordered: Ordered | null): Report {
  const told = maskReport(job, { names: ctx.permissions.has('reveal') });
  return {
    ...told,
    from: told.from ?? ordered?.from ?? null,
    to: told.to ?? ordered?.to ?? null,
    statuses: told.statuses.length > 0 ? told.statuses : (ordered?.statuses ?? []),
    types: told.types.length > 0 ? told.types : (ordered?.types ?? []),
    state: stateOf(job, providerNow(ctx.account.id)),
    requestedBy: ordered?.requestedBy ?? null,
  };
}
