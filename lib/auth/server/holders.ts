import 'server-only';
import { and, eq, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import { type Permission, ROLE_PERMISSIONS, ROLES } from '#lib/auth/permissions.ts';
import type { Database, Transaction } from '#lib/db/client.ts';
import { grants, identities, operators } from '#lib/db/schema/operators.ts';

/** Was invited and has not come in: the address is nobody's yet. */
const isAwaited = and(
  isNull(operators.passwordHash),
  isNotNull(operators.invitedAt),
  sql`not exists (select 1 from ${identities} where ${identities}.operator_id = ${operators}.id)`,
) as SQL;

/** Ids of the active people who hold a permission on an account (`*`: on all of them). */
export async function holdersOf(
  tx: Database | Transaction,
  account: string,
  permission: Permission,
): Promise<string[]> {
  const roles = ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(permission));
  const rows = await tx
    .selectDistinct({ id: operators.id })
    .from(operators)
    .innerJoin(grants, eq(grants.operatorId, operators.id))
    .where(
      and(
        isNull(operators.disabledAt),
        not(isAwaited),
        inArray(grants.account, ['*', account]),
        inArray(grants.role, roles),
      ),
    );
  return rows.map(({ id }) => id);
}
