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
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { Delivery, DeliveryFilter, DeliveryList } from '#lib/deliveries/contract.ts';
import { countAnswers, countDeliveries } from '#lib/deliveries/server/count-deliveries.ts';
import { ofOutcomes, whereOf } from '#lib/deliveries/server/delivery-filter.ts';
import { lookedAt, reachOf } from '#lib/deliveries/server/get-index-reach.ts';
import { deliveryRecord } from '#lib/deliveries/server/record-row.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import {
  amount,
  count,
  eventWord,
  instant,
  statusWord,
  text,
  word,
  wordsAt,
} from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { howOf } from '#lib/list/server/export-handlers.ts';
import { exportList, servePage } from '#lib/list/server/export-list.ts';
import { cutPage } from '#lib/list/server/ranges.ts';
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
  return serializeFor(ctx, DeliveryList, {
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
async function readDeliveries(
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

const PAGE = 1000;

const Deliveries = z.array(Delivery);

const deliveryTable = csvTable<Delivery>([
  text('id', (delivery) => delivery.id),
  instant('createdAt', (delivery) => delivery.createdAt),
  text('transactionId', (delivery) => delivery.transactionId),
  text('clientReference', (delivery) => delivery.clientReference),
  word('event', (delivery) => delivery.event, eventWord),
  word('transactionStatus', (delivery) => delivery.transactionStatus, statusWord),
  text('url', (delivery) => delivery.url),
  text('webhookId', (delivery) => delivery.webhookId),
  count('httpStatus', (delivery) => delivery.status),
  word('outcome', (delivery) => delivery.outcome, wordsAt('deliveries.outcome')),
  count('attempt', (delivery) => delivery.attempt),
  count('responseTimeMs', (delivery) => delivery.responseTimeMs),
  amount('amount', (delivery) => delivery.amount),
  text('resendId', (delivery) => delivery.resendId),
]);

/** All deliveries of a filter as far as the index has read them, or the chosen ones, as a file (`exportList`). */
export async function exportDeliveries(ctx: Ctx, query: DeliveryFilter & ExportHow): Promise<Response> {
  const { how, filter } = howOf(query);
  await requireRead(ctx, filter);
  const completeAt = (await lookedAt(ctx.account))?.completeAt ?? null;
  const { total } = await countDeliveries(ctx.account.id, filter, completeAt);
  const asOf = new Date().toISOString();
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
    rows: Deliveries,
    query: DeliveryFilter,
    filter,
    filtered: isFiltered(filter),
  });
}
