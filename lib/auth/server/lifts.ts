import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { type Permission, ROLE_PERMISSIONS, type Role } from '#lib/auth/permissions.ts';
import type { Database, Transaction } from '#lib/data/client.ts';
import { lifts } from '#lib/data/schema/operators.ts';

/** Permissions to decide on what somebody else requested. */
const OF_DECISIONS: readonly Permission[] = ['approve', 'manage'];

/** True when this role lets a person act as the second person. */
export const lifting = (role: Role): boolean =>
  ROLE_PERMISSIONS[role].some((permission) => OF_DECISIONS.includes(permission));

/**
 * Records, in the same transaction, that `lifter` gave this person access: by invitation, used link, role or
 * re-enabling. Records are never removed, so nothing done later hides one.
 */
export async function noteLift(tx: Transaction, person: string, lifter: string | null): Promise<void> {
  if (lifter === null || lifter === person) return;
  await tx.insert(lifts).values({ person, lifter }).onConflictDoNothing();
}

/**
 * SQL: true when `by` gave this person access within 24 h, directly or through others. That person may then
 * not decide what `by` requested (decision 03); the reverse is allowed. `by` may be a column of the
 * surrounding update.
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

/**
 * Those of `people` who gave `person` access within 24 h, to explain beforehand why that person may not
 * decide.
 */
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
