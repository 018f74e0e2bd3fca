import 'server-only';
import { instantsOf } from '#lib/api/list-window.ts';
import type { Reply } from '#lib/api/reply.ts';
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
import { providerOffset } from '#lib/operations/server/reconcile-list.ts';
import { ReportJob } from '#lib/providers/money-records.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { LOOK_UP_CALL, partOf } from '#lib/providers/reach.ts';
import { hasId, tellsEach } from '#lib/providers/rows.ts';
import { daysOf } from '#lib/reports/rules.ts';
import { type ReportRequest, takenBy } from '#lib/reports/server/known-reports.ts';

type Given = { row: OperationRow; request: ReportRequest; port: ProviderPort };

const MARGIN_MS = 5 * 60_000;
const PAGE = 100;
const MOST_PAGES = 20;
/** A service may keep the period in whole seconds. */
const NEAR_MS = 1_000;

/**
 * Document 1, POST /user/report. One whose answer was lost is found in the provider's list by its period and filters
 * since it was sent; where the service lists none, nobody can tell, and the operator may order it again.
 */
export const REPORT: OperationKind<ReportRequest, ReportJob> = {
  name: 'report.create',
  permission: 'report',
  stepUp: false,
  afterCrash: 'never_sent',
  repeatable: true,
  renewable: true,
  touches: ['reports'],
  async send({ change, ...given }) {
    if (mayBeSent(given.row)) {
      const seen = await lookUp(given, LOOK_UP_CALL).catch(() => null);
      if (seen?.found === 'there') return { kind: 'done', value: seen.value, requestId: null, date: null };
    }
    return partOf(given.port, 'reports').create(given.request, change);
  },
  lookUp: ({ call, ...given }) => lookUp(given, call),
  // Of an earlier send a later refusal says nothing: "too many jobs" may count that one.
  refusal: (_, row) => (!mayBeSent(row) ? 'rejected' : 'unknown'),
  show: (job) => ({ report: masked(ReportJob, job, { names: false }) }),
};

async function lookUp({ row, request, port }: Given, call: Call): Promise<LookUp<ReportJob>> {
  const reports = partOf(port, 'reports');
  const sentAt = (row.sentAt ?? row.createdAt).getTime();
  const since = sentAt + (providerOffset(row.accountId) ?? 0) - MARGIN_MS;
  const like: ReportJob[] = [];
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
      if (same === true && hasId(job)) like.push(job);
      else if (same !== false) doubtful = true;
    }
    if (!tellsEach(listed, 'id')) doubtful = true;
    if (!listed.more || (newer.length === 0 && isNewestFirst(listed.items))) break;
  }
  const taken = await takenBy(
    row,
    like.map(({ id }) => id),
  );
  const ours = like.find(({ id }) => !taken.has(id));
  if (ours !== undefined) return { found: 'there', value: ours };
  return doubtful ? { found: 'unsure' } : { found: 'absent', next: 'wait' };
}

/** Jobs that follow older ones in such a list are older still. */
const isNewestFirst = (jobs: readonly ReportJob[]) =>
  jobs.every(({ createdAt }, at) => at === 0 || (createdAt ?? '') <= (jobs[at - 1]?.createdAt ?? ''));

/** Null: the service does not tell what the job is of. */
function isSame(job: ReportJob, { from, to, status, type }: ReportRequest): boolean | null {
  if (job.from === null || job.to === null) return null;
  const near = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other)) <= NEAR_MS;
  if (!near(job.from, from) || !near(job.to, to)) return false;
  const words = [sameWords(job.statuses, status), sameWords(job.types, type)];
  return words.includes(false) ? false : words.includes(null) ? null : true;
}

function sameWords(told: readonly string[], asked: readonly string[]): boolean | null {
  if (told.length === 0 && asked.length > 0) return null;
  return JSON.stringify([...told].sort()) === JSON.stringify([...asked].sort());
}

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
