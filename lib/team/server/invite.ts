import 'server-only';
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { fieldConflict, listAccounts } from '#lib/accounts/server/account.ts';
import type { OperatorCtx, RequestOrigin } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import type { Grant, Role } from '#lib/auth/permissions.ts';
import { dropFactors, factorsOf } from '#lib/auth/server/factors.ts';
import { activeOperator, changePeople, lockOperator, setGrants } from '#lib/auth/server/hold-operator.ts';
import { noteLift, operatorNames } from '#lib/auth/server/holders.ts';
import { notifySignIn } from '#lib/auth/server/notify-sign-in.ts';
import {
  endAllLinks,
  findEnded,
  findLink,
  type LinkPurpose,
  linkIsOver,
  newLink,
  takeLink,
} from '#lib/auth/server/one-time-links.ts';
import { hashPassword, refuseWeak } from '#lib/auth/server/passwords.ts';
import { isWithin, readPolicies } from '#lib/auth/server/policies.ts';
import { keyedHash } from '#lib/auth/server/seal.ts';
import { endSessionsOf } from '#lib/auth/server/session.ts';
import { type Arrival, openSession } from '#lib/auth/server/sign-in.ts';
import { clean } from '#lib/core/clean.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { asLocale } from '#lib/core/i18n/locales.ts';
import { appendAudit, auditBy } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { runDetached } from '#lib/data/jobs/background.ts';
import { attempt, buckets } from '#lib/data/rate-limit/attempts.ts';
import { grants, identities, operators } from '#lib/data/schema/operators.ts';
import { sendMail } from '#lib/mail/server/send-mail.ts';
import type { EndedLink, Link } from '#lib/team/contract.ts';
import { type Actor, grantsOf, lockPerson } from '#lib/team/server/team.ts';

/** Invites a person by link. GuicheError `conflict` when the e-mail is taken. */
export async function invite({ ctx, body }: Args<'POST /api/settings/team'>) {
  const granted = await grantsOf(body.roles);
  return changePeople(async (tx) => {
    const invited = await addInvited(tx, ctx, { ...body, granted });
    await bindAnswer(tx, ctx.intent, null);
    return invited;
  });
}

type Added = { email: string; name?: string | undefined; granted: readonly Grant[] };

/** Adds a person with these roles and an invitation link. GuicheError `conflict` when the e-mail is taken. */
export async function addInvited(tx: Transaction, by: Actor, { granted, ...person }: Added) {
  const id = randomUUID();
  const inviter = by.operator?.id ?? null;
  const email = person.email.toLowerCase();
  const name = person.name ?? email.split('@')[0] ?? email;
  const added = await tx
    .insert(operators)
    .values({ id, email, name, invitedBy: inviter, invitedAt: sql`now()` })
    .onConflictDoNothing({ target: operators.email })
    .returning({ id: operators.id });
  if (added.length === 0) throw fieldConflict('email', 'taken', 'Somebody has this e-mail.');
  await noteLift(tx, id, inviter);
  const { after } = await setGrants(tx, inviter, id, granted);
  await auditBy(tx, by, { action: 'operator.invite', target: id, after: { roles: after } });
  return { id, invitation: await createLink(tx, by, 'invitation', id) };
}

/** A new invitation link; the earlier one ends. `conflict` once the person has signed in. */
export const renewInvitation = ({ ctx, id }: Call): Promise<Link> => linkFor(ctx, id, invitationLink);

/** A link for a new password; its use drops factors and sessions. `conflict` if disabled or passwordless. */
export const resetPerson = ({ ctx, id }: Call): Promise<Link> => linkFor(ctx, id, resetLink);

type Call = { ctx: OperatorCtx; id: string };
type LockedPerson = Awaited<ReturnType<typeof lockPerson>>;

const linkFor = (ctx: OperatorCtx, id: string, give: typeof resetLink): Promise<Link> =>
  db().transaction(async (tx) => {
    const link = await give(tx, ctx, await lockPerson(tx, id));
    await bindAnswer(tx, ctx.intent, null);
    return link;
  });

export async function invitationLink(tx: Transaction, by: Actor, person: LockedPerson): Promise<Link> {
  if (person.disabledAt !== null || (await hasSignIn(tx, person)))
    throw new GuicheError('conflict', 'The invitation was accepted, or the person is disabled.');
  await auditBy(tx, by, { action: 'operator.invitation', target: person.id });
  return createLink(tx, by, 'invitation', person.id);
}

export async function resetLink(tx: Transaction, by: Actor, { id, ...person }: LockedPerson): Promise<Link> {
  if (person.passwordHash === null || person.disabledAt !== null)
    throw new GuicheError('conflict', 'There is no password to set anew.');
  await auditBy(tx, by, { action: 'operator.reset-link', target: id });
  return createLink(tx, by, 'reset', id);
}

/** True when the person has a password or a single sign-on identity. */
async function hasSignIn(tx: Transaction, { id, passwordHash }: LockedPerson): Promise<boolean> {
  return passwordHash !== null || (await tx.$count(identities, eq(identities.operatorId, id))) > 0;
}

