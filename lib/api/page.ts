import 'server-only';
import { cookies, headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import type { Ctx, OperatorCtx } from '#lib/api/context.ts';
import { originOf } from '#lib/api/request-origin.ts';
import { enterAccount, identify } from '#lib/api/steps/identify.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { GuicheError } from '#lib/errors.ts';

/** Who looks at this page; without a session the way leads to the sign-in and back here. Once a request. */
export const pageOperator = cache(async (): Promise<OperatorCtx> => {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const cookie = (name: string) => jar.get(name)?.value;
  const who = await identify(cookie, originOf(head));
  if (who !== null) return who;
  const back = head.get('x-guiche-path') ?? '/';
  redirect(`/sign-in?callbackUrl=${encodeURIComponent(back)}`);
});

const enter = cache(async (slug: string): Promise<Ctx | null> => {
  try {
    return await enterAccount(await pageOperator(), slug);
  } catch (thrown) {
    if (thrown instanceof GuicheError && thrown.code === 'not_found') return null;
    throw thrown;
  }
});

/** The context of an account's page; "not found" without the permission, as if the page did not exist. */
export async function pageContext(slug: string, permission: Permission): Promise<Ctx> {
  const ctx = await enter(slug);
  if (ctx === null || !ctx.permissions.has(permission)) notFound();
  return ctx;
}
