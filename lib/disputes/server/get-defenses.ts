import 'server-only';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { present } from '#lib/api/present.ts';
import { DefenseList } from '#lib/disputes/contract.ts';
import { namesOf } from '#lib/disputes/server/people.ts';
import { knownDispute } from '#lib/disputes/server/read-dispute.ts';
import { defenseOf, type Sent, sentThrough } from '#lib/disputes/server/receipt.ts';
import { keepDefenses } from '#lib/disputes/server/upsert-infractions.ts';
import { masked } from '#lib/privacy/pii.ts';
import { type Defense, Party } from '#lib/providers/records.ts';

type Item = DefenseList['items'][number];
/** Whom the dispute names is hidden in what was written about it. */
const About = z.object({ payer: Party, receiver: Party, items: DefenseList.shape.items });

/**
 * Document 1, GET /user/infractions/{id}/defenses; where the account may not read them, the dispute's own history,
 * else what was sent through Guichê. Texts are masked for who may not answer disputes.
 */
export async function getDefenses({ ctx, id }: { ctx: Ctx; id: string }): Promise<DefenseList> {
  const infraction = await knownDispute(ctx, id);
  const sent = await sentThrough({ accountId: ctx.account.id, disputeId: id });
  const read = await ctx
    .part('disputes')
    .defenses(id, ctx.call)
    .catch((error: unknown) => {
      if (sent === null) throw error;
      return null;
    });
  if (read !== null && read.length > 0) await keepDefenses(ctx.account.id, id, { defenses: read });
  const known = read ?? infraction.defenses;
  const items = await withSender(known, sent);
  const inClear = ctx.permissions.has('dispute');
  const names = ctx.permissions.has('reveal');
  const shown = inClear ? items : masked(About, { ...infraction, items }, { names }).items;
  return present(ctx, DefenseList, { items: shown, available: read !== null }, { inClear });
}

/** Marks the defense that Guichê sent; adds it where the provider does not name it yet. */
async function withSender(known: readonly Defense[], sent: Sent | null): Promise<Item[]> {
  const nobody = { sentBy: null, operationId: null };
  if (sent === null) return known.map((defense) => ({ ...defense, ...nobody }));
  const us = { sentBy: (await namesOf([sent.sentBy]))(sent.sentBy), operationId: sent.operationId };
  const ours = ourPlace(known, sent);
  if (ours < 0)
    return [{ ...defenseOf(sent), ...us }, ...known.map((defense) => ({ ...defense, ...nobody }))];
  return known.map((defense, place) => ({ ...defense, ...(place === ours ? us : nobody) }));
}

function ourPlace(known: readonly Defense[], { receipt }: Sent): number {
  const byId = known.findIndex(({ id }) => id !== null && id === receipt.defense?.id);
  return byId >= 0 ? byId : known.findIndex(({ text }) => text === null || text === receipt.text);
}
