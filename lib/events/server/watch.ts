import 'server-only';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Role } from '#lib/auth/permissions.ts';
import { permissionsOn } from '#lib/auth/permissions.ts';
import { sessionHolds } from '#lib/auth/server/session.ts';
import { db } from '#lib/db/client.ts';
import { accounts } from '#lib/db/schema/accounts.ts';
import { grants, operators, sessions } from '#lib/db/schema/operators.ts';
import type { ClosedReason } from '#lib/events/contract.ts';

type Held = { sessionId: string; accountId: string };

/**
 * Which of these may no longer be told anything, and why. It asks the database itself (what is remembered may be
 * seconds old), and it is no visit: an open page alone keeps no session alive.
 */
export async function endedOf<T extends Held>(held: readonly T[]): Promise<Map<T, ClosedReason>> {
  const [open, present] = await Promise.all([
    rolesOf([...new Set(held.map((one) => one.sessionId))]),
    presentAmong([...new Set(held.map((one) => one.accountId))]),
  ]);
  const ended = new Map<T, ClosedReason>();
  for (const one of held) {
    const roles = open.get(one.sessionId);
    if (roles === undefined) ended.set(one, 'session');
    else if (!present.has(one.accountId) || !permissionsOn(roles, one.accountId).has('read'))
      ended.set(one, 'account');
  }
  return ended;
}

/** Grants of the sessions that hold. */
async function rolesOf(sessionIds: string[]) {
  const rows = await db()
    .select({ id: sessions.id, account: grants.account, role: grants.role })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.operatorId))
    .leftJoin(grants, eq(grants.operatorId, operators.id))
    .where(and(inArray(sessions.id, sessionIds), sessionHolds));
  const open = new Map<string, { account: string; role: Role }[]>();
  for (const { id, account, role } of rows) {
    const held = open.get(id) ?? [];
    if (account !== null && role !== null) held.push({ account, role: role as Role });
    open.set(id, held);
  }
  return open;
}

async function presentAmong(accountIds: string[]): Promise<Set<string>> {
  const rows = await db()
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(inArray(accounts.id, accountIds), isNull(accounts.archivedAt)));
  return new Set(rows.map((row) => row.id));
}
