import 'server-only';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Grant } from '#lib/auth/permissions.ts';
import { lifting, noteLift } from '#lib/auth/server/holders.ts';
import type { SignedIn } from '#lib/auth/server/session.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { grants, operators, sessions } from '#lib/data/schema/operators.ts';

/** Runs a change to people or their sessions in a transaction, then clears their cache, even if it failed. */
export const changePeople = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  invalidateAfter('people', () => db().transaction(work));

/** The operator that this finds, unless disabled. */
export async function activeOperator(which: SQL): Promise<typeof operators.$inferSelect | undefined> {
  const [row] = await db()
    .select()
    .from(operators)
    .where(and(which, isNull(operators.disabledAt)));
  return row;
}

/** Locks the person's row until the transaction ends: changes to one sign-in run one after the other. */
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

/** Replaces a person's grants; `noteLift` records who added a deciding role. The caller clears `people`. */
export async function setGrants(tx: Transaction, by: string | null, id: string, next: readonly Grant[]) {
  const existing = await tx.select().from(grants).where(eq(grants.operatorId, id));
  const wantedKeys = new Set(next.map(keyOf));
  const existingKeys = new Set(existing.map(keyOf));
  for (const grant of existing.filter((one) => !wantedKeys.has(keyOf(one))))
    await tx
      .delete(grants)
      .where(and(eq(grants.operatorId, id), eq(grants.account, grant.account), eq(grants.role, grant.role)));
  const added = next.filter((one) => !existingKeys.has(keyOf(one)));
  if (added.length > 0) await tx.insert(grants).values(added.map((grant) => ({ operatorId: id, ...grant })));
  if (added.some(({ role }) => lifting(role))) await noteLift(tx, id, by);
  return { before: existing.map(keyOf).sort(), after: next.map(keyOf).sort() };
}
