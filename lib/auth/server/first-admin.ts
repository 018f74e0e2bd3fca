import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { RequestOrigin } from '#lib/api/context.ts';
import type { Role } from '#lib/auth/permissions.ts';
import { dropFactors } from '#lib/auth/server/factors.ts';
import { changePeople } from '#lib/auth/server/hold-operator.ts';
import { someoneAdministers } from '#lib/auth/server/holders.ts';
import { findLink, linkIsOver, newLink, takeLink } from '#lib/auth/server/one-time-links.ts';
import { hashPassword, isGuessable, passwordMatches, refuseWeak } from '#lib/auth/server/passwords.ts';
import { keyedHash } from '#lib/auth/server/seal.ts';
import { openSession } from '#lib/auth/server/sign-in.ts';
import { isLoopbackAddress, isLoopbackHost } from '#lib/core/address-name.ts';
import { settings } from '#lib/core/env/settings.ts';
import { invalidField } from '#lib/core/errors.ts';
import { log } from '#lib/core/log.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { type Database, db, lockFirstRows, type Transaction } from '#lib/data/client.ts';
import { attempt, buckets } from '#lib/data/rate-limit/attempts.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
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
      await changePeople(async (tx) => {
        // Two instances may start at once; the second finds the administrator that the first created.
        await lockFirstRows(tx);
        if (!(await adminExists(tx))) await insertAdmin(tx, { ...admin, name, passwordHash });
      });
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
  const link = await attempt([buckets.setUp(from.address)], () => findLink(db(), token, ['set-up']));
  if (link === null) throw linkIsOver();
  await refuseWeak(person.password, person);
  const passwordHash = await hashPassword(person.password);
  return changePeople(async (tx) => {
    await takeLink(tx, token, ['set-up']);
    if (await adminExists(tx)) throw linkIsOver();
    const operatorId = await insertAdmin(tx, { ...person, passwordHash });
    const sessionId = await openSession(tx, { ...from, operatorId, method: 'link', device: [] });
    if (sessionId === null) throw new Error('The administrator made in this transaction is gone.');
    return { operatorId, sessionId };
  });
}

type Hashed = NewAdmin & { passwordHash: string };

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
  await appendAudit(tx, { action: 'operator.add', target: id });
  return id;
}

type ReadySignIn = { role: Role; email: string; password: string };

/** One person per role, in the order of the sign-in page. */
const PEOPLE: { role: Role; email: string; name: string }[] = [
  { role: 'admin', email: 'admin@guiche.example', name: 'Regina Farias' },
  { role: 'analyst', email: 'analise@guiche.example', name: 'Lívia Prates' },
  { role: 'finance', email: 'financeiro@guiche.example', name: 'Caio Fontes' },
  { role: 'developer', email: 'integracao@guiche.example', name: 'Bruna Sales' },
  { role: 'viewer', email: 'leitura@guiche.example', name: 'Davi Moura' },
];
const FIRST = ['vale', 'serra', 'brisa', 'praia', 'ponte', 'duna', 'campo', 'lagoa'];
const SECOND = ['azul', 'clara', 'verde', 'mansa', 'larga', 'serena', 'alta', 'nova'];

/** The same password after a restart: derived from the installation's secret, never stored in clear. */
function password(): string {
  const digest = Buffer.from(keyedHash('ready sign-ins', 'ready'), 'hex');
  const word = (words: string[], at: number) => words[(digest[at] ?? 0) % words.length];
  return `${word(FIRST, 0)}-${word(SECOND, 1)}-${String(digest.readUInt16BE(2) % 10_000).padStart(4, '0')}`;
}

/** The ready sign-ins, while every account is the simulator's and only this machine is served; else none. */
export async function readySignIns(): Promise<ReadySignIn[]> {
  if (!(await areAllowed())) return [];
  return PEOPLE.map(({ role, email }) => ({ role, email, password: password() }));
}

/** A password that the page shows is for people at this machine, not for whoever finds the address. */
async function areAllowed(): Promise<boolean> {
  const { host, url } = settings();
  if (!isLoopbackHost(host) || !isLoopbackAddress(url)) return false;
  const rows = await db()
    .select({ simulator: accounts.simulator })
    .from(accounts)
    .where(isNull(accounts.archivedAt));
  return rows.length > 0 && rows.every((row) => row.simulator);
}

/** At start: creates the ready operators, or ends them and their sessions where they are not allowed. */
export async function prepareReadySignIns(): Promise<void> {
  const open = await areAllowed();
  await invalidateAfter('people', open ? makeReady : () => endReadySignIns(db()));
}

/** Ends the ready operators and their sessions. The caller invalidates `people`. */
export async function endReadySignIns(tx: Database | Transaction): Promise<void> {
  await tx
    .update(operators)
    .set({ disabledAt: sql`now()`, passwordHash: null, sessionVersion: sql`${operators.sessionVersion} + 1` })
    .where(and(eq(operators.ready, true), isNull(operators.disabledAt)));
}

async function makeReady(): Promise<void> {
  const secret = password();
  // Two instances may start at once; the second finds what the first created.
  await db().transaction(async (tx) => {
    await lockFirstRows(tx);
    const ready = await tx.select().from(operators).where(eq(operators.ready, true));
    // Second factors tried out on ready operators end at start, so that a lost phone locks nobody out of the
    // sandbox.
    await dropFactors(
      tx,
      ready.map(({ id }) => id),
    );
    const unchanged = ready.every(({ disabledAt, passwordAt }) => disabledAt === null && passwordAt === null);
    if (unchanged && (await passwordMatches(ready[0]?.passwordHash, secret))) return;
    const passwordHash = await hashPassword(secret);
    for (const person of PEOPLE) {
      const id = `ready-${person.role}`;
      const fresh = { passwordHash, passwordAt: null, disabledAt: null };
      await tx
        .insert(operators)
        .values({ id, email: person.email, name: person.name, ready: true, ...fresh })
        .onConflictDoUpdate({ target: operators.id, set: fresh });
      await tx
        .insert(grants)
        .values({ operatorId: id, account: '*', role: person.role })
        .onConflictDoNothing();
    }
    await appendAudit(tx, { action: 'ready-sign-ins.make' });
  });
}