/** Creates a link and also sends it by e-mail if an SMTP server is configured. */
async function createLink(
  tx: Transaction,
  by: Actor,
  purpose: 'invitation' | 'reset',
  operatorId: string,
): Promise<Link> {
  const { token, expiresAt } = await newLink(tx, purpose, { operatorId, createdBy: by.operator?.id ?? null });
  const [url, until] = [linkAddress(purpose, token), expiresAt.toISOString()];
  const [person] = await tx.select().from(operators).where(eq(operators.id, operatorId));
  const { language = by.locale } = (person?.preferences ?? {}) as { language?: string };
  const mail = { to: person?.email ?? '', locale: asLocale(language), kind: purpose, url, until };
  return { url, expiresAt: until, mailed: await sendMail(tx, mail) };
}

/** The token is behind `#`, so it appears in no log, referrer or server address. */
const linkAddress = (purpose: LinkPurpose, token: string) =>
  `${settings().url}/${purpose === 'invitation' ? 'invitation' : 'new-password'}#${token}`;

/**
 * Sends a link for a new password by e-mail, if a person with a password has this address. The answer is
 * always the same and does not wait for the link. Throttled in buckets of its own. GuicheError
 * `rate_limited`.
 */
export async function forgotten(typed: string, from: RequestOrigin): Promise<void> {
  const email = clean('email', typed).toLowerCase();
  const account = keyedHash(email, 'throttle').slice(0, 32);
  const counted = [buckets.forgotten(from.address), buckets.forgotten(account)];
  await attempt(counted, async () => null);
  runDetached('a link for a forgotten password', () => mailLink(email, from));
}

async function mailLink(email: string, { address, userAgent }: RequestOrigin): Promise<void> {
  const person = await activeOperator(eq(operators.email, email));
  if (person === undefined || person.passwordHash === null || person.ready) return;
  await db().transaction(async (tx) => {
    const { token, expiresAt } = await newLink(tx, 'forgotten', { operatorId: person.id, createdBy: null });
    const { language } = person.preferences as { language?: string };
    const url = linkAddress('forgotten', token);
    const mail = { to: email, locale: asLocale(language), kind: 'reset' as const, url };
    if (!(await sendMail(tx, { ...mail, until: expiresAt.toISOString() }))) return tx.rollback();
    await appendAudit(tx, { action: 'operator.forgotten', target: person.id, address, userAgent });
  });
}

const PURPOSES = ['invitation', 'reset', 'forgotten'] as const;

/** A link's person, purpose and expiry. GuicheError `not_found` when it is over. Throttled like a sign-in. */
export async function readLink(token: string, from: RequestOrigin) {
  const { person, link } = await found(token, from);
  const [granted, accounts, invitedBy, { passwordLength }] = await Promise.all([
    db().select().from(grants).where(eq(grants.operatorId, person.id)),
    listAccounts(),
    creatorOf(link),
    readPolicies(),
  ]);
  return {
    purpose: link.purpose as (typeof PURPOSES)[number],
    email: person.email,
    name: person.name,
    expiresAt: link.expiresAt.toISOString(),
    passwordLength,
    invitedBy,
    roles: granted.map(({ account, role }) => ({
      account: accounts.find(({ id }) => id === account)?.name ?? null,
      role: role as Role,
    })),
  };
}

/** The name of the person who created the link; null: the terminal did. */
async function creatorOf({ createdBy }: { createdBy: string | null }): Promise<string | null> {
  return createdBy === null ? null : ((await operatorNames([createdBy])).get(createdBy) ?? null);
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
    const entry = { operatorId, target: operatorId, address, userAgent, after: { ended } };
    await appendAudit(tx, { ...entry, action: invited ? 'operator.accept' : 'operator.reset' });
    if (!invited) await notifySignIn(tx, operatorId, reset ? 'reset' : 'password_changed');
    if ((await factorsOf(operatorId, tx)).length > 0) return { operatorId, sessionId: null };
    const sessionId = await openSession(tx, { operatorId, method: 'link', address, userAgent, device });
    if (sessionId === null) throw linkIsOver();
    return { operatorId, sessionId };
  });
}

/** The link and its person. Throttled before any costly work for a stranger. */
async function found(token: string, { address }: RequestOrigin) {
  const known = await attempt([buckets.setUp(address)], async () => {
    const link = await findLink(db(), token, PURPOSES);
    if (link === null) return null;
    const person = await activeOperator(eq(operators.id, link.operatorId ?? ''));
    return person === undefined ? null : { link, person };
  });
  if (known === null) throw linkIsOver(await endedLinkOf(token));
  return known;
}

/** What an ended link may reveal: person, creator and end. Nothing for an unknown or long expired token. */
async function endedLinkOf(token: string): Promise<EndedLink | undefined> {
  const found = await findEnded(token, PURPOSES);
  if (found === null) return undefined;
  const { link, over } = found;
  const [person] = await db()
    .select({ email: operators.email })
    .from(operators)
    .where(eq(operators.id, link.operatorId ?? ''));
  return {
    purpose: link.purpose as EndedLink['purpose'],
    email: person?.email ?? null,
    used: link.usedAt !== null,
    endedAt: over.toISOString(),
    by: await creatorOf(link),
  };
}
