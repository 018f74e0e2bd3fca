import 'server-only';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { isFiltered } from '#lib/api/csv-stream.ts';
import { Delivery, DeliveryFilter } from '#lib/deliveries/contract.ts';
import { countDeliveries } from '#lib/deliveries/server/count-deliveries.ts';
import { lookedAt } from '#lib/deliveries/server/get-index-reach.ts';
import { readDeliveries, requireRead } from '#lib/deliveries/server/list-deliveries.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import { amount, count, instant, text, word } from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { howOf } from '#lib/list/server/export-handlers.ts';
import { exportList } from '#lib/list/server/export-list.ts';
import { eventWord, statusWord, wordsAt } from '#lib/list/server/words.ts';

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
