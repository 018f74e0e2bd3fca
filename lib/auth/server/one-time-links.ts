import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { keyedHash, keyedHashes } from '#lib/auth/server/seal.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { oneTimeLinks } from '#lib/data/schema/operators.ts';

/** `forgotten`: requested by e-mail, keeps the second factor. `reset`: created by an administrator. */
export type LinkPurpose = 'set-up' | 'invitation' | 'reset' | 'forgotten';

const EXPIRES_AT: Record<LinkPurpose, SQL> = {
  'set-up': sql`now() + interval '1 hour'`,
  invitation: sql`now() + interval '7 days'`,
  reset: sql`now() + interval '24 hours'`,
  forgotten: sql`now() + interval '1 hour'`,
};

const HASH_PURPOSE = 'one-time-link';

/** Whose link it is and who created it. The first administrator's set-up link has neither. */
type About = { operatorId: string; createdBy: string | null };

/** Makes a token for one use. The person's earlier link of the same purpose ends. */
export async function newLink(tx: Transaction, purpose: LinkPurpose, about?: About) {
  const token = randomBytes(24).toString('base64url');
  const whose =
    about === undefined ? isNull(oneTimeLinks.operatorId) : eq(oneTimeLinks.operatorId, about.operatorId);
  await endLinks(tx, and(eq(oneTimeLinks.purpose, purpose), whose));
  const [row] = await tx
    .insert(oneTimeLinks)
    .values({ tokenHash: hashOf(token), purpose, ...about, expiresAt: EXPIRES_AT[purpose] })
    .returning({ expiresAt: oneTimeLinks.expiresAt });
  return { token, expiresAt: (row as { expiresAt: Date }).expiresAt };
}

async function endLinks(tx: Transaction, which: SQL | undefined): Promise<void> {
  await tx
    .update(oneTimeLinks)
    .set({ endedAt: sql`now()` })
    .where(and(which, isNull(oneTimeLinks.endedAt)));
}

/** Ends all unused links of a person: their purpose is fulfilled or no longer allowed. */
export async function endAllLinks(tx: Transaction, operatorId: string): Promise<void> {
  await endLinks(tx, and(eq(oneTimeLinks.operatorId, operatorId), isNull(oneTimeLinks.usedAt)));
}

const byToken = (token: string, purposes: readonly LinkPurpose[]) =>
  and(
    inArray(oneTimeLinks.tokenHash, keyedHashes(token, HASH_PURPOSE)),
    inArray(oneTimeLinks.purpose, [...purposes]),
  );

/** The link is unused, not ended and not expired. */
export const linkIsUsable = and(
  ...[isNull(oneTimeLinks.usedAt), isNull(oneTimeLinks.endedAt)],
  gt(oneTimeLinks.expiresAt, sql`now()`),
);

const usable = (token: string, purposes: readonly LinkPurpose[]) =>
  and(byToken(token, purposes), linkIsUsable);

type Link = typeof oneTimeLinks.$inferSelect;

/** The usable link of this token, or null. */
export async function findLink(
  on: Database | Transaction,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<Link | null> {
  const [row] = await on.select().from(oneTimeLinks).where(usable(token, purposes));
  return row ?? null;
}

/** The stored link of this token and when it stopped being usable; null for an unknown token. */
export async function findEnded(token: string, purposes: readonly LinkPurpose[]) {
  const { usedAt, endedAt, expiresAt } = oneTimeLinks;
  const [row] = await db()
    .select({
      link: oneTimeLinks,
      over: sql<Date>`coalesce(${usedAt}, least(${endedAt}, ${expiresAt}))`.mapWith(expiresAt),
    })
    .from(oneTimeLinks)
    .where(byToken(token, purposes));
  return row ?? null;
}

/** Uses up the link in the transaction of its purpose. GuicheError `not_found` when it is not usable. */
export async function takeLink(
  tx: Transaction,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<Link> {
  const [row] = await tx
    .update(oneTimeLinks)
    .set({ usedAt: sql`now()` })
    .where(usable(token, purposes))
    .returning();
  if (row === undefined) throw linkIsOver();
  return row;
}

/** `existing`: what the holder of the token may learn about the link. */
export const linkIsOver = (existing?: object) =>
  new GuicheError('not_found', 'The link was used or is too old.', existing && { existing });

const hashOf = (token: string) => keyedHash(token, HASH_PURPOSE);
