import 'server-only';
import { eq, inArray } from 'drizzle-orm';
import type { AuditDetail, AuditLine } from '#lib/audit-log/contract.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { proofUpTo } from '#lib/data/audit/chain.ts';
import { lastVerdict } from '#lib/data/audit/verify.ts';
import { db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { resends } from '#lib/data/schema/resends.ts';
import { attemptsOf } from '#lib/operations/server/get-operation.ts';
import type { StoredProblem } from '#lib/operations/server/settle.ts';

export type EntryRow = typeof auditLog.$inferSelect;

/** Adds the names of what entries refer to, with one query per table. */
export async function linesOf(rows: readonly EntryRow[]): Promise<AuditLine[]> {
  const targets = rows.flatMap(({ target }) => target ?? []);
  const [names, places, operationById, numbers] = await Promise.all([
    operatorNames([...rows.flatMap(({ operatorId }) => operatorId ?? []), ...targets]),
    placesOf([...rows.flatMap(({ accountId }) => accountId ?? []), ...targets]),
    operationsOf(rows.flatMap((row) => operationIn(row) ?? [])),
    resendNumbers(rows),
  ]);
  return rows.map((row) => {
    const { seq, at, operatorId, accountId, action, target, result } = row;
    const id = operationIn(row);
    const operation = id === null ? undefined : operationById.get(id);
    const named =
      target === null ? null : (places.get(target)?.name ?? names.get(target) ?? numbers.get(target));
    return {
      id: String(seq),
      at: at.toISOString(),
      operator: operatorId === null ? null : { id: operatorId, name: names.get(operatorId) ?? null },
      account:
        accountId === null ? null : (places.get(accountId) ?? { id: accountId, slug: '', name: accountId }),
      action,
      target,
      targetName: operation?.clientReference ?? named ?? null,
      amount: centsIn(row.after) ?? operation?.amount ?? null,
      operation: operation === undefined ? null : id,
      result: result as AuditLine['result'],
    };
  });
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

function operationIn({ after }: EntryRow): string | null {
  const id = memberOf(after, 'operation');
  return typeof id === 'string' ? id : null;
}

function centsIn(after: unknown): number | null {
  const amount = memberOf(after, 'amount');
  return Number.isSafeInteger(amount) ? (amount as number) : null;
}

/** What `read` returns for these ids, by id. No ids, no query. */
async function byId<R extends { id: string }>(ids: readonly string[], read: (ids: string[]) => Promise<R[]>) {
  const rows = ids.length === 0 ? [] : await read([...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}

const placesOf = (ids: readonly string[]) =>
  byId(ids, async (each) => {
    const { id, slug, name } = accounts;
    return db().select({ id, slug, name }).from(accounts).where(inArray(id, each));
  });

const operationsOf = (ids: readonly string[]) =>
  byId(ids, async (each) => {
    const { id, amount, clientReference } = operations;
    return db().select({ id, amount, clientReference }).from(operations).where(inArray(id, each));
  });

/** Names of resends, which are their numbers (`R-…`), by id. */
async function resendNumbers(rows: readonly EntryRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ action, target }) => (action.startsWith('resend.') && target ? target : []));
  const found = await byId(ids, async (each) => {
    const { id, number } = resends;
    return db().select({ id, number }).from(resends).where(inArray(id, each));
  });
  return new Map([...found].flatMap(([id, { number }]) => (number === null ? [] : [[id, `R-${number}`]])));
}

/** One entry with all stored details. GuicheError `not_found`. */
export async function getEntry(id: string): Promise<AuditDetail> {
  const seq = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const [[row], verdict] = await Promise.all([
    db().select().from(auditLog).where(eq(auditLog.seq, seq)),
    lastVerdict(),
  ]);
  const [line] = row === undefined ? [] : await linesOf([row]);
  if (row === undefined || line === undefined) throw new GuicheError('not_found', 'No such entry.');
  const [proof, calls] = await Promise.all([
    proofUpTo(row),
    line.operation === null ? null : callsOf(line.operation),
  ]);
  const { before, after, address, userAgent, session, providerRequestId, previousHash, hash } = row;
  const stored = { before, after, address, userAgent, session, providerRequestId, previousHash, hash };
  return { entry: { ...line, ...stored }, proof, calls, verdict };
}

/** The operation stores only the status of its last answer, and only when that was a refusal. */
async function callsOf(operation: string): Promise<AuditDetail['calls']> {
  const [attempts, [stored]] = await Promise.all([
    attemptsOf(operation),
    db().select({ problem: operations.problem }).from(operations).where(eq(operations.id, operation)),
  ]);
  const provider = (stored?.problem as StoredProblem | null | undefined)?.provider;
  return attempts.map((attempt) => ({
    ...attempt,
    status:
      provider?.requestId != null && provider.requestId === attempt.providerRequestId
        ? (provider.status ?? null)
        : null,
  }));
}
