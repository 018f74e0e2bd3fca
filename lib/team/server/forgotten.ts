import 'server-only';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { RequestOrigin } from '#lib/api/context.ts';
import { newLink } from '#lib/auth/server/one-time-links.ts';
import { keyedHash } from '#lib/auth/server/seal.ts';
import { buckets, refuseSlowed, throttled } from '#lib/auth/server/throttle.ts';
import { clean } from '#lib/core/clean.ts';
import { asLocale } from '#lib/core/i18n/locales.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { runDetached } from '#lib/data/jobs/background.ts';
import { operators } from '#lib/data/schema/operators.ts';
import { sendMail } from '#lib/mail/server/send-mail.ts';
import { linkAddress } from '#lib/team/server/invite.ts';

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
    await appendAudit(tx, {
      operatorId: null,
      accountId: null,
      action: 'operator.forgotten',
      target: person.id,
      result: 'ok',
      address,
      userAgent,
    });
  });
}
