import 'server-only';
import { createHash } from 'node:crypto';
import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { addressKey } from '#lib/core/address-name.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { webhookEntries, webhookReceivers, webhookSecrets } from '#lib/data/schema/webhooks.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import type { Listed } from '#lib/providers/port.ts';
import type { Webhook } from '#lib/providers/records.ts';
import { ACCOUNT_TARGET, type SecretRow, verifies } from '#lib/webhooks/server/secrets.ts';

type Source = 'provider' | 'guiche' | 'added';
export type Known = { webhook: Webhook; source: Source };
type Registry = Pick<Listed<Webhook>, 'unread'> & { listed: boolean; all: Known[] };

/**
 * The account's webhooks: the provider's list; if the provider has none (`listed` false), those registered or
 * added through Guichê.
 */
export async function knownWebhooks(ctx: Ctx): Promise<Registry> {
  const list = await ctx.part('webhooks').list(ctx.call);
  return list === null ? registeredHere(ctx) : fromList(list);
}

/**
 * The same before a change. The documents define no list route, so a failing list does not block the change.
 */
export async function knownBeforeChange(ctx: Ctx): Promise<Registry> {
  const list = await ifAnswered(ctx.part('webhooks').list(ctx.call));
  return list === null ? registeredHere(ctx) : fromList(list);
}

const fromList = ({ items, ...rest }: Listed<Webhook>): Registry => ({
  ...rest,
  listed: true,
  all: items.map((webhook): Known => ({ webhook, source: 'provider' })),
});

async function registeredHere(ctx: Ctx): Promise<Registry> {
  const entries = await db()
    .select()
    .from(webhookEntries)
    .where(eq(webhookEntries.accountId, ctx.account.id));
  return { listed: false, all: entries.map(fromEntry) };
}

/** One webhook; `not_found` otherwise. */
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

const keyOf = (url: string | null) => (url === null ? null : (addressKey(url) ?? url));

export const sameUrl = (a: string | null, b: string | null) => a !== null && keyOf(a) === keyOf(b);

/** An address for lists and the audit log; its query is hashed because it may contain a key. */
export function urlLabel(url: string): string {
  const key = addressKey(url);
  if (key === null) return url;
  const { origin, pathname, search } = new URL(key);
  if (search === '') return `${origin}${pathname}`;
  return `${origin}${pathname}?…${createHash('sha256').update(search).digest('hex').slice(0, 8)}`;
}

export type ReceiverRow = typeof webhookReceivers.$inferSelect;

export function receiverOf(webhook: Webhook, receivers: readonly ReceiverRow[]): ReceiverRow | undefined {
  return receivers.find((one) => sameUrl(one.url, webhook.url));
}

/** Sets the webhook id of receivers whose registration ended without one, once the list shows the webhook. */
export async function linkReceivers(receivers: readonly ReceiverRow[], all: readonly Known[]): Promise<void> {
  for (const receiver of receivers) {
    if (receiver.webhookId !== null) continue;
    const known = all.find(({ webhook }) => sameUrl(webhook.url, receiver.url));
    if (known === undefined) continue;
    await db()
      .update(webhookReceivers)
      .set({ webhookId: known.webhook.id })
      .where(and(eq(webhookReceivers.endpoint, receiver.endpoint), isNull(webhookReceivers.webhookId)));
  }
}

/**
 * A receiver with the encrypted secrets that may verify its callbacks (its webhook's and the account's),
 * newest first.
 */
export type Place = { receiver: ReceiverRow; secrets: SecretRow[] };

/**
 * Cache time, so that a burst reads a receiver once. Before refusing a callback, callers read again
 * (`fresh`).
 */
const CACHE_MS = 5_000;

const MOST = 1_000;

const cache = new Map<string, { place: Place; until: number }>();

export async function receiverAt(endpoint: string, { fresh }: { fresh: boolean }): Promise<Place | null> {
  const known = cache.get(endpoint);
  if (!fresh && known !== undefined && performance.now() < known.until) return known.place;
  const place = await read(endpoint);
  if (place === null) cache.delete(endpoint);
  else {
    if (cache.size >= MOST) cache.clear();
    cache.set(endpoint, { place, until: performance.now() + CACHE_MS });
  }
  return place;
}

async function read(endpoint: string): Promise<Place | null> {
  const [receiver] = await db()
    .select()
    .from(webhookReceivers)
    .where(eq(webhookReceivers.endpoint, endpoint));
  if (receiver === undefined) return null;
  const targets = [ACCOUNT_TARGET, ...(receiver.webhookId === null ? [] : [receiver.webhookId])];
  const secrets = await db()
    .select()
    .from(webhookSecrets)
    .where(
      and(
        eq(webhookSecrets.accountId, receiver.accountId),
        inArray(webhookSecrets.target, targets),
        isNotNull(webhookSecrets.sealed),
        verifies,
      ),
    )
    .orderBy(desc(webhookSecrets.issuedAt));
  return { receiver, secrets };
}
