import 'server-only';
import { instantsOf } from '#lib/api/list-window.ts';
import type { Reply } from '#lib/api/reply.ts';
import type { Args } from '#lib/api/serve.ts';
import { GuicheError } from '#lib/errors.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import { daysOf } from '#lib/reports/rules.ts';
import type { ReportRequest } from '#lib/reports/server/known-reports.ts';
import { REPORT } from '#lib/reports/server/report-operation.ts';

/**
 * Asks the provider for a file of a period's transactions (document 1, Reports). 201 confirmed, 202 not known yet;
 * 409 `conflict` while the same is under way; the provider's 422 (PZG422) where nothing matches or too many are.
 */
export async function createReport({ ctx, body }: Args<'POST /reports'>): Promise<Reply> {
  ctx.part('reports');
  const { from, to } = instantsOf(body);
  if (from === undefined || to === undefined) throw new GuicheError('internal', 'A period has two ends.');
  const words = (list: string[] | undefined) => [...new Set(list)].sort();
  const request: ReportRequest = { from, to, status: words(body.status), type: words(body.type) };
  const days = daysOf(request);
  const narrowed = [...request.type, ...request.status];
  return performAndAnswer(
    ctx,
    REPORT,
    {
      target: [`${from}/${to}`, ...narrowed].join(' '),
      request,
      intent: {
        period: days.from === days.to ? days.from : `${days.from} – ${days.to}`,
        ...(request.type.length === 0 ? {} : { types: request.type }),
        ...(request.status.length === 0 ? {} : { statuses: request.status }),
      },
    },
    { status: 201 },
  );
}
