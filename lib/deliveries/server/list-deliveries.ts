import 'server-only';
import { and, desc, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { listScope } from '#lib/api/list-window.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { present } from '#lib/api/present.ts';
import type { Args } from '#lib/api/serve.ts';
import { db } from '#lib/db/client.ts';
import { deliveries } from '#lib/db/schema/deliveries.ts';
import { type Delivery, type DeliveryFilter, DeliveryList } from '#lib/deliveries/contract.ts';
import { countAnswers, countDeliveries } from '#lib/deliveries/server/count-deliveries.ts';
import { ofOutcomes, whereOf } from '#lib/deliveries/server/delivery-filter.ts';
import { deliveryRecord } from '#lib/deliveries/server/delivery-record.ts';
import { lookedAt, reachOf } from '#lib/deliveries/server/get-index-reach.ts';
import { cutPage } from '#lib/list/server/keyset.ts';
import { servePage } from '#lib/list/server/serve-page.ts';
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
}: Args<'GET /deliveries'>): Promise<DeliveryList> {
  await requireRead(ctx, filter);
  const scope = listScope('GET /deliveries', ctx.account.id, filter);
  const state = await lookedAt(ctx.account);
  const reach = reachOf(state);
  const completeAt = state?.completeAt ?? null;
  const [{ total, facets }, answers] = await Promise.all([
    countDeliveries(ctx.account.id, filter, completeAt),
    filter.outcome?.join() === 'failed' ? countAnswers(ctx.account.id, filter) : undefined,
  ]);
  // Where there is none, nobody walks an index of millions to its end to find that.
  const page = await servePage(scope, { limit, cursor }, async (ask) =>
    total === 0 ? NOTHING : readDeliveries(ctx, filter, completeAt, ask),
  );
  return present(ctx, DeliveryList, {
    ...page,
    ...unreadIn(page.items, DELIVERY_MUST),
    total,
    completeAt: reach.completeAt,
    asOf: new Date().toISOString(),
    reach,
    facets,
    answers,
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
  const found = await db()
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
  const { rows, next } = cutPage(
    found,
    limit,
    ({ createdAt, id }): Place => ({ at: createdAt.toISOString(), id }),
  );
  return { items: rows.map((row) => deliveryRecord(row, completeAt)), next };
}

/** One comparison of both: of two alternatives an index would read everything above the place. */
const below = ({ at, id }: Place): SQL =>
  sql`(${deliveries.createdAt}, ${deliveries.id}) < (${at}::timestamptz, ${id}::text)`;
