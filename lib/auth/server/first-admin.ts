import 'server-only';
import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { appendAudit } from '#lib/audit/append.ts';
import { hashPassword } from '#lib/auth/server/passwords.ts';
import { keyedHash } from '#lib/auth/server/seal.ts';
import type { Transaction } from '#lib/db/client.ts';
import { db } from '#lib/db/client.ts';
import { aloneWithFirstRows } from '#lib/db/first-rows.ts';
import { writing } from '#lib/db/remembered.ts';
import { grants, oneTimeLinks, operators } from '#lib/db/schema/operators.ts';
import { settings } from '#lib/env.ts';

const LINK_MS = 3_600_000;

/** Whether somebody of one's own (no ready sign-in) administers this installation. */
export async function adminExists(tx: Pick<Transaction, 'select'> = db()): Promise<boolean> {
  const [row] = await tx
    .select({ id: operators.id })
    .from(operators)
    .innerJoin(grants, eq(grants.operatorId, operators.id))
    .where(and(eq(operators.ready, false), isNull(operators.disabledAt), eq(grants.role, 'admin')))
    .limit(1);
  return row !== undefined;
}

/**
 * At start, while no administrator of one's own exists: makes the one the environment names, or returns a set-up
 * link (one use, one hour). Null when there is nothing to say.
 */
export async function prepareFirstAdmin(realAccounts: boolean): Promise<string | null> {
  if (await adminExists()) return null;
  const { admin, url } = settings();
  if (admin !== null) {
    const name = admin.email.split('@')[0] ?? admin.email;
    await writing('people', () => db().transaction((tx) => insertFirst(tx, { ...admin, name })));
    return null;
  }
  return realAccounts ? `${url}${await db().transaction(newSetUpLink)}` : null;
}

/** Two instances may start at once: the second finds what the first made. */
async function insertFirst(tx: Transaction, admin: NewAdmin): Promise<void> {
  await aloneWithFirstRows(tx);
  if (!(await adminExists(tx))) await insertAdmin(tx, admin);
}

/** A link to make the first administrator with: one use, one hour; earlier ones end. Path and query. */
export async function newSetUpLink(tx: Transaction): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await tx.delete(oneTimeLinks).where(eq(oneTimeLinks.purpose, 'set-up'));
  await tx
    .insert(oneTimeLinks)
    .values({ tokenHash: hashOf(token), purpose: 'set-up', expiresAt: new Date(Date.now() + LINK_MS) });
  return `/set-up?token=${token}`;
}

type NewAdmin = { name: string; email: string; password: string };

/** Uses the set-up link. False when the link is used, old or wrong, or an administrator exists by now. */
export async function setUpAdmin(token: string, person: NewAdmin): Promise<boolean> {
  const passwordHash = await hashPassword(person.password);
  return writing('people', () => useLink(token, person, passwordHash));
}

function useLink(token: string, person: NewAdmin, passwordHash: string): Promise<boolean> {
  return db().transaction(async (tx) => {
    const used = await tx
      .update(oneTimeLinks)
      .set({ usedAt: sql`now()` })
      .where(
        and(
          eq(oneTimeLinks.tokenHash, hashOf(token)),
          isNull(oneTimeLinks.usedAt),
          gt(oneTimeLinks.expiresAt, new Date()),
        ),
      )
      .returning({ purpose: oneTimeLinks.purpose });
    if (used.length === 0 || (await adminExists(tx))) return false;
    await insertAdmin(tx, person, passwordHash);
    return true;
  });
}

async function insertAdmin(tx: Transaction, person: NewAdmin, hash?: string): Promise<void> {
  const id = randomUUID();
  const passwordHash = hash ?? (await hashPassword(person.password));
  await tx
    .insert(operators)
    .values({ id, email: person.email.toLowerCase(), name: person.name, passwordHash });
  await tx.insert(grants).values({ operatorId: id, account: '*', role: 'admin' });
  await appendAudit(tx, {
    operatorId: null,
    accountId: null,
    action: 'operator.add',
    target: id,
    result: 'ok',
  });
}

const hashOf = (token: string) => keyedHash(token, 'one-time-link');
