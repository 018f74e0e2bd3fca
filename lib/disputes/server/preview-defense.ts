import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { db } from '#lib/db/client.ts';
import type { DefensePreview } from '#lib/disputes/contract.ts';
import { stateOf } from '#lib/disputes/rules.ts';
import { composeDefense, previewOf } from '#lib/disputes/server/compose-defense.ts';
import { limitsOf, requireDefenses } from '#lib/disputes/server/disputes-of.ts';
import { storedDraft } from '#lib/disputes/server/draft-store.ts';
import { readDispute } from '#lib/disputes/server/read-dispute.ts';
import { sentThrough } from '#lib/disputes/server/receipt.ts';
import { openOperation } from '#lib/operations/server/perform.ts';

/** Exactly what would be sent for the stored version, and all that keeps it from being sent now. */
export async function previewDefense({ ctx, id }: { ctx: Ctx; id: string }): Promise<DefensePreview> {
  requireDefenses(ctx);
  const { infraction } = await readDispute(ctx, id);
  const of = { accountId: ctx.account.id, disputeId: id };
  const [stored, sent, open] = await Promise.all([
    storedDraft(of),
    sentThrough(of),
    openOperation(db(), of.accountId, 'defense', id),
  ]);
  const composed = await composeDefense(ctx, infraction, stored);
  const state = stateOf({ ...infraction, defended: infraction.defenses.length > 0 });
  const more = [
    state === 'closed' && 'closed',
    (state === 'answered' || sent !== null) && 'answered',
    open !== null && 'sending',
  ].filter((name) => name !== false);
  return previewOf(composed, limitsOf(ctx.account).characters, more);
}
