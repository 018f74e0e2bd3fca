import 'server-only';
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { listScope } from '#lib/api/list-window.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { monitorOf } from '#lib/core/http/health.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { servePage } from '#lib/list/server/export-list.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { openRequest } from '#lib/operations/server/send.ts';
import { confirmedOf, localOperations } from '#lib/operations/server/thing.ts';
import { ReportJob } from '#lib/providers/money-records.ts';
import type { Unread } from '#lib/providers/records.ts';
import { Report, type ReportList, ReportQuery } from '#lib/reports/contract.ts';
import { pageQuery, reportsOptions } from '#lib/reports/queries.ts';
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

/** The request of a report and its operator. A job is not documented to contain its period or filters. */
type Ordered = Pick<ReportJob, 'from' | 'to' | 'statuses' | 'types'> & {
  requestedBy: Report['requestedBy'];
};

/** Requests made in Guichê for these jobs, by job id. */
async function ordersInGuiche(accountId: string, ids: string[]): Promise<Map<string, Ordered>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .select({ jobId, operation: operations })
    .from(operations)
    .where(and(confirmedOf(accountId, KIND), inArray(jobId, ids), isNotNull(operations.request)));
  const names = await operatorNames(rows.map(({ operation }) => operation.operatorId));
  return new Map(
    rows.map(({ jobId: id, operation }) => {
      const { operatorId } = operation;
      const { from, to, status, type } = openRequest(operation) as ReportRequest;
      const requestedBy = { id: operatorId, name: names.get(operatorId) ?? operatorId };
      return [id, { from, to, statuses: status, types: type, requestedBy }];
    }),
  );
}

/** One job requested in Guichê. Null: not requested here. */
async function localJob(accountId: string, id: string): Promise<ReportJob | null> {
  const [row] = await db()
    .select({ result: operations.result })
    .from(operations)
    .where(and(confirmedOf(accountId, KIND), eq(jobId, id)))
    .limit(1);
  return row === undefined ? null : jobIn(row.result);
}

/** The job in an operation's result, as the provider first answered it. */
export const jobIn = (result: unknown): ReportJob | null =>
  ReportJob.safeParse((result as { report?: unknown } | null)?.report).data ?? null;

/** The record of a job. Fields missing in the provider's job come from the request. */
function shown(ctx: Ctx, job: ReportJob, ordered: Ordered | null): Report {
  return serializeFor(ctx, Report, {
    ...job,
    from: job.from ?? ordered?.from ?? null,
    to: job.to ?? ordered?.to ?? null,
    statuses: job.statuses.length > 0 ? job.statuses : (ordered?.statuses ?? []),
    types: job.types.length > 0 ? job.types : (ordered?.types ?? []),
    state: stateOf(job, providerNow(ctx.account.id)),
    requestedBy: ordered?.requestedBy ?? null,
  });
}

/** The provider's report jobs, newest first; without such a list those requested in Guichê. */
export async function listReports({ ctx, query }: Args<'GET /reports'>): Promise<ReportList> {
  const scope = listScope('GET /reports', ctx.account.id, {});
  return servePage(scope, query, async ({ limit, position: from }) => {
    const position = from === null ? null : Position.parse(from);
    const providerPage =
      position === null || 'page' in position ? await readProviderPage(ctx, limit, position) : null;
    const { jobs, ...page } = providerPage ?? (await readLocalPage(ctx, limit, position));
    const ordered = await ordersInGuiche(
      ctx.account.id,
      jobs.map(({ id }) => id),
    );
    const items = jobs.map((job) => shown(ctx, job, ordered.get(job.id) ?? null));
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

/** Removes the status of the first answer, which says nothing about the present one. */
const withoutStatus = (job: ReportJob): ReportJob => ({ ...job, status: null });

/** One report job. If the service cannot read it, what is known of one requested in Guichê. */
export async function getReport({
  ctx,
  id,
}: Args<'GET /reports/{id}'>): Promise<{ report: Report; asOf: string }> {
  const { id: accountId } = ctx.account;
  const read = await ctx.part('reports').get(id, ctx.call);
  const stored = read === null ? await localJob(accountId, id) : null;
  const job = read ?? (stored === null ? null : withoutStatus(stored));
  if (job === null) throw new GuicheError('not_found', 'No such report.');
  const ordered = await ordersInGuiche(accountId, [id]);
  return { report: shown(ctx, job, ordered.get(id) ?? null), asOf: databaseIso() };
}

/** Prefetches the newest jobs. */
export const prefetchReports = (ctx: Ctx) =>
  dehydrateQueries(ctx, ({ list }) => [
    list(reportsOptions(ctx.account.slug), () =>
      listReports({ ctx, query: ReportQuery.parse(pageQuery(null)) }),
    ),
  ]);
