import 'server-only';
import { createHash } from 'node:crypto';
import { and, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { addressPolicyOf } from '#lib/accounts/server/address-policy.ts';
import type { Ctx } from '#lib/api/context.ts';
import { addressKey, isNearlySame } from '#lib/core/address-name.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { checkForm, checkUrl, isReservedName, type UrlError } from '#lib/core/http/safe-url.ts';
import { createCache, monotonicNow } from '#lib/data/cache.ts';
import { db, lockNamed, type Transaction } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { webhookEntries, webhookReceivers, webhookSecrets } from '#lib/data/schema/webhooks.ts';
import { isOpen, OPEN_STATES } from '#lib/operations/rules.ts';
import { moved } from '#lib/operations/server/thing.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import type { Listed } from '#lib/providers/port.ts';
import type { Webhook } from '#lib/providers/records.ts';
import { ACCOUNT_TARGET, type SecretRow, verifies } from '#lib/webhooks/server/secrets.ts';

type Source = 'provider' | 'guiche' | 'added';
export type Known = { webhook: Webhook; source: Source };
type Registry = Pick<Listed<Webhook>, 'unread'> & { listed: boolean; all: Known[] };

/** The provider's list; without one (`listed` false) the webhooks registered or added through Guichê. */
export const knownWebhooks = async (ctx: Ctx): Promise<Registry> =>
  registryOf(ctx, await ctx.part('webhooks').list(ctx.call));

/** The same before a change. No document defines the list route, so its failure blocks no change. */
export const knownBeforeChange = async (ctx: Ctx): Promise<Registry> =>
  registryOf(ctx, await ifAnswered(ctx.part('webhooks').list(ctx.call)));

async function registryOf({ account }: Ctx, list: Listed<Webhook> | null): Promise<Registry> {
  if (list !== null) {
    const { items, ...rest } = list;
    return { ...rest, listed: true, all: items.map((webhook) => ({ webhook, source: 'provider' })) };
  }
  const entries = await db().select().from(webhookEntries).where(eq(webhookEntries.accountId, account.id));
  return { listed: false, all: entries.map(fromEntry) };
}

/** One webhook; `not_found` otherwise. */
export async function knownWebhook(ctx: Ctx, id: string): Promise<Known & { listed: boolean }> {
  const { all, listed } = await knownBeforeChange(ctx);
  return { ...findKnown(all, id), listed };
}

function findKnown(all: readonly Known[], id: string): Known {
  const found = all.find(({ webhook }) => webhook.id === id);
  if (found === undefined) throw new GuicheError('not_found', 'No such webhook.');
  return found;
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

/** A receiver with the encrypted secrets that may verify its callbacks, newest first. */
export type Place = { receiver: ReceiverRow; secrets: SecretRow[] };

/** A burst reads a receiver once. Callers read again (`fresh`) before refusing a callback. */
const CACHE_MS = 5_000;
const places = createCache({ max: 1_000, now: monotonicNow });

export function receiverAt(endpoint: string, { fresh }: { fresh: boolean }): Promise<Place | null> {
  if (fresh) places.delete(endpoint);
  return places.read(
    endpoint,
    (place) => (place === null ? 0 : CACHE_MS),
    () => read(endpoint),
  );
}

async function read(endpoint: string): Promise<Place | null> {
  const [receiver] = await db()
    .select()
    .from(webhookReceivers)
    .where(eq(webhookReceivers.endpoint, endpoint));
  if (receiver === undefined) return null;
  const targets = [ACCOUNT_TARGET, ...(receiver.webhookId === null ? [] : [receiver.webhookId])];
  const { accountId, target, sealed, issuedAt } = webhookSecrets;
  const own = and(eq(accountId, receiver.accountId), inArray(target, targets));
  const secrets = await db()
    .select()
    .from(webhookSecrets)
    .where(and(own, isNotNull(sealed), verifies))
    .orderBy(desc(issuedAt));
  return { receiver, secrets };
}

/** Refuses an invalid address before anything is sent (`invalid_request`, field `url`). */
export async function requireGoodUrl(ctx: Ctx, url: string): Promise<void> {
  const { error } = await judgeUrl(ctx, url);
  if (error !== null) throw urlError(error);
}

type Judged = { form: UrlError | null; error: UrlError | null; seen: boolean };

/**
 * Checks an address. An unknown name is only not `seen`: the provider may resolve what this machine cannot.
 */
async function judgeUrl({ account }: Pick<Ctx, 'account'>, url: string): Promise<Judged> {
  const policy = addressPolicyOf(account);
  const form = checkForm(url, policy);
  if (typeof form === 'string') return { form, error: form, seen: false };
  // The simulator serves reserved example names; no one else can own them.
  if (account.simulator && isReservedName(form.hostname)) return { form: null, error: null, seen: true };
  const checked = await checkUrl(url, policy);
  const error = typeof checked === 'string' && checked !== 'unresolvable' ? checked : null;
  return { form: null, error, seen: typeof checked !== 'string' };
}

const urlError = (message: UrlError | 'duplicate' | 'near_duplicate') =>
  invalidField('url', message, 'The address cannot be registered.');

/** Document 1 treats an empty list as all events; document 2 requires at least one. */
export function requireEvents({ account }: Pick<Ctx, 'account'>, events: readonly string[]): void {
  if (account.kind === 'hub' && events.length === 0)
    throw invalidField(
      'events',
      'events_required',
      'An endpoint of this account receives at least one event.',
    );
}

type Addressed = { ctx: Pick<Ctx, 'account'>; body: { url: string } };

/**
 * Checks that an address looks public from here. The answer does not reveal what a name resolves to: `seen`
 * is false for an unknown name and for one of this network.
 */
export async function checkAddress({ ctx, body: { url } }: Addressed) {
  const { form, seen } = await judgeUrl(ctx, url);
  return { fault: form, seen };
}

/** Operation kinds that assign an address to a webhook; their intent contains it. */
const ASSIGNING = ['webhook.register', 'webhook.edit'];

/**
 * Refuses an invalid address, another webhook's address, and a nearly identical one unless the operator
 * confirmed it. `id`: the webhook that gets it, if it exists already. Returns the check for the operation's
 * transaction, which refuses an address that another operation assigns or assigned since.
 */
export async function requireFreeUrl(ctx: Ctx, url: string, confirmed: boolean, id?: string) {
  await requireGoodUrl(ctx, url);
  const label = urlLabel(url);
  // Read before the provider's list: an operation that ended earlier is in the list.
  const before = await operationsOn(db(), ctx.account.id, label);
  const assigned = new Set(before.flatMap((one) => (isOpen(one.state) ? [] : [one.id])));
  const { all } = await knownBeforeChange(ctx);
  if (id !== undefined) findKnown(all, id);
  const others = all.flatMap(({ webhook }) => (webhook.id === id ? [] : [webhook.url]));
  if (others.some((other) => sameUrl(other, url))) throw urlError('duplicate');
  if (!confirmed && others.some((other) => other !== null && isNearlySame(other, url)))
    throw urlError('near_duplicate');
  return async (tx: Transaction, operationId: string): Promise<void> => {
    await lockNamed(tx, `webhook address ${ctx.account.id} ${label}`);
    const now = await operationsOn(tx, ctx.account.id, label, operationId);
    const other = now.find((one) => !assigned.has(one.id));
    if (other !== undefined) throw moved('Another one was given this address meanwhile.', other);
  };
}

/** Open and confirmed operations that assign this address; a refused one assigned nothing. */
function operationsOn(tx: Pick<Transaction, 'select'>, account: string, label: string, except = '') {
  const { accountId, id, state, kind, intent } = operations;
  const assigning = and(inArray(kind, ASSIGNING), sql`${intent}->>'url' = ${label}`, ne(id, except));
  return tx
    .select({ id, state })
    .from(operations)
    .where(and(eq(accountId, account), assigning, inArray(state, [...OPEN_STATES, 'confirmed'])));
}
