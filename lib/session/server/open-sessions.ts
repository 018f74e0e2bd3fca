import 'server-only';
import { and, desc, eq } from 'drizzle-orm';
import { sessionHolds } from '#lib/auth/server/session.ts';
import { db } from '#lib/db/client.ts';
import { operators, sessions } from '#lib/db/schema/operators.ts';
import type { OpenSession } from '#lib/session/contract.ts';

/** A person's sessions that hold, the one last seen first; `current`: the one that asks. */
export async function openSessionsOf(operatorId: string, current: string): Promise<OpenSession[]> {
  const rows = await db()
    .select({ session: sessions })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.operatorId))
    .where(and(eq(sessions.operatorId, operatorId), sessionHolds))
    .orderBy(desc(sessions.lastSeenAt));
  return rows.map(({ session: { id, method, address, userAgent, createdAt, lastSeenAt } }) => ({
    ...{ id, method, address, agent: userAgent, current: id === current },
    ...{ createdAt: createdAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() },
  }));
}
