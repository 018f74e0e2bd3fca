import 'server-only';
import { eq } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { db } from '#lib/db/client.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { webhookChecks } from '#lib/db/schema/webhooks.ts';
import { SHARED_CALL } from '#lib/providers/reach.ts';
import type { OwnershipCheck, Webhook } from '#lib/providers/records.ts';
import { sameUrl } from '#lib/webhooks/server/same-url.ts';
import { saveCheck } from '#lib/webhooks/server/save-check.ts';

export type Check = OwnershipCheck;

/** Verified ones stay so; of the others the provider is asked again, of so many at once. */
const MOST_ASKED = 8;
const FRESH_MS = 3_000;

/**
 * The ownership checks of these webhooks, where the service makes them. A check that was passed is not read again;
 * one that cannot be read now is what it was last.
 */
export async function ownershipOf(ctx: Ctx, webhooks: readonly Webhook[]): Promise<Map<string, Check>> {
  const { ownership } = ctx.port;
  if (ownership === undefined) return new Map();
  const rows = await db().select().from(webhookChecks).where(eq(webhookChecks.accountId, ctx.account.id));
  const kept = new Map(rows.map((row) => [row.webhookId, row]));
  const due = webhooks.filter(({ id, url }) => {
    const row = kept.get(id);
    const verified = row?.status === 'verified' && (row.url === null || sameUrl(row.url, url));
    return !verified && databaseNow() - (row?.readAt.getTime() ?? 0) > FRESH_MS;
  });
  const found = new Map(rows.map((row) => [row.webhookId, fromRow(row)]));
  const read = due.slice(0, MOST_ASKED).map(async ({ id }) => {
    const check = await ownership.get(id, SHARED_CALL).catch(() => null);
    if (check === null) return;
    await saveCheck(db(), ctx.account.id, id, check);
    found.set(id, check);
  });
  await Promise.all(read);
  return found;
}

function fromRow(row: typeof webhookChecks.$inferSelect): Check {
  const { webhookId, url, status, detail, checkedAt } = row;
  return { webhookId, url, status, detail, checkedAt: checkedAt?.toISOString() ?? null };
}
