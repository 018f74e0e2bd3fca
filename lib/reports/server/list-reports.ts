import 'server-only';
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { listScope } from '#lib/api/list-window.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { monitorOf } from '#lib/core/http/health.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { servePage } from '#lib/list/server/export-list.ts';
import { type OperationRow, openRequest } from '#lib/operations/server/kind.ts';
import { confirmedOf, localOperations } from '#lib/operations/server/thing.ts';
import { ReportJob } from '#lib/providers/money-records.ts';
import type { Unread } from '#lib/providers/records.ts';
import { Report } from '#lib/reports/contract.ts';
import { stateOf } from '#lib/reports/rules.ts';

const Position = z.union([
  z.object({ page: z.int().min(1), size: z.int().min(1).max(100) }),
  z.object({ at: z.iso.datetime(), id: z.string() }),
]);
/** Number of jobs read in parallel when the service has no list. */
const PARALLEL_READS = 5;

type Found = {
  jobs: ReportJob[];
  next: z.infer<typeof Position> | null;
  total: number | null;
  unread?: Unread;
};

/** Epoch ms by the provider's clock, as far as its offset is known. */
export const providerNow = (accountId: string): number => Date.now() + (monitorOf(accountId).offsetMs ?? 0);

/** `from` and `to`: instants, ISO 8601 UTC, `to` exclusive. */
export type ReportRequest = { from: string; to: string; status: string[]; type: string[] };

const KIND = 'report.create';
const jobId = sql<string>`${operations.result} -> 'report' ->> 'id'`;

/** Those of the job ids that belong to other operations of the account. */
export async function takenBy({ accountId, id }: OperationRow, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db()
    .select({ id: jobId })
    .from(operations)
    .where(and(confirmedOf(accountId, KIND), ne(operations.id, id), inArray(jobId, ids)));
  return new Set(rows.map((row) => row.id));
}

/** The job in an operation's result, as the provider first answered it. */
export const jobIn = (result: unknown): ReportJob | null =>
  ReportJob.safeParse((result as { report?: unknown } | null)?.report).data ?? null;

/**
 * Records of the jobs with these ids. A job is not documented to contain its period or filters: those missing
 * come from its request in Guichê.
 */
async function recordsOf(ctx: Ctx, jobs: readonly ReportJob[], ids: string[]): Promise<Report[]> {
  const { id: accountId } = ctx.account;
  const requested = and(confirmedOf(accountId, KIND), inArray(jobId, ids), isNotNull(operations.request));
  const rows =
    ids.length === 0
      ? []
      : await db().select({ jobId, operation: operations }).from(operations).where(requested);
  const names = await operatorNames(rows.map(({ operation }) => operation.operatorId));
  const orders = new Map(rows.map((row) => [row.jobId, row.operation]));
  return jobs.map((job, place) => {
    const operation = orders.get(ids[place] ?? '');
    const request = operation && (openRequest(operation) as ReportRequest);
    const operatorId = operation?.operatorId;
    return serializeFor(ctx, Report, {
      ...job,
      from: job.from ?? request?.from ?? null,
      to: job.to ?? request?.to ?? null,
      statuses: job.statuses.length > 0 ? job.statuses : (request?.status ?? []),
      types: job.types.length > 0 ? job.types : (request?.type ?? []),
      state: stateOf(job, providerNow(accountId)),
      requestedBy: operatorId ? { id: operatorId, name: names.get(operatorId) ?? operatorId } : null,
    });
  });
}

/** The provider's report jobs, newest first; without such a list those requested in Guichê. */
export async function listReports({ ctx, query }: Args<'GET /reports'>) {
  const scope = listScope('GET /reports', ctx.account.id, {});
  return servePage(scope, query, async ({ limit, position: from }) => {
    const position = from === null ? null : Position.parse(from);
    const providerPage =
      position === null || 'page' in position ? await readProviderPage(ctx, limit, position) : null;
    const { jobs, ...page } = providerPage ?? (await readLocalPage(ctx, limit, position));
    const ids = jobs.map(({ id }) => id);
    const items = await recordsOf(ctx, jobs, ids);
    return { ...page, items, asOf: databaseIso(), listed: providerPage !== null };
  });
}

async function readProviderPage(
  ctx: Ctx,
  limit: number,
  position: { page: number; size: number } | null,
): Promise<Found | null> {
  const { page, size } = position ?? { page: 1, size: limit };
  const listed = await ctx.part('reports').list({ page, limit: size }, ctx.call);
  if (listed === null) return null;
  const { items, more, total, unread } = listed;
  const next = more ? { page: page + 1, size } : null;
  return { jobs: items, next, total, ...(unread === undefined ? {} : { unread }) };
}

async function readLocalPage(ctx: Ctx, limit: number, position: Found['next']): Promise<Found> {
  const after = position !== null && 'id' in position ? position : null;
  const { rows, next } = await localOperations(ctx.account.id, KIND, { limit, after });
  const jobs = rows.flatMap(({ result }) => jobIn(result) ?? []);
  const reports = ctx.part('reports');
  const read: ReportJob[] = [];
  for (let at = 0; at < jobs.length; at += PARALLEL_READS) {
    const some = jobs.slice(at, at + PARALLEL_READS);
    const fresh = await Promise.all(some.map(({ id }) => reports.get(id, ctx.call)));
    read.push(...some.map((job, index) => fresh[index] ?? withoutStatus(job)));
  }
  return { jobs: read, next, total: null };
}

/** Removes the status of the first answer, which does not apply to the present one. */
const withoutStatus = (job: ReportJob): ReportJob => ({ ...job, status: null });

/** One report job. If the service cannot read it, what is known of one requested in Guichê. */
export async function getReport({ ctx, id }: Args<'GET /reports/{id}'>) {
  const job = (await ctx.part('reports').get(id, ctx.call)) ?? (await localJob(ctx.account.id, id));
  const [report] = job === null ? [] : await recordsOf(ctx, [job], [id]);
  if (report === undefined) throw new GuicheError('not_found', 'No such report.');
  return { report, asOf: databaseIso() };
}

async function localJob(accountId: string, id: string): Promise<ReportJob | null> {
  const [row] = await db()
    .select({ result: operations.result })
    .from(operations)
    .where(and(confirmedOf(accountId, KIND), eq(jobId, id)))
    .limit(1);
  const job = jobIn(row?.result);
  return job && withoutStatus(job);
}
