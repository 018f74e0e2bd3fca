import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { SignedIn } from '#lib/auth/server/session.ts';
import { GuicheError } from '#lib/core/errors.ts';
import type { Transaction } from '#lib/data/client.ts';
import { operators, sessions } from '#lib/data/schema/operators.ts';

/**
 * Locks the person's row until the transaction ends, so that changes to one person's sign-in run one after
 * the other.
 */
export async function lockOperator(
  tx: Transaction,
  id: string,
): Promise<typeof operators.$inferSelect | undefined> {
  const [row] = await tx.select().from(operators).where(eq(operators.id, id)).for('no key update');
  return row;
}

/**
 * Locks the row for a change that a session makes to its own person's sign-in, and checks that the session is
 * still open: a reset ends it. GuicheError `unauthenticated` if it ended, `not_supported` for single sign-on.
 */
export async function lockOwnSignIn(
  tx: Transaction,
  { operator, sessionId, method }: Pick<SignedIn, 'operator' | 'sessionId' | 'method'>,
): Promise<typeof operators.$inferSelect | undefined> {
  if (method === 'oidc')
    throw new GuicheError('not_supported', 'Who signs in with an issuer proves themselves there.');
  const row = await lockOperator(tx, operator.id);
  const [open] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)));
  if (open === undefined) throw new GuicheError('unauthenticated', 'The session ended meanwhile.');
  return row;
}

/** Changes of the team run one after the other, so that counting the remaining administrators is safe. */
const TEAM_LOCK = 748_031;

export const lockTeam = async (tx: Transaction): Promise<void> =>
  void (await tx.execute(sql`select pg_advisory_xact_lock(${TEAM_LOCK})`));

/** One role on one account, as a comparable text. */
export const keyOf = ({ account, role }: { account: string; role: string }) => `${account} ${role}`;
