import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import type { Reply } from '#lib/api/reply.ts';
import { db } from '#lib/data/client.ts';
import { fromNow } from '#lib/data/clock.ts';
import { webhookReceivers } from '#lib/data/schema/webhooks.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import type { OwnershipCheck } from '#lib/providers/records.ts';
import { saveCheck } from '#lib/webhooks/server/check-url.ts';
import { runOwnership as kind } from '#lib/webhooks/server/ownership-operation.ts';

/** Guichê's own receiver answers the challenge for this long after Run again, in ms. */
const CHALLENGE_MS = 60_000;

/** Reads the check's current state from the provider. */
export async function getOwnership({ ctx, id }: { ctx: Ctx; id: string }): Promise<OwnershipCheck> {
  const check = await ctx.part('ownership').get(id, ctx.call);
  await saveCheck(db(), ctx.account.id, id, check);
  return check;
}

export async function runOwnership({ ctx, id }: { ctx: Ctx; id: string }): Promise<Reply> {
  const { checkedAt } = await getOwnership({ ctx, id });
  return performAndAnswer(ctx, kind, {
    target: id,
    request: { id, before: checkedAt },
    within: async (tx) => {
      await tx
        .update(webhookReceivers)
        .set({ challengeUntil: fromNow(CHALLENGE_MS) })
        .where(and(eq(webhookReceivers.accountId, ctx.account.id), eq(webhookReceivers.webhookId, id)));
    },
  });
}
