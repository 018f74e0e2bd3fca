import 'server-only';
import { asc, eq, max, sql } from 'drizzle-orm';
import { type Account, listAccounts } from '#lib/accounts/server/account.ts';
import type { Role } from '#lib/auth/permissions.ts';
import { factorColumns, factorsIn } from '#lib/auth/server/factors.ts';
import { linkHolds } from '#lib/auth/server/one-time-links.ts';
import { operatorNames } from '#lib/auth/server/operator-names.ts';
import { sessionHolds } from '#lib/auth/server/session.ts';
import { type Database, db, type Transaction } from '#lib/db/client.ts';
import { grants, identities, oneTimeLinks, operators, sessions } from '#lib/db/schema/operators.ts';
import type { Person } from '#lib/team/contract.ts';

/** Everybody who signs in, or is invited to, by name; and the accounts that there are, in the side bar's order. */
export async function listTeam() {
  const accounts = await listAccounts();
  return {
    items: await people(db(), accounts),
    accounts: accounts.map(({ slug, name }) => ({ slug, name })),
  };
}

/**
 * These people, or all of them; what stands in other tables is read beside, one query for each. The
 * accounts come from the caller: within a transaction nothing else may be asked of the embedded database.
 */
export async function people(
  on: Database | Transaction,
  accounts: readonly Account[],
  id?: string,
): Promise<Person[]> {
  // One after the other: a transaction has one connection.
  const rows = await on
    .select({ operator: operators, ...factorColumns })
    .from(operators)
    .where(id === undefined ? undefined : eq(operators.id, id))
    .orderBy(asc(sql`lower(${operators.name})`), asc(operators.id));
  const held = await on.select().from(grants).orderBy(asc(grants.account), asc(grants.role));
  const seen = await on
    .select({ id: sessions.operatorId, at: max(sessions.lastSeenAt) })
    .from(sessions)
    .groupBy(sessions.operatorId);
  const open = await on
    .select({ id: sessions.operatorId, count: sql<number>`count(*)::int` })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.operatorId))
    .where(sessionHolds)
    .groupBy(sessions.operatorId);
  const links = await on.select().from(oneTimeLinks).where(linkHolds);
  const elsewhere = await on.select().from(identities);
  const inviters = await operatorNames(
    rows.flatMap(({ operator }) => operator.invitedBy ?? []),
    on,
  );
  const slugs = new Map(accounts.map((account) => [account.id, account.slug]));
  const seenAt = new Map(seen.map((one) => [one.id, one.at]));
  const openOf = new Map(open.map((one) => [one.id, one.count]));
  return rows.map(({ operator, ...factors }) => {
    const found = factorsIn(factors);
    const invited =
      operator.passwordHash === null && !elsewhere.some((one) => one.operatorId === operator.id);
    const link = links.find((one) => one.operatorId === operator.id);
    return {
      id: operator.id,
      name: operator.name,
      email: operator.email,
      ready: operator.ready,
      state: operator.disabledAt !== null ? 'disabled' : invited ? 'invited' : 'active',
      roles: held.flatMap((grant) => {
        const account = grant.account === '*' ? '*' : slugs.get(grant.account);
        return grant.operatorId === operator.id && account !== undefined
          ? [{ account, role: grant.role as Role }]
          : [];
      }),
      secondFactor: found.length === 0 ? 'none' : found,
      signOn: operator.passwordHash === null && !invited ? 'oidc' : 'password',
      lastSeenAt: seenAt.get(operator.id)?.toISOString() ?? null,
      invitedAt: operator.invitedAt?.toISOString() ?? null,
      invitedBy: operator.invitedBy === null ? null : (inviters.get(operator.invitedBy) ?? null),
      linkUntil: link?.expiresAt.toISOString() ?? null,
      openSessions: openOf.get(operator.id) ?? 0,
    };
  });
}
