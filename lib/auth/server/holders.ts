import 'server-only';
import { and, eq, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { type Permission, ROLE_PERMISSIONS, ROLES } from '#lib/auth/permissions.ts';
import { settings } from '#lib/core/env/settings.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { grants, identities, operators } from '#lib/data/schema/operators.ts';

/** Invited and never signed in: nobody has proved to own the address yet. */
const isAwaited = and(
  isNull(operators.passwordHash),
  isNotNull(operators.invitedAt),
  sql`not exists (select 1 from ${identities} where ${identities}.operator_id = ${operators}.id)`,
) as SQL;

/** Ids of the active people who have a permission on an account (`*`: on all accounts). */
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

/** Names of these operators by id, disabled ones included. An unknown id has no entry. */
export async function operatorNames(
  ids: Iterable<string>,
  on: Database | Transaction = db(),
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const found = await on
    .select({ id: operators.id, name: operators.name })
    .from(operators)
    .where(inArray(operators.id, wanted));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/**
 * True when someone who can sign in administers all accounts; people merely invited do not count. `own` also
 * excludes the simulator's ready sign-ins, `but` excludes this person.
 */
export async function someoneAdministers(
  on: Pick<Transaction, 'select'>,
  { own = false, but }: { own?: boolean; but?: string } = {},
): Promise<boolean> {
  // A single sign-on person counts only while the settings name their issuer and list them as administrator.
  const { issuer, admins = [] } = settings().signOn ?? {};
  const byIssuer =
    issuer === undefined
      ? undefined
      : and(
          sql`rtrim(${identities.issuer}, '/') = rtrim(${issuer}, '/')`,
          inArray(identities.subject, admins),
        );
  const able = or(isNotNull(operators.passwordHash), byIssuer);
  const everywhere = and(eq(grants.account, '*'), eq(grants.role, 'admin'));
  const [row] = await on
    .select({ id: operators.id })
    .from(operators)
    .innerJoin(grants, eq(grants.operatorId, operators.id))
    .leftJoin(identities, eq(identities.operatorId, operators.id))
    .where(
      and(
        ...[isNull(operators.disabledAt), everywhere, able, own ? eq(operators.ready, false) : undefined],
        but === undefined ? undefined : ne(operators.id, but),
      ),
    )
    .limit(1);
  return row !== undefined;
}
