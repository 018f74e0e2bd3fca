import 'server-only';
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { RequestOrigin } from '#lib/api/context.ts';
import { changePeople } from '#lib/auth/server/hold-operator.ts';
import { someoneAdministers } from '#lib/auth/server/holders.ts';
import { findLink, linkIsOver, newLink, takeLink } from '#lib/auth/server/one-time-links.ts';
import { openSession } from '#lib/auth/server/open-session.ts';
import { hashPassword, isGuessable, refuseWeak } from '#lib/auth/server/passwords.ts';
import { buckets, refuseSlowed, throttled } from '#lib/auth/server/throttle.ts';
import { settings } from '#lib/core/env/settings.ts';
import { invalidField } from '#lib/core/errors.ts';
import { log } from '#lib/core/log.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, lockFirstRows, type Transaction } from '#lib/data/client.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';

/** True when a real person administers this installation, not a ready sign-in or somebody only invited. */
export const adminExists = (tx: Pick<Transaction, 'select'> = db()): Promise<boolean> =>
  someoneAdministers(tx, { own: true });

/**
 * At start, without a real administrator: creates the one that the environment names, or returns a set-up
 * link (one use, one hour). Null when there is nothing to print.
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
    if ((await db().$count(operators, eq(operators.email, admin.email.toLowerCase()))) === 0) {
      const passwordHash = await hashPassword(admin.password);
      await changePeople((tx) => insertFirst(tx, { ...admin, name, passwordHash }));
      return null;
    }
    // An invited or disabled person has this e-mail. That must not prevent the start.
    log().warn(
      'GUICHE_ADMIN_EMAIL is the e-mail of somebody who is here already: a set-up link stands in for it.',
    );
    return `${url}${await db().transaction(newSetUpLink)}`;
  }
  return needed ? `${url}${await db().transaction(newSetUpLink)}` : null;
}

/** Two instances may start at once; the second finds the administrator that the first created. */
async function insertFirst(tx: Transaction, admin: Hashed): Promise<void> {
  await lockFirstRows(tx);
  if (!(await adminExists(tx))) await insertAdmin(tx, admin);
}

/** A link to create the first administrator: one use, one hour. Earlier ones end. Returns path and query. */
export async function newSetUpLink(tx: Transaction): Promise<string> {
  const { token } = await newLink(tx, 'set-up');
  return `/set-up?token=${token}`;
}

type NewAdmin = { name: string; email: string; password: string };
type Opened = { operatorId: string; sessionId: string };

/**
 * Uses the set-up link, creates its administrator and signs them in. A wrong token is `not_found`, after five
 * tries `rate_limited`, before any costly work. GuicheError `invalid_request` for a taken e-mail or a
 * guessable password.
 */
export async function setUpAdmin(token: string, person: NewAdmin, from: RequestOrigin): Promise<Opened> {
  const judged = await throttled([buckets.setUp(from.address)], async () =>
    findLink(db(), token, ['set-up']),
  );
  refuseSlowed(judged);
  if (judged.kind === 'wrong') throw linkIsOver();
  await refuseWeak(person.password, person);
  const passwordHash = await hashPassword(person.password);
  return changePeople((tx) => acceptSetUp(tx, token, { ...person, passwordHash, from }));
}

type Hashed = NewAdmin & { passwordHash: string };

async function acceptSetUp(
  tx: Transaction,
  token: string,
  person: Hashed & { from: RequestOrigin },
): Promise<Opened> {
  await takeLink(tx, token, ['set-up']);
  if (await adminExists(tx)) throw linkIsOver();
  const operatorId = await insertAdmin(tx, person);
  const sessionId = await openSession(tx, { ...person.from, operatorId, method: 'link', device: [] });
  if (sessionId === null) throw new Error('The administrator made in this transaction is gone.');
  return { operatorId, sessionId };
}

/** Returns the new administrator's id. GuicheError `invalid_request` when the e-mail is taken. */
async function insertAdmin(tx: Transaction, { email, name, passwordHash }: Hashed): Promise<string> {
  const id = randomUUID();
  const added = await tx
    .insert(operators)
    .values({ id, email: email.toLowerCase(), name, passwordHash, passwordAt: sql`now()` })
    .onConflictDoNothing({ target: operators.email })
    .returning({ id: operators.id });
  if (added.length === 0) throw invalidField('email', 'taken', 'Somebody has this e-mail.');
  await tx.insert(grants).values({ operatorId: id, account: '*', role: 'admin' });
  const entry = { operatorId: null, accountId: null, result: 'ok' } as const;
  await appendAudit(tx, { ...entry, action: 'operator.add', target: id });
  return id;
}
