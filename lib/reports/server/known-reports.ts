import 'server-only';
import { and, desc, eq, inArray, lt, ne, or, sql } from 'drizzle-orm';
import { operatorNames } from '#lib/auth/server/operator-names.ts';
import { db } from '#lib/db/client.ts';
import { operations } from '#lib/db/schema/operations.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { ReportJob } from '#lib/providers/money-records.ts';
import type { Report } from '#lib/reports/contract.ts';

const KIND = 'report.create';
const jobId = sql<string>`${operations.result} -> 'report' ->> 'id'`;
const mine = (accountId: string) =>
  and(eq(operations.accountId, accountId), eq(operations.kind, KIND), eq(operations.state, 'confirmed'));

/** Ids of jobs that other operations of the account already stand for. */
export async function takenBy({ accountId, id }: OperationRow, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db()
    .select({ id: jobId })
    .from(operations)
    .where(and(mine(accountId), ne(operations.id, id), inArray(jobId, ids)));
  return new Set(rows.map((row) => row.id));
}

/** Who asked here for these jobs, by the job's id. */
export async function askersOf(
  accountId: string,
  ids: string[],
): Promise<Map<string, Report['requestedBy']>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .select({ id: jobId, operatorId: operations.operatorId })
    .from(operations)
    .where(and(mine(accountId), inArray(jobId, ids)));
  const names = await operatorNames(rows.map((row) => row.operatorId));
  return new Map(
    rows.map((row) => [row.id, { id: row.operatorId, name: names.get(row.operatorId) ?? row.operatorId }]),
  );
}

/** Where a page of jobs made here goes on. */
type MadeHere = { at: string; id: string };

/** Jobs that were asked for here, newest first, as the provider first answered them. */
export async function jobsMadeHere(
  accountId: string,
  { limit, after }: { limit: number; after: MadeHere | null },
): Promise<{ jobs: ReportJob[]; next: MadeHere | null }> {
  const { createdAt, id } = operations;
  const older =
    after === null
      ? undefined
      : or(lt(createdAt, new Date(after.at)), and(eq(createdAt, new Date(after.at)), lt(id, after.id)));
  const rows = await db()
    .select({ id, createdAt, result: operations.result })
    .from(operations)
    .where(and(mine(accountId), older))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    jobs: page.flatMap(({ result }) => jobIn(result) ?? []),
    next:
      rows.length > limit && last !== undefined ? { at: last.createdAt.toISOString(), id: last.id } : null,
  };
}

/** One of them; null where it was not asked for here. */
export async function jobMadeHere(accountId: string, id: string): Promise<ReportJob | null> {
  const [row] = await db()
    .select({ result: operations.result })
    .from(operations)
    .where(and(mine(accountId), eq(jobId, id)))
    .limit(1);
  return row === undefined ? null : jobIn(row.result);
}

const jobIn = (result: unknown): ReportJob | null =>
  ReportJob.safeParse((result as { report?: unknown } | null)?.report).data ?? null;
