import 'server-only';
import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { RequestOrigin } from '#lib/api/context.ts';
import { appendAudit } from '#lib/audit/append.ts';
import { openSession } from '#lib/auth/server/open-session.ts';
import { isGuessable, refuseGuessable } from '#lib/auth/server/password-strength.ts';
import { hashPassword } from '#lib/auth/server/passwords.ts';
import { keyedHash } from '#lib/auth/server/seal.ts';
import { buckets, throttled } from '#lib/auth/server/throttle.ts';
import type { Transaction } from '#lib/db/client.ts';
import { db } from '#lib/db/client.ts';
import { aloneWithFirstRows } from '#lib/db/first-rows.ts';
import { writing } from '#lib/db/remembered.ts';
import { grants, oneTimeLinks, operators } from '#lib/db/schema/operators.ts';
import { settings } from '#lib/env/settings.ts';
import { GuicheError } from '#lib/errors.ts';

/** A set-up link's hour. */
const LINK_ENDS = sql`now() + interval '1 hour'`;

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
export async function prepareFirstAdmin(needed: boolean): Promise<string | null> {
  if (await adminExists()) return null;
  const { admin, url } = settings();
  if (admin !== null) {
    const name = admin.email.split('@')[0] ?? admin.email;
    if (await isGuessable(admin.password, { ...admin, name }))
      throw new Error(
        'GUICHE_ADMIN_PASSWORD is easy to guess: choose one that is no common password and not your own name or e-mail.',
      );
    const passwordHash = await hashPassword(admin.password);
    await writing('people', () =>
      db().transaction((tx) => insertFirst(tx, { ...admin, name, passwordHash })),
    );
    return null;
  }
  return needed ? `${url}${await db().transaction(newSetUpLink)}` : null;
}

/** Two instances may start at once: the second finds what the first made. */
async function insertFirst(tx: Transaction, admin: Hashed): Promise<void> {
  await aloneWithFirstRows(tx);
  if (!(await adminExists(tx))) await insertAdmin(tx, admin);
}

/** A link to make the first administrator with: one use, one hour; earlier ones end. Path and query. */
export async function newSetUpLink(tx: Transaction): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await tx.delete(oneTimeLinks).where(eq(oneTimeLinks.purpose, 'set-up'));
  await tx.insert(oneTimeLinks).values({ tokenHash: hashOf(token), purpose: 'set-up', expiresAt: LINK_ENDS });
  return `/set-up?token=${token}`;
}

type NewAdmin = { name: string; email: string; password: string };
type Opened = { operatorId: string; sessionId: string };

/**
 * Uses the set-up link and signs its administrator in. Strangers are told `not_found` or, after five tries,
 * `rate_limited` before anything costly; GuicheError `invalid_request` for a taken e-mail or a guessable password.
 */
export async function setUpAdmin(token: string, person: NewAdmin, from: RequestOrigin): Promise<Opened> {
  const judged = await throttled([buckets.setUp(from.address)], async () =>
    (await linkIsOpen(token)) ? true : null,
  );
  if (judged.kind === 'slowed')
    throw new GuicheError('rate_limited', 'Too many tries.', { retryAfterSeconds: judged.waitSeconds });
  if (judged.kind === 'wrong') throw linkIsOver();
  await refuseGuessable(person.password, person);
  const passwordHash = await hashPassword(person.password);
  return writing('people', () =>
    db().transaction((tx) => useLink(tx, token, { ...person, passwordHash, from })),
  );
}

const openLink = (token: string) =>
  and(
    eq(oneTimeLinks.tokenHash, hashOf(token)),
    eq(oneTimeLinks.purpose, 'set-up'),
    isNull(oneTimeLinks.usedAt),
    gt(oneTimeLinks.expiresAt, sql`now()`),
  );
const linkIsOver = () => new GuicheError('not_found', 'The link was used or is too old.');

async function linkIsOpen(token: string): Promise<boolean> {
  const found = await db()
    .select({ purpose: oneTimeLinks.purpose })
    .from(oneTimeLinks)
    .where(openLink(token));
  return found.length > 0;
}

type Hashed = NewAdmin & { passwordHash: string };

async function useLink(
  tx: Transaction,
  token: string,
  person: Hashed & { from: RequestOrigin },
): Promise<Opened> {
  const used = await tx
    .update(oneTimeLinks)
    .set({ usedAt: sql`now()` })
    .where(openLink(token))
    .returning({ purpose: oneTimeLinks.purpose });
  if (used.length === 0 || (await adminExists(tx))) throw linkIsOver();
  const operatorId = await insertAdmin(tx, person);
  const sessionId = await openSession(tx, { ...person.from, operatorId, passwordHash: person.passwordHash });
  if (sessionId === null) throw new Error('The administrator made in this transaction is gone.');
  return { operatorId, sessionId };
}

/** The id of the new administrator; GuicheError `invalid_request` where somebody has that e-mail. */
async function insertAdmin(tx: Transaction, { email, name, passwordHash }: Hashed): Promise<string> {
  const id = randomUUID();
  const added = await tx
    .insert(operators)
    .values({ id, email: email.toLowerCase(), name, passwordHash })
    .onConflictDoNothing({ target: operators.email })
    .returning({ id: operators.id });
  if (added.length === 0)
    throw new GuicheError('invalid_request', 'Somebody has this e-mail.', {
      fields: [{ field: 'email', message: 'taken' }],
    });
  await tx.insert(grants).values({ operatorId: id, account: '*', role: 'admin' });
  await appendAudit(tx, {
    operatorId: null,
    accountId: null,
    action: 'operator.add',
    target: id,
    result: 'ok',
  });
  return id;
}

const hashOf = (token: string) => keyedHash(token, 'one-time-link');
