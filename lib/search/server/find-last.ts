import 'server-only';
import { eq } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { db } from '#lib/db/client.ts';
import { disputeIndexes } from '#lib/db/schema/disputes.ts';
import { capabilitiesOf } from '#lib/providers/registry.ts';
import { isAddress, isCode } from '#lib/search/rules.ts';
import {
  hasInIt,
  MOST_PER_ACCOUNT,
  noneWhenUnknown,
  type Sought,
  type Thing,
} from '#lib/search/server/found.ts';

/** Webhooks that only the provider knows, by address; or by id where nothing else was found. */
export async function findWebhooks(ctx: Ctx, { text, quota }: Sought): Promise<Thing[]> {
  const { webhooks } = ctx.port;
  if (webhooks === undefined || !capabilitiesOf(ctx.account).includes('webhooks')) return [];
  if (!isAddress(text) && !isCode(text)) return [];
  const all = await quota.spend(null, () => webhooks.list(ctx.call).catch(noneWhenUnknown));
  return (all?.items ?? [])
    .filter(({ id, url }) => id === text || (isAddress(text) && url !== null && hasInIt(ctx, url, text)))
    .slice(0, MOST_PER_ACCOUNT)
    .map(({ id, url, createdAt }) => ({
      page: 'webhooks',
      id,
      name: url ?? id,
      word: null,
      amount: null,
      at: createdAt,
    }));
}

/** A dispute by its id or protocol, while the index of disputes has not been read to its end for the first time. */
export async function findDispute(ctx: Ctx, { text, quota }: Sought): Promise<Thing[]> {
  const { disputes } = ctx.port;
  if (disputes === undefined || !isCode(text) || !capabilitiesOf(ctx.account).includes('disputes')) return [];
  const [index] = await db()
    .select({ completeAt: disputeIndexes.completeAt })
    .from(disputeIndexes)
    .where(eq(disputeIndexes.accountId, ctx.account.id));
  if (index?.completeAt) return [];
  const read = () => disputes.get(text, ctx.call).catch(noneWhenUnknown);
  const detail = await quota.spend(null, read);
  if (detail === null) return [];
  const { id, protocol, status, amount, openedAt } = detail.infraction;
  return [{ page: 'disputes', id, name: protocol ?? id, word: status, amount, at: openedAt }];
}
