import 'server-only';
import { readWithBlock } from '#lib/accounts/server/account-block.ts';
import type { Ctx } from '#lib/api/context.ts';
import { present } from '#lib/api/present.ts';
import { Profile } from '#lib/providers/records.ts';
import { blockInProfile } from '#lib/providers/reported-blocks.ts';

/** Document 1, GET /user, with the daily withdrawal limit and its use. Cents. */
export async function getProfile({ ctx }: { ctx: Ctx }): Promise<Profile> {
  const profile = ctx.part('profile');
  return present(ctx, Profile, await readWithBlock(ctx.account.id, () => profile(ctx.call), blockInProfile));
}
