import 'server-only';
import { and, desc, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { isFiltered } from '#lib/api/csv-stream.ts';
import { listScope } from '#lib/api/list-window.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { Delivery, DeliveryFilter, DeliveryList } from '#lib/deliveries/contract.ts';
import { countAnswers, countDeliveries } from '#lib/deliveries/server/count-deliveries.ts';
import { ofOutcomes, whereOf } from '#lib/deliveries/server/delivery-filter.ts';
import { loadIndex, reachOf } from '#lib/deliveries/server/get-index-reach.ts';
import { type DeliveryRow, deliveryRecord } from '#lib/deliveries/server/store-records.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import {
  amount,
  count,
  eventLabel,
  instant,
  labelsAt,
  statusLabel,
  text,
  word,
} from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { exportList, servePage, splitExportQuery } from '#lib/list/server/export-list.ts';
import { cutPage } from '#lib/list/server/ranges.ts';
import type { PortPageRequest } from '#lib/providers/port.ts';
import { hasId, type Must, unreadIn } from '#lib/providers/rows.ts';

/** Fields that every record of the history should have. */
const DELIVERY_MUST: Must<Delivery> = {
  id: hasId,
  url: ({ url }) => url !== null && url !== '',
};

type Place = { at: string; id: string };
const NOTHING = { items: [], next: null };

/** The history from the index, newest first, with counts by outcome. A call keeps the index current. */
export async function listDeliveries({ ctx, query }: Args<'GET /deliveries'>): Promise<DeliveryList> {
  const { limit, cursor, ...filter } = query;
  await requireRead(ctx, filter);
  const scope = listScope('GET /deliveries', ctx.account.id, filter);
  const state = await loadIndex(ctx.account);
  const reach = reachOf(state);
  const completeAt = state?.completeAt ?? null;
  const [{ total, facets }, answers] = await Promise.all([
    countDeliveries(ctx.account.id, filter, completeAt),
    filter.outcome?.join() === 'failed' ? countAnswers(ctx.account.id, filter) : undefined,
  ]);
  // If nothing matches, skip the query: it would scan an index of millions of rows.
  const page = await servePage(scope, { limit, cursor }, async (pageRequest) =>
    total === 0 ? NOTHING : readDeliveries(ctx, filter, completeAt, pageRequest),
  );
  return serializeFor(ctx, DeliveryList, {
    ...page,
    ...unreadIn(page.items, DELIVERY_MUST),
    total,
    completeAt: reach.completeAt,
    asOf: databaseIso(),
    reach,
    facets,
    answers,
  });
}

/** Filtering by url needs `reveal`, because a url may contain personal data. */
export async function requireRead(ctx: Ctx, filter: DeliveryFilter): Promise<void> {
  ctx.part('deliveries');
  await requireRevealFor(ctx, {}, { url: filter.url });
}

/** One page after a position. `completeAt`: how far the index was complete when the read began. */
async function readDeliveries(
  ctx: Ctx,
  { outcome, ...filter }: DeliveryFilter,
  completeAt: Date | null,
  { limit, position }: PortPageRequest,
) {
  const ofOutcome = outcome && ofOutcomes(outcome, completeAt);
  const found = await db()
    .select()
    .from(deliveries)
    .where(and(whereOf(ctx.account.id, filter), ofOutcome, below(position as Place | null)))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(limit + 1);
  const placeOf = ({ createdAt, id }: DeliveryRow): Place => ({ at: createdAt.toISOString(), id });
  const { rows, next } = cutPage(found, limit, placeOf);
  return { items: rows.map((row) => deliveryRecord(row, completeAt)), next };
}

/** Both columns at once: with two alternatives the database would read every row above the position. */
const below = (place: Place | null): SQL | undefined =>
  place === null
    ? undefined
    : sql`(${deliveries.createdAt}, ${deliveries.id}) < (${place.at}::timestamptz, ${place.id}::text)`;

const PAGE = 1000;

const deliveryTable = csvTable<Delivery>([
  text('id', (delivery) => delivery.id),
  instant('createdAt', (delivery) => delivery.createdAt),
  text('transactionId', (delivery) => delivery.transactionId),
  text('clientReference', (delivery) => delivery.clientReference),
  word('event', (delivery) => delivery.event, eventLabel),
  word('transactionStatus', (delivery) => delivery.transactionStatus, statusLabel),
  text('url', (delivery) => delivery.url),
  text('webhookId', (delivery) => delivery.webhookId),
  count('httpStatus', (delivery) => delivery.status),
  word('outcome', (delivery) => delivery.outcome, labelsAt('deliveries.outcome')),
  count('attempt', (delivery) => delivery.attempt),
  count('responseTimeMs', (delivery) => delivery.responseTimeMs),
  amount('amount', (delivery) => delivery.amount),
  text('resendId', (delivery) => delivery.resendId),
]);

/** Exports all indexed deliveries of a filter, or the selected ones (`exportList`). */
export async function exportDeliveries(ctx: Ctx, query: DeliveryFilter & ExportHow): Promise<Response> {
  const { how, filter } = splitExportQuery(query);
  await requireRead(ctx, filter);
  const completeAt = (await loadIndex(ctx.account))?.completeAt ?? null;
  const { total } = await countDeliveries(ctx.account.id, filter, completeAt);
  const asOf = databaseIso();
  return exportList({
    ctx,
    name: 'deliveries',
    how,
    table: deliveryTable,
    read: async (position) => ({
      ...(await readDeliveries(ctx, filter, completeAt, { limit: PAGE, position })),
      total,
      asOf,
    }),
    rows: z.array(Delivery),
    query: DeliveryFilter,
    filter,
    filtered: isFiltered(filter),
  });
}
