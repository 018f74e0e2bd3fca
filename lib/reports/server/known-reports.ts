import 'server-only';
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { operatorNames } from '#lib/auth/server/holders.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { openRequest } from '#lib/operations/server/send.ts';
import { confirmedOf, type LocalOperation, localOperations } from '#lib/operations/server/thing.ts';
import { ReportJob } from '#lib/providers/money-records.ts';
import type { Report } from '#lib/reports/contract.ts';

/** Instants ISO 8601 UTC, `to` exclusive. */
export type ReportRequest = { from: string; to: string; status: string[]; type: string[] };

const KIND = 'report.create';
const jobId = sql<string>`${operations.result} -> 'report' ->> 'id'`;
const mine = (accountId: string) => confirmedOf(accountId, KIND);

/** Ids of jobs that other operations of the account already stand for. */
export async function takenBy({ accountId, id }: OperationRow, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db()
    .select({ id: jobId })
    .from(operations)
    .where(and(mine(accountId), ne(operations.id, id), inArray(jobId, ids)));
  return new Set(rows.map((row) => row.id));
}

/**
 * The order of a report made here, and its operator: a job shows neither period nor filters in the documents.
 */
export type Ordered = Pick<ReportJob, 'from' | 'to' | 'statuses' | 'types'> & {
  requestedBy: Report['requestedBy'];
};

/** Of these jobs those that were ordered here, by the job's id. */
export async function orderedHere(accountId: string, ids: string[]): Promise<Map<string, Ordered>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .select({ jobId, operation: operations })
    .from(operations)
    .where(and(mine(accountId), inArray(jobId, ids), isNotNull(operations.request)));
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

/** Jobs that were asked for here, newest first, as the provider first answered them. */
export async function localJobs(
  accountId: string,
  page: { limit: number; after: LocalOperation | null },
): Promise<{ jobs: ReportJob[]; next: LocalOperation | null }> {
  const { rows, next } = await localOperations(accountId, KIND, page);
  return { jobs: rows.flatMap(({ result }) => jobIn(result) ?? []), next };
}

/** One of them; null where it was not asked for here. */
export async function localJob(accountId: string, id: string): Promise<ReportJob | null> {
  const [row] = await db()
    .select({ result: operations.result })
    .from(operations)
    .where(and(mine(accountId), eq(jobId, id)))
    .limit(1);
  return row === undefined ? null : jobIn(row.result);
}

const jobIn = (result: unknown): ReportJob | null =>
  ReportJob.safeParse((result as { report?: unknown } | null)?.report).data ?? null;
