import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { disputesOf, operatorCall } from '#lib/disputes/server/disputes-of.ts';
import { keepInfractions } from '#lib/disputes/server/keep-infractions.ts';
import { namesOf, type Person } from '#lib/disputes/server/people.ts';
import { knownDispute } from '#lib/disputes/server/read-dispute.ts';
import { defenseOf, type Sent, sentThrough } from '#lib/disputes/server/receipt.ts';
import { disputeDescriber, maskDefense } from '#lib/mask-dispute.ts';
import type { Defense, Infraction } from '#lib/providers/records.ts';

type Item = Defense & { sentBy: Person | null; operationId: string | null };

/**
 * Document 1, GET /user/infractions/{id}/defenses; where the account may not read them, the dispute's own history,
 * else what was sent through Guichê. Texts are masked for who may not answer disputes.
 */
export async function getDefenses({
  ctx,
  id,
}: {
  ctx: Ctx;
  id: string;
}): Promise<{ items: Item[]; available: boolean }> {
  const infraction = await knownDispute(ctx, id);
  const sent = await sentThrough({ accountId: ctx.account.id, disputeId: id });
  const read = await disputesOf(ctx)
    .defenses(id, operatorCall(ctx))
    .catch((error: unknown) => {
      if (sent === null) throw error;
      return null;
    });
  if (read !== null && read.length > 0)
    await keepInfractions(ctx.account.id, [{ ...infraction, defenses: read }]);
  const known = read ?? infraction.defenses;
  const items = await withSender(known, sent);
  const clear = ctx.permissions.has('dispute');
  return { items: clear ? items : masked(ctx, infraction, items), available: read !== null };
}

/** Which of them is ours; one that the provider does not name yet is added. */
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

function masked(ctx: Ctx, infraction: Infraction, items: Item[]): Item[] {
  const describe = disputeDescriber(infraction, { names: ctx.permissions.has('reveal') });
  return items.map((item) => ({ ...item, ...maskDefense(item, describe) }));
}
