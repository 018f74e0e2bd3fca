import 'server-only';
import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import { proofUpTo } from '#lib/audit/proof.ts';
import { ROLES } from '#lib/auth/permissions.ts';
import { db } from '#lib/db/client.ts';
import { auditLog } from '#lib/db/schema/audit.ts';
import { grants } from '#lib/db/schema/operators.ts';
import type { OperationApproval } from '#lib/operations/contract.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';

/** Facts about the requester, told to who decides. */
type Asker = Pick<OperationApproval, 'from' | 'agent' | 'fromSince' | 'proof' | 'roles'>;
export const ASKER_NOT_TOLD: Asker = { from: null, agent: null, fromSince: null, proof: null, roles: [] };

/** The requester: their roles here now, and what the audit log has of the request's address, browser and proof. */
export async function askerOf(row: OperationRow): Promise<Asker> {
  const [entry, roles] = await Promise.all([requestOf(row), rolesOf(row)]);
  if (entry === undefined) return { ...ASKER_NOT_TOLD, roles };
  const [fromSince, proof] = await Promise.all([
    sinceWhen(row, entry),
    proofUpTo({ ...entry, operatorId: row.operatorId }),
  ]);
  return { from: entry.address, agent: entry.agent, fromSince, proof, roles };
}

async function rolesOf({ accountId, operatorId }: OperationRow): Promise<Asker['roles']> {
  const held = await db()
    .select({ role: grants.role })
    .from(grants)
    .where(and(eq(grants.operatorId, operatorId), inArray(grants.account, ['*', accountId])));
  return ROLES.filter((role) => held.some((one) => one.role === role));
}

type Entry = { seq: number; address: string | null; agent: string | null; session: string | null };

async function requestOf({ id, kind, target, operatorId }: OperationRow): Promise<Entry | undefined> {
  const { seq, address, userAgent: agent, session } = auditLog;
  const [entry] = await db()
    .select({ seq, address, agent, session })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.target, target),
        eq(auditLog.action, `${kind}.requested`),
        eq(auditLog.operatorId, operatorId),
        eq(sql`${auditLog.after} ->> 'operation'`, id),
      ),
    )
    .orderBy(desc(seq))
    .limit(1);
  return entry;
}

/** The first entry of this person from that address: mostly an early one, so that few are looked at. */
async function sinceWhen({ operatorId }: OperationRow, { seq, address }: Entry): Promise<string | null> {
  if (address === null) return null;
  const [first] = await db()
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(and(eq(auditLog.operatorId, operatorId), eq(auditLog.address, address), lte(auditLog.seq, seq)))
    .orderBy(asc(auditLog.seq))
    .limit(1);
  return first?.at.toISOString() ?? null;
}
