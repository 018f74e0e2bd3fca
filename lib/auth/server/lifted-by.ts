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

/** The same, asked by itself: to say why a decision was refused. */
export async function isLiftedBy(tx: Database | Transaction, person: string, by: string): Promise<boolean> {
  const { rows } = (await tx.execute(sql`select ${liftedBy(person, by)} as lifted`)) as {
    rows: { lifted: boolean }[];
  };
  return rows[0]?.lifted === true;
}
