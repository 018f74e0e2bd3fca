import 'server-only';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#lib/db/client.ts';
import { dbNow } from '#lib/db/clock.ts';
import { auditLog } from '#lib/db/schema/audit.ts';
import type { AuditAction } from '#lib/trail/actions.ts';

const ENTERED: AuditAction[] = ['account.add', 'account.credential'];

/**
 * Tells if this person entered the account, or another credential of it, within the 24 h before a moment (now): the same
 * money may have been within reach under another slug, whose sums do not count here (decision 03). The audit log says so,
 * which nobody takes back.
 */
export async function enteredAccount(
  on: Database | Transaction,
  { accountId, operatorId }: { accountId: string; operatorId: string },
  moment?: Date,
): Promise<boolean> {
  const until: SQL = moment === undefined ? dbNow : sql`${moment.toISOString()}::timestamptz`;
  const [entry] = await on
    .select({ seq: auditLog.seq })
    .from(auditLog)
    .where(
      and(
        ...[eq(auditLog.target, accountId), inArray(auditLog.action, ENTERED)],
        ...[eq(auditLog.operatorId, operatorId), eq(auditLog.result, 'ok')],
        sql`${auditLog.at} between ${until} - interval '24 hours' and ${until}`,
      ),
    )
    .limit(1);
  return entry !== undefined;
}
