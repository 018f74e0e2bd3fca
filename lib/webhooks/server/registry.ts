import 'server-only';
import { eq } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { db } from '#lib/db/client.ts';
import { webhookEntries } from '#lib/db/schema/webhooks.ts';
import { GuicheError } from '#lib/errors.ts';
import { ifAnswered } from '#lib/providers/if-answered.ts';
import type { Listed } from '#lib/providers/port.ts';
import type { Webhook } from '#lib/providers/records.ts';

type Source = 'provider' | 'guiche' | 'added';
export type Known = { webhook: Webhook; source: Source };
type Registry = Pick<Listed<Webhook>, 'unread'> & { listed: boolean; all: Known[] };

/**
 * The account's webhooks: the provider's list, or what Guichê registered and was told where the service has no list
 * (`listed` false).
 */
export async function knownWebhooks(ctx: Ctx): Promise<Registry> {
  const list = await ctx.part('webhooks').list(ctx.call);
  return list === null ? keptHere(ctx) : listedThere(list);
}

/** The same before a change: the documents show no list, so that one which is not answered holds nothing back. */
export async function knownBeforeChange(ctx: Ctx): Promise<Registry> {
  const list = await ifAnswered(ctx.part('webhooks').list(ctx.call));
  return list === null ? keptHere(ctx) : listedThere(list);
}

const listedThere = ({ items, ...told }: Listed<Webhook>): Registry => ({
  ...told,
  listed: true,
  all: items.map((webhook): Known => ({ webhook, source: 'provider' })),
});

async function keptHere(ctx: Ctx): Promise<Registry> {
  const entries = await db()
    .select()
    .from(webhookEntries)
    .where(eq(webhookEntries.accountId, ctx.account.id));
  return { listed: false, all: entries.map(fromEntry) };
}

/** One of them; `not_found` otherwise. */
export async function knownWebhook(ctx: Ctx, id: string): Promise<Known & { listed: boolean }> {
  const { all, listed } = await knownBeforeChange(ctx);
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
