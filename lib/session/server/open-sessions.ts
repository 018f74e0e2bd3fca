import 'server-only';
import { and, desc, eq, sql } from 'drizzle-orm';
import { sessionHolds } from '#lib/auth/server/session.ts';
import { db } from '#lib/db/client.ts';
import { operators, sessions } from '#lib/db/schema/operators.ts';
import type { OpenSession } from '#lib/session/contract.ts';

/** Ended sessions are kept for 30 days; their person's first one is no news. */
const newAddress = sql<boolean>`${sessions.address} is not null and coalesce((
  select bool_and(earlier.address is distinct from ${sessions.address}) from ${sessions} as earlier
  where earlier.operator_id = ${sessions.operatorId} and earlier.created_at < ${sessions.createdAt}
), false)`;

/** A person's sessions that hold, the one last seen first; `current`: the one that asks. */
export async function openSessionsOf(operatorId: string, current: string): Promise<OpenSession[]> {
  const rows = await db()
    .select({ session: sessions, newAddress })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.operatorId))
    .where(and(eq(sessions.operatorId, operatorId), sessionHolds))
    .orderBy(desc(sessions.lastSeenAt));
  return rows.map(({ newAddress, session: { id, method, address, userAgent, createdAt, lastSeenAt } }) => ({
    id,
    method,
    address,
    agent: userAgent,
    current: id === current,
    newAddress,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
}
