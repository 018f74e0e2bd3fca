import 'server-only';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { addressPolicyOf } from '#lib/accounts/server/address-policy.ts';
import type { Ctx } from '#lib/api/context.ts';
import { isNearlySame } from '#lib/core/address-name.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { isReservedName } from '#lib/core/http/address-kind.ts';
import { checkForm, checkUrl, type UrlFault } from '#lib/core/http/safe-url.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { lockNamed } from '#lib/data/named-lock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { webhookChecks, webhookReceivers } from '#lib/data/schema/webhooks.ts';
import { isOpen, OPEN_STATES } from '#lib/operations/rules.ts';
import { moved } from '#lib/operations/server/stale-read.ts';
import type { OwnershipCheck } from '#lib/providers/records.ts';
import { editWebhook } from '#lib/webhooks/server/edit-operation.ts';
import { registerWebhook } from '#lib/webhooks/server/register-operation.ts';
import { sameUrl, urlLabel } from '#lib/webhooks/server/registry.ts';

/** Refuses an invalid address before anything is sent (`invalid_request`, field `url`). */
export async function requireGoodUrl(ctx: Ctx, url: string): Promise<void> {
  const { fault } = await judgeUrl(ctx, url);
  if (fault !== null) throw urlFault(fault);
}

/**
 * Checks an address that the provider will call. `unresolved` only warns, because the provider may resolve
 * names that this machine cannot.
 */
async function judgeUrl(
  { account }: Pick<Ctx, 'account'>,
  url: string,
): Promise<{ fault: UrlFault | null; unresolved: boolean }> {
  const policy = addressPolicyOf(account);
  const form = checkForm(url, policy);
  if (typeof form === 'string') return { fault: form, unresolved: false };
  // The simulator serves reserved example names; no one else can own them.
  if (account.simulator && isReservedName(form.hostname)) return { fault: null, unresolved: false };
  const checked = await checkUrl(url, policy);
  if (checked === 'unresolvable') return { fault: null, unresolved: true };
  return { fault: typeof checked === 'string' ? checked : null, unresolved: false };
}

/**
 * Refuses an address that another webhook has, and a nearly identical one unless the operator confirmed it
 * (`nearDuplicate`).
 */
export function requireFreeAddress(others: readonly (string | null)[], url: string, meant: boolean): void {
  if (others.some((other) => sameUrl(other, url))) throw urlFault('duplicate');
  if (!meant && others.some((other) => other !== null && isNearlySame(other, url)))
    throw urlFault('near_duplicate');
}

export const urlFault = (message: UrlFault | 'duplicate' | 'near_duplicate') =>
  new GuicheError('invalid_request', 'The address cannot be registered.', {
    fields: [{ field: 'url', message }],
  });

/** Document 1 treats an empty list as all events; document 2 requires at least one. */
export function requireEvents({ account }: Pick<Ctx, 'account'>, events: readonly string[]): void {
  if (account.kind !== 'hub' || events.length > 0) return;
  throw new GuicheError('invalid_request', 'An endpoint of this account receives at least one event.', {
    fields: [{ field: 'events', message: 'events_required' }],
  });
}

/**
 * Checks that an address looks public from here. The answer does not reveal what a name resolves to: `seen`
 * is false for an unknown name and for one of this network.
 */
export async function checkAddress({
  ctx,
  body: { url },
}: {
  ctx: Pick<Ctx, 'account'>;
  body: { url: string };
}): Promise<{ fault: UrlFault | null; seen: boolean }> {
  const form = checkForm(url, addressPolicyOf(ctx.account));
  if (typeof form === 'string') return { fault: form, seen: false };
  const { fault, unresolved } = await judgeUrl(ctx, url);
  return { fault: null, seen: fault === null && !unresolved };
}

/**
 * Stores an ownership check, and its status for Guichê's own receiver, which answers challenges until it is
 * verified.
 */
export async function saveCheck(
  tx: Database | Transaction,
  accountId: string,
  webhookId: string,
  { url, status, detail, checkedAt }: OwnershipCheck,
): Promise<void> {
  const at = checkedAt === null || Number.isNaN(Date.parse(checkedAt)) ? null : new Date(checkedAt);
  const set = { url, status, detail, checkedAt: at, readAt: dbNow };
  await tx
    .insert(webhookChecks)
    .values({ accountId, webhookId, ...set })
    .onConflictDoUpdate({ target: [webhookChecks.accountId, webhookChecks.webhookId], set });
  if (status !== null)
    await tx
      .update(webhookReceivers)
      .set({ ownership: status })
      .where(and(eq(webhookReceivers.accountId, accountId), eq(webhookReceivers.webhookId, webhookId)));
}

/** Operation kinds that assign an address to a webhook; their intent contains it. */
const ASSIGNING = [registerWebhook.name, editWebhook.name];

type Operation = { id: string; state: string };

type Before = { accountId: string; label: string; assigned: ReadonlySet<string> };

/** Operations that assigned this address to a webhook, read before the provider's list. */
export async function assignedBefore(accountId: string, url: string): Promise<Before> {
  const label = urlLabel(url);
  const found = await operationsOn(db(), { accountId, label });
  return { accountId, label, assigned: new Set(found.flatMap((one) => (isOpen(one.state) ? [] : [one.id]))) };
}

/**
 * Runs in the operation's transaction: refuses the address if another operation is assigning it, or assigned
 * it since the list was read. A lock serializes concurrent requests.
 */
export const requireStillFree =
  ({ accountId, label, assigned }: Before) =>
  async (tx: Transaction, id: string): Promise<void> => {
    await lockNamed(tx, `webhook address ${accountId} ${label}`);
    const now = await operationsOn(tx, { accountId, label }, id);
    const other = now.find((one) => !assigned.has(one.id));
    if (other !== undefined) throw moved('Another one was given this address meanwhile.', other);
  };

/** Open and confirmed operations; a refused one assigned nothing. */
function operationsOn(
  tx: Pick<Transaction, 'select'>,
  { accountId, label }: Pick<Before, 'accountId' | 'label'>,
  except = '',
): Promise<Operation[]> {
  const { id, state, kind, intent } = operations;
  return tx
    .select({ id, state })
    .from(operations)
    .where(
      and(
        eq(operations.accountId, accountId),
        inArray(kind, ASSIGNING),
        sql`${intent}->>'url' = ${label}`,
        inArray(state, [...OPEN_STATES, 'confirmed']),
        ne(id, except),
      ),
    );
}
