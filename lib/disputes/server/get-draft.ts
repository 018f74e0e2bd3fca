import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { Draft } from '#lib/disputes/contract.ts';
import { requireDefenses } from '#lib/disputes/server/disputes-of.ts';
import { showDraft, storedDraft } from '#lib/disputes/server/draft-store.ts';
import { factsOf } from '#lib/disputes/server/facts.ts';
import { knownDispute } from '#lib/disputes/server/read-dispute.ts';
import { maskText } from '#lib/mask.ts';

/** The stored draft; version 0 before anything was stored. Masked for who may not write it. */
export async function getDraft({ ctx, id }: { ctx: Ctx; id: string }): Promise<Draft> {
  requireDefenses(ctx);
  const infraction = await knownDispute(ctx, id);
  const facts = await factsOf(ctx, infraction);
  const of = { accountId: ctx.account.id, disputeId: id };
  const draft = await showDraft(of, await storedDraft(of), facts);
  return ctx.permissions.has('dispute') ? draft : maskDraft(draft, ctx.permissions.has('reveal'));
}

function maskDraft(draft: Draft, names: boolean): Draft {
  const mask = (text: string) => maskText(text, { names });
  const { sale, delivery, contact, conclusion } = draft.sections;
  return {
    ...draft,
    sections: {
      sale: mask(sale),
      delivery: mask(delivery),
      contact: mask(contact),
      conclusion: mask(conclusion),
    },
    attachments: draft.attachments.map((file) => ({ ...file, name: mask(file.name) })),
    facts: draft.facts.flatMap(({ name, text }) =>
      name === 'payer_name' && !names ? [] : [{ name, text: mask(text) }],
    ),
  };
}
