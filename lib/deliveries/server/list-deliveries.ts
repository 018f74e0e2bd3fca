import 'server-only';
import { and, desc, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { openCursor, sealCursor } from '#lib/api/cursor.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { present } from '#lib/api/present.ts';
import { db } from '#lib/db/client.ts';
import { deliveries } from '#lib/db/schema/deliveries.ts';
import {
  type Delivery,
  type DeliveryFilter,
  DeliveryList,
  type DeliveryListQuery,
} from '#lib/deliveries/contract.ts';
import { countDeliveries } from '#lib/deliveries/server/count-deliveries.ts';
import { ofOutcomes, whereOf } from '#lib/deliveries/server/delivery-filter.ts';
import { deliveryRecord } from '#lib/deliveries/server/delivery-record.ts';
import { lookedAt, reachOf } from '#lib/deliveries/server/get-index-reach.ts';
import type { PageAsk } from '#lib/providers/port.ts';
import { hasId, type Must, unreadIn } from '#lib/providers/rows.ts';

/** Fields that every record of the history should have. */
const DELIVERY_MUST: Must<Delivery> = {
  id: hasId,
  url: ({ url }) => url !== null && url !== '',
};

type Place = { at: string; id: string };
const NOTHING = { items: [], next: null };

/**
 * The history as far as the index has read it, newest first, with the counts of each outcome. Looking begins the
 * index and keeps it current; `reach` says how far it goes.
 */
export async function listDeliveries({
  ctx,
  query: { limit, cursor, ...filter },
}: {
  ctx: Ctx;
  query: DeliveryListQuery;
}): Promise<DeliveryList> {
  await requireRead(ctx, filter);
  const scope = scopeOf(ctx, filter);
  const position = cursor === undefined ? null : openCursor(scope, cursor);
  const state = await lookedAt(ctx.account);
  const reach = reachOf(state);
  const completeAt = state?.completeAt ?? null;
  const { total, facets } = await countDeliveries(ctx.account.id, filter, completeAt);
  // Where there is none, nobody walks an index of millions to its end to find that.
  const { items, next } =
    total === 0 ? NOTHING : await readDeliveries(ctx, filter, completeAt, { limit, position });
  return present(ctx, DeliveryList, {
    items,
    ...unreadIn(items, DELIVERY_MUST),
    nextCursor: next === null ? null : sealCursor(scope, next),
    total,
    completeAt: reach.completeAt,
    asOf: new Date().toISOString(),
    reach,
    facets,
  });
}

/** A filter by address asks for what an address may say of a person. */
export async function requireRead(ctx: Ctx, filter: DeliveryFilter): Promise<void> {
  ctx.part('deliveries');
  await requireRevealFor(ctx, {}, { url: filter.url });
}

/** One page of the index from a place on; `completeAt` is how far it was known when reading began. */
export async function readDeliveries(
  ctx: Ctx,
  { outcome, ...filter }: DeliveryFilter,
  completeAt: Date | null,
  { limit, position }: PageAsk,
) {
  const rows = await db()
    .select()
    .from(deliveries)
    .where(
      and(
        whereOf(ctx.account.id, filter),
        outcome === undefined ? undefined : ofOutcomes(outcome, completeAt),
        position === null ? undefined : below(position as Place),
      ),
    )
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => deliveryRecord(row, completeAt)),
    next: last === undefined ? null : ({ at: last.createdAt.toISOString(), id: last.id } satisfies Place),
  };
}

function scopeOf({ account }: Ctx, filter: DeliveryFilter): string {
  const parts = Object.entries(filter).filter(([, value]) => value !== undefined);
  return JSON.stringify(['GET /deliveries', account.id, parts.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** One comparison of both: of two alternatives an index would read everything above the place. */
const below = ({ at, id }: Place): SQL =>
  sql`(${deliveries.createdAt}, ${deliveries.id}) < (${at}::timestamptz, ${id}::text)`;
