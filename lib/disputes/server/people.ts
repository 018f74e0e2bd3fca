import 'server-only';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { ROLE_PERMISSIONS, ROLES } from '#lib/auth/permissions.ts';
import { operatorNames } from '#lib/auth/server/operator-names.ts';
import { db } from '#lib/db/client.ts';
import { grants, operators } from '#lib/db/schema/operators.ts';

export type Person = { id: string; name: string };

/** Names of operators by id; one that is gone keeps its id for a name. */
export async function namesOf(
  ids: readonly (string | null)[],
): Promise<(id: string | null) => Person | null> {
  const names = await operatorNames(ids.filter((id) => id !== null));
  return (id) => (id === null ? null : { id, name: names.get(id) ?? id });
}

const DEFENDERS = ROLES.filter((role) => ROLE_PERMISSIONS[role].includes('dispute'));

/** People who may be assigned a dispute of this account, by name. */
export async function defendersOf(accountId: string): Promise<Person[]> {
  const rows = await db()
    .selectDistinct({ id: operators.id, name: operators.name })
    .from(operators)
    .innerJoin(grants, eq(grants.operatorId, operators.id))
    .where(
      and(
        isNull(operators.disabledAt),
        inArray(grants.account, ['*', accountId]),
        inArray(grants.role, DEFENDERS),
      ),
    )
    .orderBy(asc(operators.name));
  return rows;
}
