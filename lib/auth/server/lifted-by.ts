import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { ROLE_PERMISSIONS, ROLES } from '#lib/auth/permissions.ts';
import type { Database, Transaction } from '#lib/db/client.ts';
import { grants, operators } from '#lib/db/schema/operators.ts';

/** Roles that decide what somebody else asked for. */
const DECIDING = ROLES.filter((role) =>
  ROLE_PERMISSIONS[role].some((permission) => permission === 'approve' || permission === 'manage'),
);

/**
 * Tells if `by` invited, reset, enabled or gave this person a role that approves or manages within 24 h, or
 * lifted somebody who did, through any number of hands: they then decide nothing that `by` asked for. `by`
 * may be a column of the update that it belongs to.
 */
export function liftedBy(person: string, by: string | SQL.Aliased | SQL | { getSQL(): SQL }): SQL {
  const roles = sql.join(
    DECIDING.map((role) => sql`${role}`),
    sql`, `,
  );
  const since = sql`now() - interval '24 hours'`;
  return sql`exists (
    with recursive lifts(person, lifter) as (
      select o.id, o.invited_by from ${operators} o where o.invited_at > ${since}
      union all select o.id, o.reset_by from ${operators} o where o.reset_at > ${since}
      union all select o.id, o.enabled_by from ${operators} o where o.enabled_at > ${since}
      union all select g.operator_id, g.granted_by from ${grants} g where g.granted_at > ${since} and g.role in (${roles})
    ), hands(id) as (
      select ${person}::text
      union select lifts.lifter from lifts join hands on hands.id = lifts.person where lifts.lifter is not null
    )
    select 1 from hands where hands.id <> ${person} and hands.id = ${by})`;
}

/** Of these people those who did: to say beforehand that a decision is not this person's, and why it was refused. */
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
