import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { present } from '#lib/api/present.ts';
import { Draft } from '#lib/disputes/contract.ts';
import { requireDefenses } from '#lib/disputes/server/disputes-of.ts';
import { showDraft, storedDraft } from '#lib/disputes/server/draft-store.ts';
import { factsOf } from '#lib/disputes/server/facts.ts';
import { knownDispute } from '#lib/disputes/server/read-dispute.ts';

/** The stored draft; version 0 before anything was stored. Masked for who may not write it. */
export async function getDraft({ ctx, id }: { ctx: Ctx; id: string }): Promise<Draft> {
  requireDefenses(ctx);
  const infraction = await knownDispute(ctx, id);
  const facts = await factsOf(ctx, infraction);
  const of = { accountId: ctx.account.id, disputeId: id };
  const draft = await showDraft(of, await storedDraft(of), facts);
  const sees = ctx.permissions.has('dispute') || ctx.permissions.has('reveal');
  const shown = sees ? draft.facts : draft.facts.filter(({ name }) => name !== 'payer_name');
  return present(ctx, Draft, { ...draft, facts: shown });
}
