import 'server-only';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { isFiltered } from '#lib/api/csv-stream.ts';
import { Delivery, DeliveryFilter } from '#lib/deliveries/contract.ts';
import { countDeliveries } from '#lib/deliveries/server/count-deliveries.ts';
import { lookedAt } from '#lib/deliveries/server/get-index-reach.ts';
import { readDeliveries, requireRead } from '#lib/deliveries/server/list-deliveries.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import { csvAmount, csvInstant, csvTable } from '#lib/list/server/csv-table.ts';
import { exportList } from '#lib/list/server/export-list.ts';

const PAGE = 1000;
const Deliveries = z.array(Delivery);

const deliveryTable = csvTable<Delivery>([
  ['id', (delivery) => delivery.id],
  ['createdAt', (delivery) => csvInstant(delivery.createdAt)],
  ['transactionId', (delivery) => delivery.transactionId],
  ['clientReference', (delivery) => delivery.clientReference],
  ['event', (delivery) => delivery.event],
  ['transactionStatus', (delivery) => delivery.transactionStatus],
  ['url', (delivery) => delivery.url],
  ['webhookId', (delivery) => delivery.webhookId],
  ['httpStatus', (delivery) => delivery.status?.toString() ?? null],
  ['outcome', (delivery) => delivery.outcome],
  ['attempt', (delivery) => delivery.attempt?.toString() ?? null],
  ['responseTimeMs', (delivery) => delivery.responseTimeMs?.toString() ?? null],
  ['amount', (delivery) => csvAmount(delivery.amount)],
  ['resendId', (delivery) => delivery.resendId],
]);

/** All deliveries of a filter as far as the index has read them, or the chosen ones, as CSV (`exportList`). */
export async function exportDeliveries(
  ctx: Ctx,
  { format, ids, ...filter }: DeliveryFilter & ExportHow,
): Promise<Response> {
  await requireRead(ctx, filter);
  const completeAt = (await lookedAt(ctx.account))?.completeAt ?? null;
  const { total } = await countDeliveries(ctx.account.id, filter, completeAt);
  const asOf = new Date().toISOString();
  return exportList({
    ...{ ctx, name: 'deliveries', how: { format, ids }, table: deliveryTable },
    read: async (position) => ({
      ...(await readDeliveries(ctx, filter, completeAt, { limit: PAGE, position })),
      ...{ total, asOf },
    }),
    rows: Deliveries,
    ...{ query: DeliveryFilter, filter },
    filtered: isFiltered(filter),
  });
}
