import 'server-only';
import { knownBlock } from '#lib/accounts/server/account-block.ts';
import type { Ctx } from '#lib/api/context.ts';
import type { AccountBlock } from '#lib/overview/contract.ts';

/** The bank's block of the account's operations, as it was told last; asks nobody. */
export async function getBlock({ ctx }: { ctx: Ctx }): Promise<{ block: AccountBlock | null }> {
  const known = await knownBlock(ctx.account.id);
  if (known === null || !known.blocked) return { block: null };
  const { operations, changedAt } = known;
  return { block: { operations, changedAt } };
}
