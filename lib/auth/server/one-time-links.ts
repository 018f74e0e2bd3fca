import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { keyedHash, keyedHashes } from '#lib/auth/server/seal.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { oneTimeLinks } from '#lib/data/schema/operators.ts';

/** `forgotten` is asked for by e-mail and leaves the second factor; `reset` is given by an administrator. */
export type LinkPurpose = 'set-up' | 'invitation' | 'reset' | 'forgotten';

const HOLDS: Record<LinkPurpose, SQL> = {
  'set-up': sql`now() + interval '1 hour'`,
  invitation: sql`now() + interval '7 days'`,
  reset: sql`now() + interval '24 hours'`,
  forgotten: sql`now() + interval '1 hour'`,
};

const HASHED_FOR = 'one-time-link';

/** Of whom and by whom; the first administrator's set-up has neither. */
type About = { operatorId: string; createdBy: string | null };

/** A new token for one use; the earlier one of the same purpose and person ends. */
export async function newLink(tx: Transaction, purpose: LinkPurpose, about?: About) {
  const token = randomBytes(24).toString('base64url');
  await endLinks(tx, purpose, about?.operatorId ?? null);
  const [row] = await tx
    .insert(oneTimeLinks)
    .values({ tokenHash: hashOf(token), purpose, ...about, expiresAt: HOLDS[purpose] })
    .returning({ expiresAt: oneTimeLinks.expiresAt });
  return { token, expiresAt: (row as { expiresAt: Date }).expiresAt };
}

/** Ends what was given out for this purpose; one that was used stands for no person any more either. */
async function endLinks(tx: Transaction, purpose: LinkPurpose, operatorId: string | null): Promise<void> {
  const whose =
    operatorId === null ? isNull(oneTimeLinks.operatorId) : eq(oneTimeLinks.operatorId, operatorId);
  await tx
    .update(oneTimeLinks)
    .set({ endedAt: sql`now()` })
    .where(and(eq(oneTimeLinks.purpose, purpose), whose, isNull(oneTimeLinks.endedAt)));
}

/** Ends all that was given out to a person and not used: what they were for has been done, or must not be any more. */
export async function endAllLinks(tx: Transaction, operatorId: string): Promise<void> {
  const theirs = eq(oneTimeLinks.operatorId, operatorId);
  await tx
    .update(oneTimeLinks)
    .set({ endedAt: sql`now()` })
    .where(and(theirs, isNull(oneTimeLinks.usedAt), isNull(oneTimeLinks.endedAt)));
}

const given = (token: string, purposes: readonly LinkPurpose[]) =>
  and(
    inArray(oneTimeLinks.tokenHash, keyedHashes(token, HASHED_FOR)),
    inArray(oneTimeLinks.purpose, [...purposes]),
  );

/** It can be used. */
export const linkHolds = and(
  ...[isNull(oneTimeLinks.usedAt), isNull(oneTimeLinks.endedAt)],
  gt(oneTimeLinks.expiresAt, sql`now()`),
);

const open = (token: string, purposes: readonly LinkPurpose[]) => and(given(token, purposes), linkHolds);

export type Link = typeof oneTimeLinks.$inferSelect;

/** The link of this token while it can be used, or null. */
export async function findLink(
  on: Database | Transaction,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<Link | null> {
  const [row] = await on.select().from(oneTimeLinks).where(open(token, purposes));
  return row ?? null;
}

/** The link of this token that can be used no more, while it is kept, and when that came; null where none is known. */
export async function findEnded(token: string, purposes: readonly LinkPurpose[]) {
  const { usedAt, endedAt, expiresAt } = oneTimeLinks;
  const [row] = await db()
    .select({
      link: oneTimeLinks,
      over: sql<Date>`coalesce(${usedAt}, least(${endedAt}, ${expiresAt}))`.mapWith(expiresAt),
    })
    .from(oneTimeLinks)
    .where(given(token, purposes));
  return row ?? null;
}

/** Uses the link up, within the transaction that does what it is for. GuicheError `not_found` where it is over. */
export async function takeLink(
  tx: Transaction,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<Link> {
  const [row] = await tx
    .update(oneTimeLinks)
    .set({ usedAt: sql`now()` })
    .where(open(token, purposes))
    .returning();
  if (row === undefined) throw linkIsOver();
  return row;
}

/** `existing`: what may be said of it to who holds its token. */
export const linkIsOver = (existing?: object) =>
  new GuicheError('not_found', 'The link was used or is too old.', existing && { existing });

const hashOf = (token: string) => keyedHash(token, HASHED_FOR);
