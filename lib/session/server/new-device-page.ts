import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { settings } from '#lib/env/settings.ts';
import { openSessionsOf } from '#lib/session/server/open-sessions.ts';
import { safeReturn } from '#lib/session/server/sign-in-page.ts';

type Search = Record<string, string | string[] | undefined>;

/** Data of the page after the second step on a new browser: where the person came from, and the way on. */
export async function newDevicePage(ctx: OperatorCtx, { callbackUrl }: Search) {
  const sessions = await openSessionsOf(ctx.operator.id, ctx.sessionId);
  const own = sessions.find(({ current }) => current);
  return {
    agent: own?.agent ?? null,
    address: own?.address ?? null,
    mail: settings().smtp !== null,
    callbackUrl: safeReturn(callbackUrl),
  };
}
