import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { SignedIn } from '#lib/auth/server/session.ts';
import { GuicheError } from '#lib/core/errors.ts';
import type { Transaction } from '#lib/data/client.ts';
import { operators, sessions } from '#lib/data/schema/operators.ts';

/** The person's row, held until the transaction ends: what changes how one person signs in goes one after the other. */
export async function holdOperator(
  tx: Transaction,
  id: string,
): Promise<typeof operators.$inferSelect | undefined> {
  const [row] = await tx.select().from(operators).where(eq(operators.id, id)).for('no key update');
  return row;
}

/**
 * The same for what a session changes of its own person's sign-in: whoever reset them meanwhile ended this session, and
 * nothing is added behind that. GuicheError `unauthenticated`; `not_supported` for who signs in with an issuer.
 */
export async function holdOwnSignIn(
  tx: Transaction,
  { operator, sessionId, method }: Pick<SignedIn, 'operator' | 'sessionId' | 'method'>,
): Promise<typeof operators.$inferSelect | undefined> {
  if (method === 'oidc')
    throw new GuicheError('not_supported', 'Who signs in with an issuer proves themselves there.');
  const row = await holdOperator(tx, operator.id);
  const [open] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)));
  if (open === undefined) throw new GuicheError('unauthenticated', 'The session ended meanwhile.');
  return row;
}

/** Changes of the team go one after the other: who is the last administrator is counted under this. */
const TEAM_LOCK = 748_031;

export const holdTeam = async (tx: Transaction): Promise<void> =>
  void (await tx.execute(sql`select pg_advisory_xact_lock(${TEAM_LOCK})`));

/** One role on one account, as a word. */
export const keyOf = ({ account, role }: { account: string; role: string }) => `${account} ${role}`;
