import 'server-only';
import { addressPolicyOf } from '#lib/accounts/server/address-policy.ts';
import type { Ctx } from '#lib/api/context.ts';
import { isNearlySame } from '#lib/core/address-name.ts';
import { GuicheError } from '#lib/errors.ts';
import { isReservedName } from '#lib/http/address-kind.ts';
import { checkForm, checkUrl, type UrlFault } from '#lib/http/safe-url.ts';
import { sameUrl } from '#lib/webhooks/server/same-url.ts';

/** Refuses an address that must not be registered (`invalid_request`, field `url`), before anything is sent. */
export async function requireGoodUrl(ctx: Ctx, url: string): Promise<void> {
  const { fault } = await judgeUrl(ctx, url);
  if (fault !== null) throw urlFault(fault);
}

/**
 * Judges an address that the provider is to call. The provider may resolve a name that this machine cannot:
 * `unresolved` is worth a word and holds nothing back.
 */
export async function judgeUrl(
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
