import 'server-only';
import { cookies, headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { slugFault } from '#lib/accounts/rules.ts';
import { type Ctx, type OperatorCtx, originOf } from '#lib/api/context.ts';
import { lacksFactor } from '#lib/api/steps/authorize.ts';
import { enterAccount, identify } from '#lib/api/steps/identify.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { isWithin, readPolicies } from '#lib/auth/server/policies.ts';
import { GuicheError } from '#lib/core/errors.ts';

/** The session of this page request. Redirects to the sign-in without one, or from a disallowed network. */
export const pageSession = cache(async (): Promise<OperatorCtx> => {
  const [jar, head, { allowedNetworks }] = await Promise.all([cookies(), headers(), readPolicies()]);
  const cookie = (name: string) => jar.get(name)?.value;
  const from = originOf(head);
  const who = await identify(cookie, from);
  if (who !== null && isWithin(allowedNetworks, from.address)) return who;
  const back = encodeURIComponent(head.get('x-guiche-path') ?? '/');
  redirect(`/sign-in?callbackUrl=${back}${who === null ? '' : '&error=network'}`);
});

/** The operator of this page request. Redirects one who must set up a second factor. Cached per request. */
export const pageOperator = cache(async (): Promise<OperatorCtx> => {
  const who = await pageSession();
  if (await lacksFactor(who)) redirect('/second-factor');
  return who;
});

const enter = cache(async (slug: string): Promise<Ctx | null> => {
  // A path like `/_next/none.js` is no account: "not found" for everyone, without a redirect.
  if (slugFault(slug) === 'slug_form') return null;
  try {
    return await enterAccount(await pageOperator(), slug);
  } catch (thrown) {
    if (thrown instanceof GuicheError && thrown.code === 'not_found') return null;
    throw thrown;
  }
});

/** The context of an account's page. Without the permission the answer is "not found". */
export async function pageContext(slug: string, permission: Permission): Promise<Ctx> {
  const ctx = await enter(slug);
  if (ctx === null || !ctx.permissions.has(permission)) notFound();
  return ctx;
}
