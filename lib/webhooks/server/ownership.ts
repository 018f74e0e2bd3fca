import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Ctx, Reply } from '#lib/api/context.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { dbNow, fromNow } from '#lib/data/clock.ts';
import { webhookChecks, webhookReceivers } from '#lib/data/schema/webhooks.ts';
import type { OperationKind } from '#lib/operations/server/kind.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import { partOf } from '#lib/providers/reach.ts';
import type { OwnershipCheck } from '#lib/providers/records.ts';

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
  return performAndAnswer(ctx, RUN_OWNERSHIP, {
    target: id,
    request: { id, before: checkedAt },
    within: async (tx) => {
      await tx
        .update(webhookReceivers)
        .set({ challengeUntil: fromNow(CHALLENGE_MS) })
        .where(receiverOf(ctx.account.id, id));
    },
  });
}

/** Runs document 3's check again. `before`: the last one's time (provider's clock); a newer one is ours. */
export const RUN_OWNERSHIP: OperationKind<{ id: string; before: string | null }, OwnershipCheck> = {
  name: 'webhook.ownership',
  permission: 'webhook',
  stepUp: false,
  afterCrash: 'never_sent',
  repeatable: true,
  send: ({ request, port, change }) => partOf(port, 'ownership').run(request.id, change),
  async lookUp({ request, port, call }) {
    const check = await partOf(port, 'ownership').get(request.id, call);
    if (check.checkedAt === null) return { found: 'unsure' };
    if (check.checkedAt === request.before) return { found: 'absent', next: 'wait' };
    return { found: 'there', value: check };
  },
  async settled(tx, { row, request, value }) {
    if (value !== null) await saveCheck(tx, row.accountId, request.id, value);
  },
  show: (check) => ({ ...check }),
  touches: ['webhooks'],
};

/** Stores a check, and its status for Guichê's own receiver, which answers challenges until it is verified. */
export async function saveCheck(
  tx: Database | Transaction,
  accountId: string,
  webhookId: string,
  { url, status, detail, checkedAt }: OwnershipCheck,
): Promise<void> {
  const at = checkedAt === null || Number.isNaN(Date.parse(checkedAt)) ? null : new Date(checkedAt);
  const set = { url, status, detail, checkedAt: at, readAt: dbNow };
  await tx
    .insert(webhookChecks)
    .values({ accountId, webhookId, ...set })
    .onConflictDoUpdate({ target: [webhookChecks.accountId, webhookChecks.webhookId], set });
  if (status !== null)
    await tx.update(webhookReceivers).set({ ownership: status }).where(receiverOf(accountId, webhookId));
}

const receiverOf = (accountId: string, webhookId: string) =>
  and(eq(webhookReceivers.accountId, accountId), eq(webhookReceivers.webhookId, webhookId));
