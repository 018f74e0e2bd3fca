import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import type { Draft } from '#lib/disputes/contract.ts';
import { changeDraft } from '#lib/disputes/server/change-draft.ts';
import { requireDefenses } from '#lib/disputes/server/disputes-of.ts';
import { getDraft } from '#lib/disputes/server/get-draft.ts';
import { knownDispute } from '#lib/disputes/server/read-dispute.ts';
import { GuicheError } from '#lib/errors.ts';

class OtherVersion extends Error {}

/** Stores a draft over the version it was written on; `conflict` with the other version when another came between. */
export async function saveDraft({
  ctx,
  id,
  body: { version, ...content },
}: Args<'PUT /disputes/{id}/draft'>): Promise<Draft> {
  requireDefenses(ctx);
  await knownDispute(ctx, id);
  const of = { accountId: ctx.account.id, disputeId: id };
  try {
    await changeDraft(ctx, of, async (_tx, row) => {
      if (row.version !== version) throw new OtherVersion();
      return { content };
    });
  } catch (error) {
    if (error instanceof OtherVersion) throw await otherVersion(ctx, id);
    throw error;
  }
  return getDraft({ ctx, id });
}

/** The refusal that shows what stands there instead. */
export async function otherVersion(ctx: Ctx, id: string): Promise<GuicheError> {
  return new GuicheError('conflict', 'Another version was stored meanwhile.', {
    existing: await getDraft({ ctx, id }),
  });
}
