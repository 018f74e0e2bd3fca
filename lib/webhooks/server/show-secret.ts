import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { appendAudit } from '#lib/audit/append.ts';
import { db } from '#lib/db/client.ts';
import { dbNow } from '#lib/db/clock.ts';
import { webhookSecrets } from '#lib/db/schema/webhooks.ts';
import { GuicheError } from '#lib/errors.ts';
import { announce } from '#lib/events/server/announce.ts';
import { mayShow } from '#lib/webhooks/server/secret-fact.ts';
import { openSecret, type SecretRow } from '#lib/webhooks/server/secrets.ts';

/** An issued secret once more, to who caused it. `conflict` once it is acknowledged or replaced. */
export async function showSecret({ ctx, id }: { ctx: Ctx; id: string }): Promise<{ secret: string }> {
  const row = await ownSecret(ctx, id);
  const secret = mayShow(row, ctx.operator.id) ? openSecret(row) : null;
  if (secret === null)
    throw new GuicheError('conflict', 'This secret is not shown any more: it was stored, or replaced.');
  await ctx.audit({ action: 'secret.shown', target: row.target, after: { secret: row.id } });
  return { secret: secret.reveal() };
}

/** "I have stored it": it is never shown again, and not kept at all where the account says so. */
export async function acknowledgeSecret({ ctx, id }: { ctx: Ctx; id: string }): Promise<void> {
  const row = await ownSecret(ctx, id);
  if (row.acknowledgedAt !== null) return;
  const forget = forgetsSecrets(ctx.account.settings);
  await db().transaction(async (tx) => {
    await tx
      .update(webhookSecrets)
      .set({ acknowledgedAt: dbNow, ...(forget ? { sealed: null } : {}) })
      .where(eq(webhookSecrets.id, row.id));
    const after = { secret: row.id, ...(forget ? { forgotten: true } : {}) };
    await appendAudit(tx, ctx.auditEntry({ action: 'secret.acknowledged', target: row.target, after }));
    await announce(tx, ctx.account.id, [['webhooks']]);
  });
}

/** The account setting: secrets are not kept after they were handed over. */
export const forgetsSecrets = (settings: Record<string, string>) =>
  /^(true|1|on|yes)$/i.test(settings.forgetSecrets ?? '');

/** Another operator's is not there at all. */
async function ownSecret(ctx: Ctx, id: string): Promise<SecretRow> {
  const [row] = await db()
    .select()
    .from(webhookSecrets)
    .where(and(eq(webhookSecrets.id, id), eq(webhookSecrets.accountId, ctx.account.id)));
  if (row === undefined || row.origin !== 'issued' || row.issuedTo !== ctx.operator.id)
    throw new GuicheError('not_found', 'No such secret.');
  return row;
}
