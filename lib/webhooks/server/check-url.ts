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

/** Refuses an address that must not be registered (`invalid_request`, field `url`), before anything is sent. */
export async function requireGoodUrl(ctx: Ctx, url: string): Promise<void> {
  const { fault } = await judgeUrl(ctx, url);
  if (fault !== null) throw urlFault(fault);
}

/**
 * Judges an address that the provider is to call. The provider may resolve a name that this machine cannot:
 * `unresolved` is worth a word and holds nothing back.
 */
async function judgeUrl(
  { account }: Pick<Ctx, 'account'>,
  url: string,
): Promise<{ fault: UrlFault | null; unresolved: boolean }> {
  const policy = addressPolicyOf(account);
  const form = checkForm(url, policy);
  if (typeof form === 'string') return { fault: form, unresolved: false };
  // The simulator answers for the names of examples; nobody else has them.
  if (account.simulator && isReservedName(form.hostname)) return { fault: null, unresolved: false };
  const checked = await checkUrl(url, policy);
  if (checked === 'unresolvable') return { fault: null, unresolved: true };
  return { fault: typeof checked === 'string' ? checked : null, unresolved: false };
}

/** Refuses an address that another webhook has; one that is nearly the same unless it is meant (`nearDuplicate`). */
export function requireFreeAddress(others: readonly (string | null)[], url: string, meant: boolean): void {
  if (others.some((other) => sameUrl(other, url))) throw urlFault('duplicate');
  if (!meant && others.some((other) => other !== null && isNearlySame(other, url)))
    throw urlFault('near_duplicate');
}

export const urlFault = (message: UrlFault | 'duplicate' | 'near_duplicate') =>
  new GuicheError('invalid_request', 'The address cannot be registered.', {
    fields: [{ field: 'url', message }],
  });

/** Document 1 reads an empty list as all events; document 2 takes at least one. */
export function requireEvents({ account }: Pick<Ctx, 'account'>, events: readonly string[]): void {
  if (account.kind !== 'hub' || events.length > 0) return;
  throw new GuicheError('invalid_request', 'An endpoint of this account receives at least one event.', {
    fields: [{ field: 'events', message: 'events_required' }],
  });
}

/**
 * Checks that an address which the provider is to call looks public from here. The answer hides what a name
 * resolves to: `seen` false covers an unknown name and one of this network alike.
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

/** Keeps a check as it was read, and tells Guichê's own receiver whether the challenge still has to be answered. */
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

/** Kinds that give an address to a webhook; their intent names it. */
const GIVING = [registerWebhook.name, editWebhook.name];

type Operation = { id: string; state: string };

type Before = { accountId: string; label: string; given: ReadonlySet<string> };

/** Operations that gave a webhook this address before the provider's list is read. */
export async function givenBefore(accountId: string, url: string): Promise<Before> {
  const label = urlLabel(url);
  const given = await ofAddress(db(), { accountId, label });
  return { accountId, label, given: new Set(given.flatMap((one) => (isOpen(one.state) ? [] : [one.id]))) };
}

/**
 * In the transaction of the intent: refuses the address where another operation is giving it, or gave it since the
 * list was read. A lock puts those that ask at once in order.
 */
export const freeSince =
  ({ accountId, label, given }: Before) =>
  async (tx: Transaction, id: string): Promise<void> => {
    await lockNamed(tx, `webhook address ${accountId} ${label}`);
    const now = await ofAddress(tx, { accountId, label }, id);
    const other = now.find((one) => !given.has(one.id));
    if (other !== undefined) throw moved('Another one was given this address meanwhile.', other);
  };

/** Those that are open, or ended well: one that was refused gave nothing. */
function ofAddress(
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
        inArray(kind, GIVING),
        sql`${intent}->>'url' = ${label}`,
        inArray(state, [...OPEN_STATES, 'confirmed']),
        ne(id, except),
      ),
    );
}
