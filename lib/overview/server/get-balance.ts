import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { Balance } from '#lib/providers/records.ts';

/** Document 1, GET /user/balance. Cents. Throws `not_supported` where the account's kind has no balance. */
export async function getBalance({ ctx }: { ctx: Ctx }): Promise<Balance> {
  return ctx.part('balance')(ctx.call);
}
