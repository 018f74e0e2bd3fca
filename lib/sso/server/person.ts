import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { listAccounts } from '#lib/accounts/server/account.ts';
import type { RequestOrigin } from '#lib/api/context.ts';
import { type Grant, ROLES, type Role } from '#lib/auth/permissions.ts';
import { changePeople, keyOf, lockOperator, lockTeam, setGrants } from '#lib/auth/server/hold-operator.ts';
import { someoneAdministers } from '#lib/auth/server/holders.ts';
import { endSessionsOf } from '#lib/auth/server/session.ts';
import { type Arrival, openSession } from '#lib/auth/server/sign-in.ts';
import { cut } from '#lib/core/text.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { identities, operators } from '#lib/data/schema/operators.ts';

/** The person that the issuer authenticated, and the roles that its claim grants. */
export type Proved = {
  issuer: string;
  subject: string;
  email: string | null;
  name: string | null;
  roles: { account: string; role: Role }[];
  /** When the issuer authenticated the person, in epoch seconds. */
  authenticatedAt: number | null;
};
export type Refusal = 'sso_no_role' | 'sso_disabled' | 'sso_taken' | 'sso_last_admin';
type Arriving = RequestOrigin & Pick<Arrival, 'device'>;
type Entered = { operatorId: string; sessionId: string } | { why: Refusal };

/**
 * Opens a session for the operator of this issuer and subject, who is created on first sign-in; never matched
 * by e-mail. The claim replaces their grants. If that would remove the last administrator, nothing changes
 * and the sign-in is refused.
 */
export async function enterProved(proved: Proved, from: Arriving): Promise<Entered> {
  const granted = await grantsFor(proved.roles);
  const { authenticatedAt } = proved;
  return changePeople(async (tx) => {
    await lockTeam(tx);
    const operatorId = await findOrCreate(tx, proved, granted.length > 0);
    if (operatorId === null)
      return { why: granted.length > 0 ? ('sso_taken' as const) : ('sso_no_role' as const) };
    const person = await lockOperator(tx, operatorId);
    if (person === undefined || person.disabledAt !== null) return { why: 'sso_disabled' as const };
    const { address, userAgent, device } = from;
    const entry = { operatorId, action: 'operator.roles', target: operatorId, address, userAgent } as const;
    if (await wouldBeLast(tx, operatorId, granted)) {
      await endSessionsOf(tx, operatorId);
      const after = { roles: granted.map(keyOf).sort(), by: 'oidc' };
      await appendAudit(tx, { ...entry, result: 'refused', after });
      return { why: 'sso_last_admin' as const };
    }
    const { before, after } = await setGrants(tx, null, operatorId, granted);
    const change = { before: { roles: before }, after: { roles: after, by: 'oidc' } };
    if (before.join() !== after.join()) await appendAudit(tx, { ...entry, ...change });
    // A person without any role is signed out everywhere.
    if (granted.length === 0) {
      await endSessionsOf(tx, operatorId);
      return { why: 'sso_no_role' as const };
    }
    const arrival = { operatorId, method: 'oidc' as const, authenticatedAt, address, userAgent, device };
    const sessionId = await openSession(tx, arrival);
    return sessionId === null ? { why: 'sso_disabled' as const } : { operatorId, sessionId };
  });
}

/** True when these grants would leave no one who administers all accounts, though someone does now. */
async function wouldBeLast(tx: Transaction, operatorId: string, granted: readonly Grant[]): Promise<boolean> {
  if (granted.some(({ account, role }) => account === '*' && role === 'admin')) return false;
  return !(await someoneAdministers(tx, { but: operatorId })) && (await someoneAdministers(tx));
}

/** Grants by account id. A slug of no account grants nothing. */
async function grantsFor(roles: Proved['roles']): Promise<Grant[]> {
  const accounts = await listAccounts();
  return roles.flatMap(({ account, role }) => {
    const id = account === '*' ? '*' : accounts.find(({ slug }) => slug === account)?.id;
    return id === undefined ? [] : [{ account: id, role }];
  });
}

const same = ({ issuer, subject }: Pick<Proved, 'issuer' | 'subject'>) =>
  and(eq(identities.issuer, issuer), eq(identities.subject, subject));

export async function operatorOfIdentity(who: Pick<Proved, 'issuer' | 'subject'>): Promise<string | null> {
  const [row] = await db().select().from(identities).where(same(who));
  return row?.operatorId ?? null;
}

/** The operator's id. Null: unknown and not to be created, or another operator has the e-mail. */
async function findOrCreate(tx: Transaction, proved: Proved, mayCreate: boolean): Promise<string | null> {
  const [known] = await tx.select().from(identities).where(same(proved));
  if (known !== undefined) return known.operatorId;
  if (!mayCreate) return null;
  const id = randomUUID();
  const { issuer, subject } = proved;
  // An address that receives no mail replaces an e-mail that the issuer does not verify.
  const email = cut((proved.email ?? `${subject}@${new URL(issuer).hostname}.invalid`).toLowerCase(), 200);
  const added = await tx
    .insert(operators)
    .values({ id, email, name: cut(proved.name ?? email.split('@')[0] ?? email, 80) })
    .onConflictDoNothing({ target: operators.email })
    .returning({ id: operators.id });
  if (added.length === 0) return null;
  await tx.insert(identities).values({ issuer, subject, operatorId: id, createdAt: dbNow });
  await appendAudit(tx, { action: 'operator.add', target: id, after: { by: 'oidc' } });
  return id;
}

type RoleOn = { account: string; role: Role };

/**
 * The roles in a claim, each once: `finance` is for all accounts, `pix:analyst` for the account of that slug.
 * `admin` counts only for a listed subject. Unknown values belong to other systems and are ignored.
 */
export function rolesOf(claim: unknown, mayAdminister: boolean): RoleOn[] {
  const values = (Array.isArray(claim) ? claim : [claim]).filter((one) => typeof one === 'string');
  const named = values.flatMap((value) => {
    const [account, word] = value.includes(':') ? split(value) : ['*', value];
    const role = ROLES.find((one) => one === word);
    return role === undefined || account === '' ? [] : [{ account, role }];
  });
  const allowed = named.filter(({ role }) => role !== 'admin' || mayAdminister);
  return [...new Map(allowed.map((one) => [keyOf(one), one])).values()];
}

function split(value: string): [string, string] {
  const at = value.lastIndexOf(':');
  return [value.slice(0, at), value.slice(at + 1)];
}
