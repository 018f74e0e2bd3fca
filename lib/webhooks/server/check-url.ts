import 'server-only';
import { addressPolicyOf } from '#lib/accounts/server/address-policy.ts';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { isReservedName } from '#lib/http/address-kind.ts';
import { checkForm, checkUrl, type UrlFault } from '#lib/http/safe-url.ts';

/** Refuses an address that must not be registered (`invalid_request`, field `url`), before anything is sent. */
export async function requireGoodUrl(ctx: Ctx, url: string): Promise<void> {
  const policy = addressPolicyOf(ctx.account);
  const form = checkForm(url, policy);
  if (typeof form === 'string') throw urlFault(form);
  // The simulator answers for the names of examples; nobody else has them.
  if (ctx.account.simulator && isReservedName(form.hostname)) return;
  const checked = await checkUrl(url, policy);
  if (typeof checked === 'string') throw urlFault(checked);
}

export const urlFault = (message: UrlFault | 'duplicate') =>
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
