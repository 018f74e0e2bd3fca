import 'server-only';
import { eq } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { db } from '#lib/db/client.ts';
import { webhookEntries } from '#lib/db/schema/webhooks.ts';
import type { Webhook } from '#lib/providers/records.ts';
import { portPart } from '#lib/webhooks/server/port.ts';

type Source = 'provider' | 'guiche' | 'added';
export type Known = { webhook: Webhook; source: Source };

/**
 * The account's webhooks: the provider's list, or what Guichê registered and was told where the service has no list
 * (`listed` false).
 */
export async function knownWebhooks(ctx: Ctx): Promise<{ listed: boolean; all: Known[] }> {
  const call = { priority: 'operator', ...(ctx.signal ? { signal: ctx.signal } : {}) } as const;
  const list = await portPart(ctx.port, 'webhooks').list(call);
  if (list !== null)
    return { listed: true, all: list.map((webhook) => ({ webhook, source: 'provider' as const })) };
  const entries = await db()
    .select()
    .from(webhookEntries)
    .where(eq(webhookEntries.accountId, ctx.account.id));
  return { listed: false, all: entries.map(fromEntry) };
}

/** One of them; `not_found` otherwise. */
export async function knownWebhook(ctx: Ctx, id: string): Promise<Known & { listed: boolean }> {
  const { all, listed } = await knownWebhooks(ctx);
  const found = all.find(({ webhook }) => webhook.id === id);
  if (found === undefined) throw new GuicheError('not_found', 'No such webhook.');
  return { ...found, listed };
}

function fromEntry(row: typeof webhookEntries.$inferSelect): Known {
  return {
    source: row.source === 'added' ? 'added' : 'guiche',
    webhook: {
      id: row.webhookId,
      url: row.url,
      active: row.active,
      events: row.events as string[],
      hasSecret: row.hasSecret,
      createdAt: row.createdAt.toISOString(),
      updatedAt: null,
      other: {},
    },
  };
}
