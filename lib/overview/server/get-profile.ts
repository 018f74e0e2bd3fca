import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { pageCall } from '#lib/overview/server/page-call.ts';
import type { Profile } from '#lib/providers/records.ts';

/** Document 1, GET /user, with the daily withdrawal limit and its use. Cents. */
export async function getProfile({ ctx }: { ctx: Ctx }): Promise<Profile> {
  if (ctx.port.profile === undefined) throw new GuicheError('not_supported', 'This account has no profile.');
  return ctx.port.profile(pageCall(ctx));
}
