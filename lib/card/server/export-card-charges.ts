import 'server-only';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { isFiltered } from '#lib/api/csv-stream.ts';
import { CardChargeQuery, type CardExportQuery } from '#lib/card/contract.ts';
import { filterOf, readCardCharges } from '#lib/card/server/list-card-charges.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import { amount, count, instant, type Said, text, word } from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { howOf } from '#lib/list/server/export-handlers.ts';
import { exportList } from '#lib/list/server/export-list.ts';
import { wordsAt } from '#lib/list/server/words.ts';
import { CardCharge } from '#lib/providers/card-records.ts';

const PAGE = 100;
const Charges = z.array(CardCharge);

/** A code that has words says more than the service's word beside it. */
const byCode = (path: string, codeOf: (charge: CardCharge) => number | null): Said<CardCharge> => {
  const words = wordsAt(path);
  return (said, locale, charge) => {
    const code = codeOf(charge)?.toString() ?? null;
    const word = words(code, locale);
    return word === code ? said : word;
  };
};
const statusWord = byCode('card-status', ({ statusCode }) => statusCode);
const reasonWord = byCode('card.reasons', ({ reasonCode }) => reasonCode);

/** Document 3's fields. */
const cardChargeTable = csvTable<CardCharge>([
  text('id', (charge) => charge.id),
  instant('createdAt', (charge) => charge.createdAt),
  instant('updatedAt', (charge) => charge.updatedAt),
  word('status', (charge) => charge.status, statusWord),
  count('statusCode', (charge) => charge.statusCode),
  amount('amount', (charge) => charge.amount),
  amount('refundAmount', (charge) => charge.refundedAmount),
  text('clientReference', (charge) => charge.externalId),
  text('type', (charge) => charge.paymentType),
  count('installments', (charge) => charge.installments),
  text('payerName', (charge) => charge.customer.name),
  text('payerDocument', (charge) => charge.customer.document),
  word('statusReason', (charge) => charge.reasonMessage, reasonWord),
  text('recurrenceId', (charge) => charge.recurrenceId),
  count('recurrenceCycle', (charge) => charge.recurrenceCycle),
  count('chargebacks', (charge) => charge.chargebacks.length),
]);

/** All card charges of a filter, or the chosen ones, as a file (`exportList`). */
export function exportCardCharges(ctx: Ctx, asked: CardExportQuery & ExportHow): Promise<Response> {
  const { how, filter: query } = howOf(asked);
  const filter = filterOf(query);
  return exportList({
    ctx,
    name: 'card-charges',
    how,
    table: cardChargeTable,
    read: (position, call) => readCardCharges(ctx, filter, { limit: PAGE, position }, call),
    rows: Charges,
    query: CardChargeQuery,
    filter,
    filtered: isFiltered(query),
  });
}
