import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { fieldConflict } from '#lib/accounts/server/account.ts';
import type { OperatorCtx, RequestOrigin } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import type { Grant, Role } from '#lib/auth/permissions.ts';
import { changePeople, setGrants } from '#lib/auth/server/hold-operator.ts';
import { noteLift } from '#lib/auth/server/holders.ts';
import { type LinkPurpose, newLink } from '#lib/auth/server/one-time-links.ts';
import { keyedHash } from '#lib/auth/server/seal.ts';
import { buckets, refuseSlowed, throttled } from '#lib/auth/server/throttle.ts';
import { clean } from '#lib/core/clean.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { asLocale } from '#lib/core/i18n/locales.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { runDetached } from '#lib/data/jobs/background.ts';
import { identities, operators } from '#lib/data/schema/operators.ts';
import { sendMail } from '#lib/mail/server/send-mail.ts';
import type { Link } from '#lib/team/contract.ts';
import { type Actor, grantsOf, lockPerson } from '#lib/team/server/team.ts';

type Invited = { email: string; name?: string | undefined; roles: { account: string; role: Role }[] };

/** Invites a person by link. GuicheError `conflict` when the e-mail is taken. */
export async function invite({ ctx, body }: Args<'POST /api/settings/team'>) {
  const granted = await grantsOf(body.roles);
  return changePeople(async (tx) => {
    const invited = await addInvited(tx, ctx, { ...body, granted });
    await bindAnswer(tx, ctx.intent, null);
    return invited;
  });
}

type Added = Pick<Invited, 'email' | 'name'> & { granted: readonly Grant[] };

/** Adds a person with these roles and an invitation link. GuicheError `conflict` when the e-mail is taken. */
export async function addInvited(tx: Transaction, by: Actor, { granted, ...person }: Added) {
  const id = randomUUID();
  const email = person.email.toLowerCase();
  const name = person.name ?? email.split('@')[0] ?? email;
  const added = await tx
    .insert(operators)
    .values({ id, email, name, invitedBy: by.operator?.id ?? null, invitedAt: sql`now()` })
    .onConflictDoNothing({ target: operators.email })
    .returning({ id: operators.id });
  if (added.length === 0) throw fieldConflict('email', 'taken', 'Somebody has this e-mail.');
  const inviter = by.operator?.id ?? null;
  await noteLift(tx, id, inviter);
  const { after } = await setGrants(tx, inviter, id, granted);
  await appendAudit(tx, by.auditEntry({ action: 'operator.invite', target: id, after: { roles: after } }));
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
  await appendAudit(tx, by.auditEntry({ action: 'operator.invitation', target: person.id }));
  return createLink(tx, by, 'invitation', person.id);
}

export async function resetLink(tx: Transaction, by: Actor, { id, ...person }: LockedPerson): Promise<Link> {
  if (person.passwordHash === null || person.disabledAt !== null)
    throw new GuicheError('conflict', 'There is no password to set anew.');
  await appendAudit(tx, by.auditEntry({ action: 'operator.reset-link', target: id }));
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
  const { language } = (person?.preferences ?? {}) as { language?: string };
  const mail = {
    to: person?.email ?? '',
    locale: asLocale(language ?? by.locale),
    kind: purpose,
    url,
    until,
  };
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
  const judged = await throttled(
    [buckets.forgotten(from.address), buckets.forgotten(account)],
    async () => null,
  );
  refuseSlowed(judged);
  runDetached('a link for a forgotten password', () => mailLink(email, from));
}

async function mailLink(email: string, { address, userAgent }: RequestOrigin): Promise<void> {
  const own = and(
    isNull(operators.disabledAt),
    isNotNull(operators.passwordHash),
    eq(operators.ready, false),
  );
  const [person] = await db()
    .select()
    .from(operators)
    .where(and(eq(operators.email, email), own));
  if (person === undefined) return;
  await db().transaction(async (tx) => {
    const { token, expiresAt } = await newLink(tx, 'forgotten', { operatorId: person.id, createdBy: null });
    const { language } = person.preferences as { language?: string };
    const url = linkAddress('forgotten', token);
    const mail = { to: email, locale: asLocale(language), kind: 'reset' as const, url };
    if (!(await sendMail(tx, { ...mail, until: expiresAt.toISOString() }))) return tx.rollback();
    const entry = { operatorId: null, accountId: null, target: person.id, result: 'ok' } as const;
    await appendAudit(tx, { ...entry, action: 'operator.forgotten', address, userAgent });
  });
}
