import 'server-only';
import { and, count, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { openCursor, sealCursor } from '#lib/api/cursor.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { db } from '#lib/db/client.ts';
import { deliveries } from '#lib/db/schema/deliveries.ts';
import type {
  Delivery,
  DeliveryFilter,
  DeliveryList,
  DeliveryListQuery,
  DeliveryOutcome,
} from '#lib/deliveries/contract.ts';
import { ofOutcomes, whereOf } from '#lib/deliveries/server/delivery-filter.ts';
import { deliveryRecord } from '#lib/deliveries/server/delivery-record.ts';
import { lookedAt, reachOf } from '#lib/deliveries/server/get-index-reach.ts';
import type { PageAsk } from '#lib/providers/port.ts';
import { hasId, type Must, unreadIn } from '#lib/providers/rows.ts';

/** What every record of the history should tell. */
const DELIVERY_MUST: Must<Delivery> = {
  id: hasId,
  url: ({ url }) => url !== null && url !== '',
};

type Place = { at: string; id: string };

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
  const [{ items, next }, { total, facets }] = await Promise.all([
    readDeliveries(ctx, filter, completeAt, { limit, position }),
    countDeliveries(ctx, filter, completeAt),
  ]);
  return {
    items,
    ...unreadIn(items, DELIVERY_MUST),
    nextCursor: next === null ? null : sealCursor(scope, next),
    total,
    completeAt: reach.completeAt,
    asOf: new Date().toISOString(),
    reach,
    facets,
  };
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

/** How many a filter leaves, and of each outcome without that part of it: one look over the whole filter. */
export async function countDeliveries(
  ctx: Ctx,
  { outcome, ...filter }: DeliveryFilter,
  completeAt: Date | null,
) {
  const facets = await countFacets(whereOf(ctx.account.id, filter), completeAt);
  return { total: outcome === undefined ? facets.all : countOf(facets, outcome), facets };
}

async function countFacets(where: SQL | undefined, completeAt: Date | null): Promise<DeliveryList['facets']> {
  const those = (which: SQL | undefined) => sql<unknown>`count(*) filter (where ${which})`;
  const [row] = await db()
    .select({
      all: count(),
      delivered: those(ofOutcomes(['delivered'], completeAt)),
      failed: those(ofOutcomes(['failed'], completeAt)),
      recovered: those(ofOutcomes(['recovered'], completeAt)),
      given_up: those(ofOutcomes(['given_up'], completeAt)),
    })
    .from(deliveries)
    .where(where);
  const { all = 0, delivered, failed, recovered, given_up } = row ?? {};
  const number = (value: unknown) => Number(value ?? 0);
  return {
    all: number(all),
    delivered: number(delivered),
    failed: number(failed),
    recovered: number(recovered),
    given_up: number(given_up),
  };
}

/** What is given up is among the open failures, and counted once. */
function countOf(facets: DeliveryList['facets'], outcomes: readonly DeliveryOutcome[]): number {
  const names = new Set(outcomes);
  if (names.has('failed')) names.delete('given_up');
  return [...names].reduce((sum, name) => sum + facets[name], 0);
}

function scopeOf({ account }: Ctx, filter: DeliveryFilter): string {
  const parts = Object.entries(filter).filter(([, value]) => value !== undefined);
  return JSON.stringify(['GET /deliveries', account.id, parts.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function below({ at, id }: Place): SQL | undefined {
  const instant = new Date(at);
  return or(lt(deliveries.createdAt, instant), and(eq(deliveries.createdAt, instant), lt(deliveries.id, id)));
}
