import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { pageCall } from '#lib/overview/server/page-call.ts';
import type { Balance } from '#lib/providers/records.ts';

/** Document 1, GET /user/balance. Cents. Throws `not_supported` where the account's kind has no balance. */
export async function getBalance({ ctx }: { ctx: Ctx }): Promise<Balance> {
  if (ctx.port.balance === undefined) throw new GuicheError('not_supported', 'This account has no balance.');
  return ctx.port.balance(pageCall(ctx));
}
