import 'server-only';
import type { Args } from '#lib/api/serve.ts';
import { GuicheError } from '#lib/errors.ts';
import type { Report } from '#lib/reports/contract.ts';
import { jobMadeHere, orderedHere } from '#lib/reports/server/known-reports.ts';
import { untold } from '#lib/reports/server/list-reports.ts';
import { shown } from '#lib/reports/server/reports-of.ts';

/** One report job; where the service shows none by its id, what is known of one that was asked for here. */
export async function getReport({
  ctx,
  id,
}: Args<'GET /reports/{id}'>): Promise<{ report: Report; asOf: string }> {
  const { id: accountId } = ctx.account;
  const read = await ctx.part('reports').get(id, ctx.call);
  const kept = read === null ? await jobMadeHere(accountId, id) : null;
  const job = read ?? (kept === null ? null : untold(kept));
  if (job === null) throw new GuicheError('not_found', 'No such report.');
  const ordered = await orderedHere(accountId, [id]);
  return { report: shown(ctx, job, ordered.get(id) ?? null), asOf: new Date().toISOString() };
}
