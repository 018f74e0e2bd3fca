import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { type Permission, ROLE_PERMISSIONS, type Role } from '#lib/auth/permissions.ts';
import type { Database, Transaction } from '#lib/data/client.ts';
import { lifts } from '#lib/data/schema/operators.ts';

/** Permissions to decide what somebody else asked for. */
const OF_DECISIONS: readonly Permission[] = ['approve', 'manage'];

/** Tells if this role lets somebody be a second person. */
export const lifting = (role: Role): boolean =>
  ROLE_PERMISSIONS[role].some((permission) => OF_DECISIONS.includes(permission));

/**
 * Notes, in the transaction that does it, that `lifter` made this person able to act: by an invitation, a link that was
 * used, a role, or letting them in again. Only added to, so that nothing done later hides it.
 */
export async function noteLift(tx: Transaction, person: string, lifter: string | null): Promise<void> {
  if (lifter === null || lifter === person) return;
  await tx.insert(lifts).values({ person, lifter }).onConflictDoNothing();
}

/**
 * Tells if `by` lifted this person within 24 h, or somebody who did, through any number of hands: they then decide
 * nothing that `by` asked for. `by` may be a column of the update that it belongs to. Whoever let somebody in decides
 * what that person asks for (decision 03).
 */
export function liftedBy(person: string, by: string | SQL.Aliased | SQL | { getSQL(): SQL }): SQL {
  return sql`(${by} <> ${person} and ${by} in (
    with recursive above(id) as (
      select ${person}::text
      union select ${lifts.lifter} from ${lifts} join above on above.id = ${lifts.person}
      where ${lifts.at} > now() - interval '24 hours'
    )
    select id from above))`;
}

export const LIFTED_TODAY = 'Who asked for it gave you your access within the last 24 hours.';

/** Of these people those who lifted this one: to say beforehand that a decision is not this person's, and why. */
export async function liftersAmong(
  tx: Database | Transaction,
  person: string,
  people: readonly string[],
): Promise<Set<string>> {
  const others = [...new Set(people)].filter((one) => one !== person);
  if (others.length === 0) return new Set();
  const { rows } = (await tx.execute(
    sql`select one.id from unnest(${sql.param(others)}::text[]) as one(id) where ${liftedBy(person, sql`one.id`)}`,
  )) as { rows: { id: string }[] };
  return new Set(rows.map(({ id }) => id));
}

export const isLiftedBy = async (tx: Database | Transaction, person: string, by: string): Promise<boolean> =>
  (await liftersAmong(tx, person, [by])).has(by);
