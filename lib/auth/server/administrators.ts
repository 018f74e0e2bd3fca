import 'server-only';
import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Transaction } from '#lib/db/client.ts';
import { grants, identities, operators } from '#lib/db/schema/operators.ts';
import { settings } from '#lib/env/settings.ts';

/**
 * Tells if somebody who can sign in administers all accounts: people merely invited do not count. `own`: nor
 * do the simulator's ready sign-ins. `but`: leaves this person out.
 */
export async function someoneAdministers(
  on: Pick<Transaction, 'select'>,
  { own = false, but }: { own?: boolean; but?: string } = {},
): Promise<boolean> {
  // A person of an issuer cannot come back as an administrator when the settings no longer name it, or them.
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
