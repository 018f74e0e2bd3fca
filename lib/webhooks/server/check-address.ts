import 'server-only';
import { addressPolicyOf } from '#lib/accounts/server/address-policy.ts';
import type { Ctx } from '#lib/api/context.ts';
import { checkForm, type UrlFault } from '#lib/http/safe-url.ts';
import { judgeUrl } from '#lib/webhooks/server/check-url.ts';

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
