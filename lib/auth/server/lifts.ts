import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { type Permission, ROLE_PERMISSIONS, type Role } from '#lib/auth/permissions.ts';
import type { Database, Transaction } from '#lib/db/client.ts';
import { lifts } from '#lib/db/schema/operators.ts';

/** Permissions to ask for what a second person decides, and to decide it. */
const OF_DECISIONS: readonly Permission[] = ['refund', 'withdraw', 'approve', 'manage'];

/** Tells if this role lets somebody ask for what a second person decides, or be that person. */
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
 * Tells if one of the two lifted the other within 24 h, or somebody who did, through any number of hands: neither
 * decides what the other asks for. `other` may be a column of the update that it belongs to. Two people whom a third
 * one lifted are free of each other (decision 44).
 */
export function liftBetween(person: string, other: string | SQL.Aliased | SQL | { getSQL(): SQL }): SQL {
  const recent = sql`${lifts.at} > now() - interval '24 hours'`;
  return sql`(${other} <> ${person} and ${other} in (
    with recursive above(id) as (
      select ${person}::text
      union select ${lifts.lifter} from ${lifts} join above on above.id = ${lifts.person} where ${recent}
    ), below(id) as (
      select ${person}::text
      union select ${lifts.person} from ${lifts} join below on below.id = ${lifts.lifter} where ${recent}
    )
    select id from above union all select id from below))`;
}

export const LIFTED_TODAY = 'One of you gave the other their access within the last 24 hours.';

/** Of these people those with a lift between them and this one: to say beforehand who decides, and why it was refused. */
export async function liftedAmong(
  tx: Database | Transaction,
  person: string,
  people: readonly string[],
): Promise<Set<string>> {
  const others = [...new Set(people)].filter((one) => one !== person);
  if (others.length === 0) return new Set();
  const { rows } = (await tx.execute(
    sql`select one.id from unnest(${sql.param(others)}::text[]) as one(id) where ${liftBetween(person, sql`one.id`)}`,
  )) as { rows: { id: string }[] };
  return new Set(rows.map(({ id }) => id));
}

export const isLiftBetween = async (
  tx: Database | Transaction,
  person: string,
  other: string,
): Promise<boolean> => (await liftedAmong(tx, person, [other])).has(other);
