import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { listAccounts } from '#lib/accounts/server/account.ts';
import type { RequestOrigin } from '#lib/api/context.ts';
import type { Role } from '#lib/auth/permissions.ts';
import { dropFactors, factorsOf } from '#lib/auth/server/factors.ts';
import { changePeople, lockOperator } from '#lib/auth/server/hold-operator.ts';
import { noteLift, operatorNames } from '#lib/auth/server/holders.ts';
import { notifySignIn } from '#lib/auth/server/notify-sign-in.ts';
import {
  endAllLinks,
  findEnded,
  findLink,
  type Link,
  linkIsOver,
  takeLink,
} from '#lib/auth/server/one-time-links.ts';
import { type Arrival, openSession } from '#lib/auth/server/open-session.ts';
import { hashPassword, refuseWeak } from '#lib/auth/server/passwords.ts';
import { isWithin, readPolicies } from '#lib/auth/server/policies.ts';
import { endSessionsOf } from '#lib/auth/server/session.ts';
import { buckets, refuseSlowed, throttled } from '#lib/auth/server/throttle.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import type { EndedLink } from '#lib/team/contract.ts';

const PURPOSES = ['invitation', 'reset', 'forgotten'] as const;

/** A link's person, purpose and expiry. GuicheError `not_found` when it is over. Throttled like a sign-in. */
export async function readLink(token: string, from: RequestOrigin) {
  const { person, link } = await found(token, from);
  const [granted, accounts, names, { passwordLength }] = await Promise.all([
    db().select().from(grants).where(eq(grants.operatorId, person.id)),
    listAccounts(),
    operatorNames(link.createdBy === null ? [] : [link.createdBy]),
    readPolicies(),
  ]);
  return {
    purpose: link.purpose as (typeof PURPOSES)[number],
    email: person.email,
    name: person.name,
    expiresAt: link.expiresAt.toISOString(),
    passwordLength,
    invitedBy: names.get(link.createdBy ?? '') ?? null,
    roles: granted.map(({ account, role }) => ({
      account: accounts.find(({ id }) => id === account)?.name ?? null,
      role: role as Role,
    })),
  };
}

type Accepted = { token: string; name: string; password: string };
type Arriving = RequestOrigin & Pick<Arrival, 'device'>;

/**
 * Uses the link: sets the password and ends the other sessions. A reset also removes the second factor; a
 * `forgotten` link does not, so with a factor it opens no session (null). GuicheError `forbidden` from
 * another network (the link stays), `not_found`, `rate_limited`, `invalid_request` for a weak password.
 */
export async function acceptLink({ token, password, ...received }: Accepted, from: Arriving) {
  if (!isWithin((await readPolicies()).allowedNetworks, from.address))
    throw new GuicheError('forbidden', 'From this network nobody signs in.');
  const { person, link: shown } = await found(token, from);
  const name = shown.purpose === 'invitation' ? received.name : person.name;
  const operatorId = person.id;
  await refuseWeak(password, { email: person.email, name });
  const passwordHash = await hashPassword(password);
  return changePeople(async (tx) => {
    const locked = await lockOperator(tx, operatorId);
    const link = await takeLink(tx, token, PURPOSES);
    if (locked === undefined || locked.disabledAt !== null) throw linkIsOver();
    const reset = link.purpose === 'reset';
    const invited = link.purpose === 'invitation';
    const arrived = invited ? { name, invitedAt: sql`now()` } : {};
    await tx
      .update(operators)
      .set({ passwordHash, passwordAt: sql`now()`, ...arrived })
      .where(eq(operators.id, operatorId));
    // Whoever created the used link may control the person, even if someone else invited them.
    await noteLift(tx, operatorId, link.createdBy);
    if (invited) await noteLift(tx, operatorId, locked.invitedBy);
    if (reset) await dropFactors(tx, [operatorId]);
    const ended = await endSessionsOf(tx, operatorId);
    await endAllLinks(tx, operatorId);
    const { address, userAgent, device } = from;
    const entry = { operatorId, accountId: null, target: operatorId, result: 'ok' as const };
    const action = invited ? 'operator.accept' : 'operator.reset';
    await appendAudit(tx, { ...entry, address, userAgent, action, after: { ended } });
    if (!invited) await notifySignIn(tx, operatorId, reset ? 'reset' : 'password_changed');
    if ((await factorsOf(operatorId, tx)).length > 0) return { operatorId, sessionId: null };
    const sessionId = await openSession(tx, { operatorId, method: 'link', address, userAgent, device });
    if (sessionId === null) throw linkIsOver();
    return { operatorId, sessionId };
  });
}

/** The link and its person. Throttled before any costly work for a stranger. */
async function found(token: string, { address }: RequestOrigin) {
  const judged = await throttled([buckets.setUp(address)], async () => {
    const link = await findLink(db(), token, PURPOSES);
    const person = link === null ? undefined : await personOf(link);
    return link === null || person === undefined ? null : { link, person };
  });
  refuseSlowed(judged);
  if (judged.kind === 'wrong') throw linkIsOver(await endedLinkOf(token));
  return judged.value;
}

/** What an ended link may reveal: person, creator and end. Nothing for an unknown or long expired token. */
async function endedLinkOf(token: string): Promise<EndedLink | undefined> {
  const found = await findEnded(token, PURPOSES);
  if (found === null) return undefined;
  const { link, over } = found;
  const [[person], names] = await Promise.all([
    db()
      .select({ email: operators.email })
      .from(operators)
      .where(eq(operators.id, link.operatorId ?? '')),
    operatorNames(link.createdBy === null ? [] : [link.createdBy]),
  ]);
  return {
    purpose: link.purpose as EndedLink['purpose'],
    email: person?.email ?? null,
    used: link.usedAt !== null,
    endedAt: over.toISOString(),
    by: names.get(link.createdBy ?? '') ?? null,
  };
}

async function personOf({ operatorId }: Link) {
  const [person] = await db()
    .select()
    .from(operators)
    .where(eq(operators.id, operatorId ?? ''));
  return person?.disabledAt === null ? person : undefined;
}
