import 'server-only';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { permissionsOn, type Role } from '#lib/auth/permissions.ts';
import { factorColumns, factorsIn } from '#lib/auth/server/factors.ts';
import { isWithin, needsFactor, policiesIn } from '#lib/auth/server/policies.ts';
import { sessionHolds } from '#lib/auth/server/session.ts';
import { db } from '#lib/db/client.ts';
import { accounts } from '#lib/db/schema/accounts.ts';
import { grants, operators, sessions } from '#lib/db/schema/operators.ts';
import type { ClosedReason } from '#lib/events/contract.ts';

type Held = { sessionId: string; accountId: string; address: string | null };
type Open = { method: string; factors: readonly string[]; roles: { account: string; role: Role }[] };

/**
 * Finds the streams that may be told nothing more, and why. It asks the database itself (memory may be
 * seconds old), and it is no visit: an open page alone keeps no session alive. A policy that bars other calls
 * bars these too.
 */
export async function endedOf<T extends Held>(held: readonly T[]): Promise<Map<T, ClosedReason>> {
  const [open, present, policies] = await Promise.all([
    openAmong([...new Set(held.map((one) => one.sessionId))]),
    presentAmong([...new Set(held.map((one) => one.accountId))]),
    policiesIn(db()),
  ]);
  const ended = new Map<T, ClosedReason>();
  for (const one of held) {
    const session = open.get(one.sessionId);
    const out = !isWithin(policies.allowedNetworks, one.address);
    if (session === undefined || out || needsFactor(policies, session)) ended.set(one, 'session');
    else if (!present.has(one.accountId) || !permissionsOn(session.roles, one.accountId).has('read'))
      ended.set(one, 'account');
  }
  return ended;
}

/** The sessions that hold: what began them, what else proves their people, and what they may. */
async function openAmong(sessionIds: string[]): Promise<Map<string, Open>> {
  const rows = await db()
    .select({
      id: sessions.id,
      method: sessions.method,
      ...factorColumns,
      account: grants.account,
      role: grants.role,
    })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.operatorId))
    .leftJoin(grants, eq(grants.operatorId, operators.id))
    .where(and(inArray(sessions.id, sessionIds), sessionHolds));
  const open = new Map<string, Open>();
  for (const { id, method, account, role, ...factors } of rows) {
    const one = open.get(id) ?? { method, factors: factorsIn(factors), roles: [] };
    if (account !== null && role !== null) one.roles.push({ account, role: role as Role });
    open.set(id, one);
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
