import 'server-only';
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '#lib/db/client.ts';
import { grants, identities, operators } from '#lib/db/schema/operators.ts';
import { settings } from '#lib/env/settings.ts';

/**
 * Whether somebody who can sign in administers all accounts: who was only invited does not count. `own`: nor do the
 * simulator's ready sign-ins.
 */
export async function someoneAdministers(
  on: Pick<Transaction, 'select'>,
  { own = false }: { own?: boolean } = {},
): Promise<boolean> {
  // Who came by an issuer that is no longer in the settings cannot come back.
  const issuer = settings().signOn?.issuer;
  const byIssuer =
    issuer === undefined ? undefined : sql`rtrim(${identities.issuer}, '/') = rtrim(${issuer}, '/')`;
  const able = or(isNotNull(operators.passwordHash), byIssuer);
  const everywhere = and(eq(grants.account, '*'), eq(grants.role, 'admin'));
  const [row] = await on
    .select({ id: operators.id })
    .from(operators)
    .innerJoin(grants, eq(grants.operatorId, operators.id))
    .leftJoin(identities, eq(identities.operatorId, operators.id))
    .where(and(isNull(operators.disabledAt), everywhere, able, own ? eq(operators.ready, false) : undefined))
    .limit(1);
  return row !== undefined;
}
