import 'server-only';
import type { Reply } from '#lib/api/context.ts';
import { instantsOf } from '#lib/api/list-window.ts';
import type { Args } from '#lib/api/serve.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { masked } from '#lib/core/masking/pii.ts';
import {
  type LookUp,
  mayBeSent,
  type OperationKind,
  type OperationRow,
} from '#lib/operations/server/kind.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import { providerOffset } from '#lib/operations/server/reconcile.ts';
import { ReportJob } from '#lib/providers/money-records.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { LOOK_UP_CALL, partOf } from '#lib/providers/reach.ts';
import { everyRowHas, hasId } from '#lib/providers/rows.ts';
import { daysOf } from '#lib/reports/rules.ts';
import { type ReportRequest, takenBy } from '#lib/reports/server/list-reports.ts';

type Search = { row: OperationRow; request: ReportRequest; port: ProviderPort };

const MARGIN_MS = 5 * 60_000;
const PAGE = 100;
const MOST_PAGES = 20;
/** A service may round the period to whole seconds. */
const ROUNDING_MS = 1_000;

/**
 * Document 1, POST /user/report. After a lost answer the job is searched in the provider's list by period and
 * filters since the send. If the service has no list, the outcome stays unknown and the operator may send it
 * again.
 */
export const REPORT: OperationKind<ReportRequest, ReportJob> = {
  name: 'report.create',
  permission: 'report',
  stepUp: false,
  afterCrash: 'never_sent',
  repeatable: true,
  renewable: true,
  touches: ['reports'],
  async send({ change, ...search }) {
    if (mayBeSent(search.row)) {
      const seen = await lookUp(search, LOOK_UP_CALL).catch(() => null);
      if (seen?.found === 'there') return { kind: 'done', value: seen.value, requestId: null, date: null };
    }
    return partOf(search.port, 'reports').create(search.request, change);
  },
  lookUp: ({ call, ...search }) => lookUp(search, call),
  // A later refusal proves nothing about an earlier send: "too many jobs" may count that one.
  refusal: (_, row) => (!mayBeSent(row) ? 'rejected' : 'unknown'),
  show: (job) => ({ report: masked(ReportJob, job, { names: false }) }),
};

async function lookUp({ row, request, port }: Search, call: Call): Promise<LookUp<ReportJob>> {
  const reports = partOf(port, 'reports');
  const sentAt = (row.sentAt ?? row.createdAt).getTime();
  const since = sentAt + (providerOffset(row.accountId) ?? 0) - MARGIN_MS;
  const similar: ReportJob[] = [];
  let doubtful = false;
  for (let page = 1; ; page += 1) {
    if (page > MOST_PAGES) return { found: 'unsure' };
    const listed = await reports.list({ page, limit: PAGE }, call);
    if (listed === null) return { found: 'unsure' };
    const newer = listed.items.filter(
      ({ createdAt }) => createdAt === null || Date.parse(createdAt) >= since,
    );
    for (const job of newer) {
      const same = isSame(job, request);
      if (same === true && hasId(job)) similar.push(job);
      else if (same !== false) doubtful = true;
    }
    if (!everyRowHas(listed, 'id')) doubtful = true;
    if (!listed.more || (newer.length === 0 && isNewestFirst(listed.items))) break;
  }
  const taken = await takenBy(
    row,
    similar.map(({ id }) => id),
  );
  const ours = similar.find(({ id }) => !taken.has(id));
  if (ours !== undefined) return { found: 'there', value: ours };
  return doubtful ? { found: 'unsure' } : { found: 'absent', next: 'wait' };
}

/** In such a list, later pages contain only older jobs. */
const isNewestFirst = (jobs: readonly ReportJob[]) =>
  jobs.every(({ createdAt }, at) => at === 0 || (createdAt ?? '') <= (jobs[at - 1]?.createdAt ?? ''));

/** Whether the job has this period and these filters. Null: the service does not report them. */
function isSame(job: ReportJob, { from, to, status, type }: ReportRequest): boolean | null {
  if (job.from === null || job.to === null) return null;
  const isClose = (one: string, other: string) =>
    Math.abs(Date.parse(one) - Date.parse(other)) <= ROUNDING_MS;
  if (!isClose(job.from, from) || !isClose(job.to, to)) return false;
  const matches = [sameValues(job.statuses, status), sameValues(job.types, type)];
  return matches.includes(false) ? false : matches.includes(null) ? null : true;
}

function sameValues(reported: readonly string[], requested: readonly string[]): boolean | null {
  if (reported.length === 0 && requested.length > 0) return null;
  return JSON.stringify([...reported].sort()) === JSON.stringify([...requested].sort());
}

/**
 * Requests a file of a period's transactions (document 1, Reports). 201 confirmed, 202 not known yet; 409
 * `conflict` while the same is open; the provider's 422 (PZG422) if nothing or too much matches.
 */
export async function createReport({ ctx, body }: Args<'POST /reports'>): Promise<Reply> {
  ctx.part('reports');
  const { from, to } = instantsOf(body);
  if (from === undefined || to === undefined) throw new GuicheError('internal', 'A period has two ends.');
  const unique = (list: string[] | undefined) => [...new Set(list)].sort();
  const request: ReportRequest = { from, to, status: unique(body.status), type: unique(body.type) };
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
