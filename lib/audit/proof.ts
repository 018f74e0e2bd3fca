import 'server-only';
import { and, desc, eq, inArray, lte } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { auditLog } from '#lib/db/schema/audit.ts';

/** How a person proved who they are, and when (ISO 8601). */
export type Proof = { method: string; at: string };
type Entry = Pick<typeof auditLog.$inferSelect, 'seq' | 'session' | 'operatorId'>;

/**
 * The last proof of the entry's person in its session, up to that entry: one that was given since proves nothing of it.
 * A sign-in is a proof too. Null: no session, or no proof of it in the log.
 */
export async function proofUpTo({ seq, session, operatorId }: Entry): Promise<Proof | null> {
  if (session === null || operatorId === null) return null;
  const [proved] = await db()
    .select({ at: auditLog.at, after: auditLog.after })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.session, session),
        eq(auditLog.operatorId, operatorId),
        inArray(auditLog.action, ['sign-in', 'step-up']),
        eq(auditLog.result, 'ok'),
        lte(auditLog.seq, seq),
      ),
    )
    .orderBy(desc(auditLog.seq))
    .limit(1);
  const { method } = (proved?.after ?? {}) as { method?: unknown };
  return proved === undefined || typeof method !== 'string' ? null : { method, at: proved.at.toISOString() };
}
