import 'server-only';
import { inArray, type SQL, sql } from 'drizzle-orm';
import { ROLE_PERMISSIONS, ROLES } from '#lib/auth/permissions.ts';
import type { Database, Transaction } from '#lib/db/client.ts';
import { grants, operators } from '#lib/db/schema/operators.ts';

/** Roles that decide what somebody else asked for. */
const DECIDING = ROLES.filter((role) =>
  ROLE_PERMISSIONS[role].some((permission) => permission === 'approve' || permission === 'manage'),
);

/**
 * Whether `by` invited, reset or enabled this person, or gave them a role that approves or manages, in the last 24 h:
 * they decide nothing that `by` asked for meanwhile. `by` may be a column of the update that it belongs to.
 */
export function liftedBy(person: string, by: string | SQL.Aliased | SQL | { getSQL(): SQL }): SQL {
  const recent = (who: SQL | { getSQL(): SQL }, when: SQL | { getSQL(): SQL }) =>
    sql`(${who} = ${by} and ${when} > now() - interval '24 hours')`;
  const o = operators;
  return sql`(exists (select 1 from ${operators} where ${o.id} = ${person} and (
    ${recent(o.invitedBy, o.invitedAt)} or ${recent(o.resetBy, o.resetAt)} or ${recent(o.enabledBy, o.enabledAt)}
  )) or exists (select 1 from ${grants} where ${grants.operatorId} = ${person}
    and ${inArray(grants.role, DECIDING)} and ${recent(grants.grantedBy, grants.grantedAt)}))`;
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
