import { sql } from 'drizzle-orm';
import { db } from '#lib/data/client.ts';
import { sessions } from '#lib/data/schema/operators.ts';

/** A session of an operator who is there and has just proved who they are; its id. */
export async function provenSession(operatorId: string): Promise<string> {
  const id = sessionOf(operatorId);
  const now = sql`now()`;
  await db()
    .insert(sessions)
    .values({ id, operatorId, sessionVersion: 1, createdAt: now, lastSeenAt: now, provedAt: now })
    .onConflictDoNothing();
  return id;
}

export const sessionOf = (operatorId: string) => `session of ${operatorId}`;
