import 'server-only';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { isFiltered } from '#lib/api/csv-stream.ts';
import { CardChargeQuery, type CardExportQuery } from '#lib/card/contract.ts';
import { filterOf, readCardCharges } from '#lib/card/server/list-card-charges.ts';
import { csvAmount, csvInstant, csvTable } from '#lib/list/server/csv-table.ts';
import { exportList } from '#lib/list/server/export-list.ts';
import { CardCharge } from '#lib/providers/card-records.ts';

const PAGE = 100;
const Charges = z.array(CardCharge);

/** Document 3's fields. */
const cardChargeTable = csvTable<CardCharge>([
  ['id', (charge) => charge.id],
  ['createdAt', (charge) => csvInstant(charge.createdAt)],
  ['updatedAt', (charge) => csvInstant(charge.updatedAt)],
  ['status', (charge) => charge.status],
  ['statusCode', (charge) => charge.statusCode?.toString() ?? null],
  ['amount', (charge) => csvAmount(charge.amount)],
  ['refundAmount', (charge) => csvAmount(charge.refundedAmount)],
  ['clientReference', (charge) => charge.externalId],
  ['type', (charge) => charge.paymentType],
  ['installments', (charge) => charge.installments?.toString() ?? null],
  ['payerName', (charge) => charge.customer.name],
  ['payerDocument', (charge) => charge.customer.document],
  ['statusReason', (charge) => charge.reasonMessage],
  ['recurrenceId', (charge) => charge.recurrenceId],
  ['recurrenceCycle', (charge) => charge.recurrenceCycle?.toString() ?? null],
  ['chargebacks', (charge) => String(charge.chargebacks.length)],
]);

/** All card charges of a filter, or the chosen ones, as CSV (`exportList`). */
export function exportCardCharges(ctx: Ctx, { format, ids, ...query }: CardExportQuery): Promise<Response> {
  const filter = filterOf(query);
  return exportList({
    ...{ ctx, name: 'card-charges', how: { format, ids }, table: cardChargeTable },
    read: (position, call) => readCardCharges(ctx, filter, { limit: PAGE, position }, call),
    rows: Charges,
    ...{ query: CardChargeQuery, filter },
    filtered: isFiltered(query),
  });
}
