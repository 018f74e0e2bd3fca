import 'server-only';
import { asc, eq, max, sql } from 'drizzle-orm';
import { type Account, listAccounts } from '#lib/accounts/server/account.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import type { Grant, Role } from '#lib/auth/permissions.ts';
import { codeAppOf, factorColumns, factorsIn, recoveryCodesOf } from '#lib/auth/server/factors.ts';
import { changePeople, keyOf, lockOperator, lockTeam, setGrants } from '#lib/auth/server/hold-operator.ts';
import { noteLift, operatorNames, someoneAdministers } from '#lib/auth/server/holders.ts';
import { notifySignIn } from '#lib/auth/server/notify-sign-in.ts';
import { endAllLinks, linkIsUsable } from '#lib/auth/server/one-time-links.ts';
import { endRow, endSessionsOf, sessionIsValid } from '#lib/auth/server/session.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { type AuditEntry, type AuditNote, auditBy, sessionMark } from '#lib/data/audit/append.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import {
  grants,
  identities,
  oneTimeLinks,
  operators,
  passkeys,
  sessions,
} from '#lib/data/schema/operators.ts';
import type { OpenSession } from '#lib/session/contract.ts';
import { openSessionsOf } from '#lib/session/server/get-session.ts';
import type { Person, PersonFactors } from '#lib/team/contract.ts';

/** Who changes the team: a signed-in operator, or the installation's keeper at the terminal. */
export type Actor = {
  operator: { id: string } | null;
  locale?: string;
  auditEntry: (note: AuditNote) => AuditEntry;
};

/** Locks the team, then the person. GuicheError `not_found`; `conflict` for a ready sign-in. */
export async function lockPerson(tx: Transaction, id: string): Promise<typeof operators.$inferSelect> {
  await lockTeam(tx);
  const person = await lockOperator(tx, id);
  if (person === undefined) throw noSuchPerson();
  if (person.ready)
    throw new GuicheError('conflict', 'The simulator’s sign-ins are the same for everybody.', {
      existing: { ready: true },
    });
  return person;
}

const noSuchPerson = () => new GuicheError('not_found', 'No such person.');

type RequestedRoles = readonly { account: string; role: Role }[];

/** Slugs become account ids, each role once. GuicheError `invalid_request` at an unknown account's role. */
export async function grantsOf(requested: RequestedRoles): Promise<Grant[]> {
  const ids = new Map((await listAccounts()).map(({ slug, id }) => [slug, id]));
  const found = requested.map(({ account, role }, place) => {
    const id = account === '*' ? '*' : ids.get(account);
    if (id === undefined) throw invalidField(`roles.${place}.account`, 'unknown', 'No such account.');
    return { account: id, role };
  });
  return [...new Map(found.map((grant) => [keyOf(grant), grant])).values()];
}

/** Call this after a change, in its transaction. GuicheError `conflict` when nobody can administer all. */
export async function requireAdministrator(tx: Transaction): Promise<void> {
  if (await someoneAdministers(tx)) return;
  throw new GuicheError('conflict', 'Nobody else administers all accounts.', {
    existing: { lastAdministrator: true },
  });
}

/** Everyone who signs in or is invited, by name, and the accounts in the side bar's order. */
export async function listTeam() {
  const accounts = await listAccounts();
  return {
    items: await people(db(), accounts),
    accounts: accounts.map(({ slug, name }) => ({ slug, name })),
  };
}

/**
 * One person or all, with one query per related table. The caller passes the accounts: within a transaction
 * the embedded database allows no other query.
 */
export async function people(
  on: Database | Transaction,
  accounts: readonly Account[],
  id?: string,
): Promise<Person[]> {
  // One after the other: a transaction has one connection.
  const rows = await on
    .select({ operator: operators, ...factorColumns })
    .from(operators)
    .where(id === undefined ? undefined : eq(operators.id, id))
    .orderBy(asc(sql`lower(${operators.name})`), asc(operators.id));
  const allGrants = await on.select().from(grants).orderBy(asc(grants.account), asc(grants.role));
  const seen = await on
    .select({ id: sessions.operatorId, at: max(sessions.lastSeenAt) })
    .from(sessions)
    .groupBy(sessions.operatorId);
  const open = await on
    .select({ id: sessions.operatorId, count: sql<number>`count(*)::int` })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.operatorId))
    .where(sessionIsValid)
    .groupBy(sessions.operatorId);
  const links = await on.select().from(oneTimeLinks).where(linkIsUsable);
  const signOnPeople = await on.select().from(identities);
  const inviters = await operatorNames(
    rows.flatMap(({ operator }) => operator.invitedBy ?? []),
    on,
  );
  const slugs = new Map(accounts.map((account) => [account.id, account.slug]));
  const seenAt = new Map(seen.map((one) => [one.id, one.at]));
  const openOf = new Map(open.map((one) => [one.id, one.count]));
  return rows.map(({ operator, ...factors }) => {
    const found = factorsIn(factors);
    const invited =
      operator.passwordHash === null && !signOnPeople.some((one) => one.operatorId === operator.id);
    const link = links.find((one) => one.operatorId === operator.id);
    return {
      id: operator.id,
      name: operator.name,
      email: operator.email,
      ready: operator.ready,
      state: operator.disabledAt !== null ? 'disabled' : invited ? 'invited' : 'active',
      roles: allGrants.flatMap((grant) => {
        const account = grant.account === '*' ? '*' : slugs.get(grant.account);
        return grant.operatorId === operator.id && account !== undefined
          ? [{ account, role: grant.role as Role }]
          : [];
      }),
      secondFactor: found.length === 0 ? 'none' : found,
      signOn: operator.passwordHash === null && !invited ? 'oidc' : 'password',
      lastSeenAt: seenAt.get(operator.id)?.toISOString() ?? null,
      invitedAt: operator.invitedAt?.toISOString() ?? null,
      invitedBy: operator.invitedBy === null ? null : (inviters.get(operator.invitedBy) ?? null),
      linkUntil: link?.expiresAt.toISOString() ?? null,
      openSessions: openOf.get(operator.id) ?? 0,
    };
  });
}

