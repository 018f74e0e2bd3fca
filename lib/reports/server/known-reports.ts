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

/** `from` and `to`: instants, ISO 8601 UTC, `to` exclusive. */
export type ReportRequest = { from: string; to: string; status: string[]; type: string[] };

const KIND = 'report.create';
const jobId = sql<string>`${operations.result} -> 'report' ->> 'id'`;
const mine = (accountId: string) => confirmedOf(accountId, KIND);

/** Those of the job ids that belong to other operations of the account. */
export async function takenBy({ accountId, id }: OperationRow, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db()
    .select({ id: jobId })
    .from(operations)
    .where(and(mine(accountId), ne(operations.id, id), inArray(jobId, ids)));
  return new Set(rows.map((row) => row.id));
}

/** The request of a report and its operator. A job is not documented to contain its period or filters. */
export type Ordered = Pick<ReportJob, 'from' | 'to' | 'statuses' | 'types'> & {
  requestedBy: Report['requestedBy'];
};

/** Requests made in Guichê for these jobs, by job id. */
export async function ordersInGuiche(accountId: string, ids: string[]): Promise<Map<string, Ordered>> {
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

/** Jobs requested in Guichê, newest first, with the provider's first answer. */
export async function localJobs(
  accountId: string,
  page: { limit: number; after: LocalOperation | null },
): Promise<{ jobs: ReportJob[]; next: LocalOperation | null }> {
  const { rows, next } = await localOperations(accountId, KIND, page);
  return { jobs: rows.flatMap(({ result }) => jobIn(result) ?? []), next };
}

/** One job requested in Guichê. Null: not requested here. */
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
