import 'server-only';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { db } from '#lib/db/client.ts';
import { auditLog } from '#lib/db/schema/audit.ts';
import { operators } from '#lib/db/schema/operators.ts';
import type { TimelineEntry } from '#lib/transactions/contract.ts';

const MOST = 200;

/**
 * Operators' actions on a transaction, from the audit log (its target is one of the transaction's names): the newest
 * 200. `text` is the log's action, `status` its result where it was not done (refused, failed).
 */
export async function operatorEntries({
  ctx,
  names,
}: {
  ctx: Ctx;
  names: readonly string[];
}): Promise<TimelineEntry[]> {
  const rows = await db()
    .select({
      seq: auditLog.seq,
      at: auditLog.at,
      action: auditLog.action,
      result: auditLog.result,
      name: operators.name,
    })
    .from(auditLog)
    .leftJoin(operators, eq(operators.id, auditLog.operatorId))
    .where(and(inArray(auditLog.target, [...names]), eq(auditLog.accountId, ctx.account.id)))
    .orderBy(desc(auditLog.seq))
    .limit(MOST);
  return rows.map(({ seq, at, action, result, name }) => ({
    id: `operator-${seq}`,
    at: at.toISOString(),
    kind: 'operator',
    status: result === 'ok' ? null : result,
    amount: null,
    text: action,
    url: null,
    httpStatus: null,
    responseTimeMs: null,
    operator: name,
  }));
}