/** Changes name, roles or state. GuicheError `conflict` when nobody would administer all accounts. */
export async function changePerson({ ctx, id, body }: Args<'PATCH /api/settings/team/{id}'>) {
  const newGrants = body.roles === undefined ? null : await grantsOf(body.roles);
  const accounts = await listAccounts();
  return changePeople(async (tx) => {
    const person = await lockPerson(tx, id);
    const { name, state } = body;
    if (name !== undefined && name !== person.name) {
      await tx.update(operators).set({ name }).where(eq(operators.id, id));
      const change = { before: { name: person.name }, after: { name } };
      await auditBy(tx, ctx, { action: 'operator.name', target: id, ...change });
    }
    if (newGrants !== null) {
      const { before, after } = await setGrants(tx, ctx.operator.id, id, newGrants);
      const change = { before: { roles: before }, after: { roles: after } };
      if (before.join() !== after.join())
        await auditBy(tx, ctx, { action: 'operator.roles', target: id, ...change });
    }
    if (state === 'disabled' && person.disabledAt === null) await disable(tx, ctx, id);
    if (state === 'active' && person.disabledAt !== null) await enable(tx, ctx, id);
    await requireAdministrator(tx);
    const [changed] = await people(tx, accounts, id);
    return bindAnswer(tx, ctx.intent, changed as Person);
  });
}

/** Disables a person: sessions and links end, and the next request is refused. */
export async function disable(tx: Transaction, by: Actor, id: string): Promise<void> {
  const ended = await endSessionsOf(tx, id);
  await tx
    .update(operators)
    .set({ disabledAt: sql`now()`, sessionVersion: sql`${operators.sessionVersion} + 1` })
    .where(eq(operators.id, id));
  await endAllLinks(tx, id);
  await auditBy(tx, by, { action: 'operator.disable', target: id, after: { ended } });
}

async function enable(tx: Transaction, ctx: OperatorCtx, id: string): Promise<void> {
  await tx.update(operators).set({ disabledAt: null }).where(eq(operators.id, id));
  await noteLift(tx, id, ctx.operator.id);
  await auditBy(tx, ctx, { action: 'operator.enable', target: id });
}

/** A person's passkeys, code app and recovery codes, without secrets. GuicheError `not_found`. */
export async function personFactors(id: string): Promise<PersonFactors> {
  await requireKnown(id);
  const { name, createdAt, lastUsedAt } = passkeys;
  const [keys, totp, recoveryCodes] = await Promise.all([
    db()
      .select({ name, createdAt, lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.operatorId, id))
      .orderBy(asc(createdAt)),
    codeAppOf(id),
    recoveryCodesOf(id),
  ]);
  return {
    keys: keys.map((key) => ({
      name: key.name,
      createdAt: key.createdAt.toISOString(),
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    })),
    totp,
    recoveryCodes,
  };
}

type Call = { ctx: OperatorCtx; id: string };

async function requireKnown(id: string): Promise<void> {
  if ((await db().$count(operators, eq(operators.id, id))) === 0) throw noSuchPerson();
}

/** A person's open sessions. GuicheError `not_found` for an unknown id. */
export async function listPersonSessions({ ctx, id }: Call): Promise<{ items: OpenSession[] }> {
  await requireKnown(id);
  return { items: await openSessionsOf(id, ctx.sessionId) };
}

/** Ends a person's session. GuicheError `not_found` for another person's, and for one that has ended. */
export async function endPersonSession({ ctx, id, session }: Call & { session: string }): Promise<void> {
  await changePeople(async (tx) => {
    await lockPerson(tx, id);
    if ((await endRow(tx, session, id)) === null) throw new GuicheError('not_found', 'No such session.');
    const after = { session: sessionMark(session) };
    await auditBy(tx, ctx, { action: 'operator.session-end', target: id, after });
    await notifySignIn(tx, id, 'session_ended');
    await bindAnswer(tx, ctx.intent, null);
  });
}

/** Ends all sessions of a person. Returns how many were valid. */
export async function signOutPerson({ ctx, id }: Call): Promise<{ ended: number }> {
  return changePeople(async (tx) => {
    await lockPerson(tx, id);
    const ended = await endSessionsOf(tx, id);
    await auditBy(tx, ctx, { action: 'operator.sign-out', target: id, after: { ended } });
    if (ended > 0) await notifySignIn(tx, id, 'sessions_ended');
    return bindAnswer(tx, ctx.intent, { ended });
  });
}
