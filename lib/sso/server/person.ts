import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { listAccounts } from '#lib/accounts/server/account.ts';
import type { RequestOrigin } from '#lib/api/context.ts';
import { type Grant, ROLES, type Role } from '#lib/auth/permissions.ts';
import { setGrants } from '#lib/auth/server/grants.ts';
import { holdOperator, holdTeam, keyOf } from '#lib/auth/server/hold-operator.ts';
import { someoneAdministers } from '#lib/auth/server/holders.ts';
import { type Arrival, openSession } from '#lib/auth/server/open-session.ts';
import { endSessionsOf } from '#lib/auth/server/session.ts';
import { cut } from '#lib/core/text.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { identities, operators } from '#lib/data/schema/operators.ts';

/** Whom the issuer proved, and what its role claim gives them here. */
export type Proved = {
  issuer: string;
  subject: string;
  email: string | null;
  name: string | null;
  roles: { account: string; role: Role }[];
  /** When the issuer asked them; epoch seconds. */
  askedAt: number | null;
};
export type Refusal = 'sso_no_role' | 'sso_disabled' | 'sso_taken' | 'sso_last_admin';
type Arriving = RequestOrigin & Pick<Arrival, 'device'>;
type Entered = { operatorId: string; sessionId: string } | { why: Refusal };

/**
 * Opens a session for whom issuer and subject are here; the first time they become somebody. An e-mail never links
 * them to anybody. What the claim gives now is what they hold from here on; of the last administrator it takes nothing,
 * who does not come in with less either.
 */
export async function enterProved(proved: Proved, from: Arriving): Promise<Entered> {
  const held = await heldBy(proved.roles);
  const { askedAt } = proved;
  return invalidateAfter('people', () =>
    db().transaction(async (tx) => {
      await holdTeam(tx);
      const operatorId = await findOrMake(tx, proved, held.length > 0);
      if (operatorId === null)
        return { why: held.length > 0 ? ('sso_taken' as const) : ('sso_no_role' as const) };
      const person = await holdOperator(tx, operatorId);
      if (person === undefined || person.disabledAt !== null) return { why: 'sso_disabled' as const };
      const { address, userAgent, device } = from;
      if (await wouldBeLast(tx, operatorId, held)) {
        await endSessionsOf(tx, operatorId);
        await appendAudit(tx, {
          operatorId,
          accountId: null,
          action: 'operator.roles',
          target: operatorId,
          result: 'refused',
          after: { roles: held.map(keyOf).sort(), by: 'oidc' },
          address,
          userAgent,
        });
        return { why: 'sso_last_admin' as const };
      }
      const { before, after } = await setGrants(tx, null, operatorId, held);
      if (before.join() !== after.join())
        await appendAudit(tx, {
          operatorId,
          accountId: null,
          action: 'operator.roles',
          target: operatorId,
          result: 'ok',
          before: { roles: before },
          after: { roles: after, by: 'oidc' },
          address,
          userAgent,
        });
      // Whom the issuer took every role from is out wherever they are in.
      if (held.length === 0) {
        await endSessionsOf(tx, operatorId);
        return { why: 'sso_no_role' as const };
      }
      const arrival = { operatorId, method: 'oidc' as const, askedAt, address, userAgent, device };
      const sessionId = await openSession(tx, arrival);
      return sessionId === null ? { why: 'sso_disabled' as const } : { operatorId, sessionId };
    }),
  );
}

/** Tells if the claim's grants would leave nobody who administers all accounts, where somebody does. */
async function wouldBeLast(tx: Transaction, operatorId: string, held: readonly Grant[]): Promise<boolean> {
  if (held.some(({ account, role }) => account === '*' && role === 'admin')) return false;
  return !(await someoneAdministers(tx, { but: operatorId })) && (await someoneAdministers(tx));
}

/** Of accounts that are there: a slug of none gives nothing. */
async function heldBy(roles: Proved['roles']): Promise<Grant[]> {
  const accounts = await listAccounts();
  return roles.flatMap(({ account, role }) => {
    const id = account === '*' ? '*' : accounts.find(({ slug }) => slug === account)?.id;
    return id === undefined ? [] : [{ account: id, role }];
  });
}

const same = ({ issuer, subject }: Pick<Proved, 'issuer' | 'subject'>) =>
  and(eq(identities.issuer, issuer), eq(identities.subject, subject));

/** The operator of this sign-in, or null. */
export async function operatorOfIdentity(who: Pick<Proved, 'issuer' | 'subject'>): Promise<string | null> {
  const [row] = await db().select().from(identities).where(same(who));
  return row?.operatorId ?? null;
}

/** Null where they are nobody yet and are not made, or somebody else here has the e-mail. */
async function findOrMake(tx: Transaction, proved: Proved, make: boolean): Promise<string | null> {
  const [known] = await tx.select().from(identities).where(same(proved));
  if (known !== undefined) return known.operatorId;
  if (!make) return null;
  const id = randomUUID();
  const { issuer, subject } = proved;
  // A name that nobody can be mailed at stands in for an e-mail that the issuer does not vouch for.
  const email = cut((proved.email ?? `${subject}@${new URL(issuer).hostname}.invalid`).toLowerCase(), 200);
  const added = await tx
    .insert(operators)
    .values({ id, email, name: cut(proved.name ?? email.split('@')[0] ?? email, 80) })
    .onConflictDoNothing({ target: operators.email })
    .returning({ id: operators.id });
  if (added.length === 0) return null;
  await tx.insert(identities).values({ issuer, subject, operatorId: id, createdAt: dbNow });
  await appendAudit(tx, {
    operatorId: null,
    accountId: null,
    action: 'operator.add',
    target: id,
    result: 'ok' as const,
    after: { by: 'oidc' },
  });
  return id;
}

type RoleOn = { account: string; role: Role };

/**
 * Roles that a claim names: `finance` holds on all accounts, `pix:analyst` on one by its slug. Administration counts
 * only for a listed subject. Values that name no role are another system's and say nothing here. Each role once.
 */
export function rolesOf(claim: unknown, mayAdminister: boolean): RoleOn[] {
  const values = (Array.isArray(claim) ? claim : [claim]).filter((one) => typeof one === 'string');
  const named = values.flatMap((value) => {
    const [account, word] = value.includes(':') ? split(value) : ['*', value];
    const role = ROLES.find((one) => one === word);
    return role === undefined || account === '' ? [] : [{ account, role }];
  });
  const given = named.filter(({ role }) => role !== 'admin' || mayAdminister);
  return [...new Map(given.map((one) => [keyOf(one), one])).values()];
}

function split(value: string): [string, string] {
  const at = value.lastIndexOf(':');
  return [value.slice(0, at), value.slice(at + 1)];
}
