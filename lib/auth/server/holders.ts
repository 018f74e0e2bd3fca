import 'server-only';
import { and, eq, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { type Permission, ROLE_PERMISSIONS, ROLES, type Role } from '#lib/auth/permissions.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { type Database, db, rowsOf, type Transaction } from '#lib/data/client.ts';
import { grants, identities, lifts, operators } from '#lib/data/schema/operators.ts';

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

/** `account`: an account id, or `*` for all accounts. */
type Needed = { account: string; permission: Permission };

/** True when this person has a permission. The row lock preserves it until the transaction ends. */
export async function stillHolds(tx: Transaction, id: string, needed: Needed): Promise<boolean> {
  await tx.select({ id: operators.id }).from(operators).where(eq(operators.id, id)).for('share');
  return (await holdersOf(tx, needed.account, needed.permission)).includes(id);
}

/** Throws `forbidden` when the person lost the role or was disabled after their call began. */
export async function refuseFormer(tx: Transaction, id: string, needed: Needed): Promise<void> {
  if (!(await stillHolds(tx, id, needed)))
    throw new GuicheError('forbidden', `The permission ${needed.permission} is missing.`);
}

/** Permissions to decide on what somebody else requested. */
const OF_DECISIONS: readonly Permission[] = ['approve', 'manage'];

/** True when this role lets a person act as the second person. */
export const lifting = (role: Role): boolean =>
  ROLE_PERMISSIONS[role].some((permission) => OF_DECISIONS.includes(permission));

/**
 * Records, in the same transaction, that `lifter` gave this person access: by invitation, used link, role or
 * re-enabling. Records are never changed and are deleted only once they bind nobody, so nothing done later
 * hides one.
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

/** Those of `people` who gave `person` access within 24 h, to explain beforehand why they may not decide. */
export async function liftersAmong(
  tx: Database | Transaction,
  person: string,
  people: readonly string[],
): Promise<Set<string>> {
  const others = [...new Set(people)].filter((one) => one !== person);
  if (others.length === 0) return new Set();
  const lifters = sql`
    select one.id from unnest(${sql.param(others)}::text[]) as one(id) where ${liftedBy(person, sql`one.id`)}`;
  return new Set((await rowsOf<{ id: string }>(lifters, tx)).map(({ id }) => id));
}

export const isLiftedBy = async (tx: Database | Transaction, person: string, by: string): Promise<boolean> =>
  (await liftersAmong(tx, person, [by])).has(by);
