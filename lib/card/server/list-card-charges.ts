import 'server-only';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { isFiltered } from '#lib/api/csv-stream.ts';
import { instantsOf, listScope } from '#lib/api/list-window.ts';
import { type OneAsked, presentOne, serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import {
  CardChargeAnswer,
  CardChargeList,
  CardChargeQuery,
  type CardExportQuery,
} from '#lib/card/contract.ts';
import { chargeSeen, confirmLateCharges, localCharges } from '#lib/card/server/local-charges.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import { amount, count, instant, type Said, text, word, wordsAt } from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { howOf } from '#lib/list/server/export-handlers.ts';
import { exportList, servePage } from '#lib/list/server/export-list.ts';
import { listedOrLocal } from '#lib/operations/server/thing.ts';
import { CardCharge, type CardPort } from '#lib/providers/card-records.ts';
import type { Call, Page, PageAsk } from '#lib/providers/port.ts';

/** `until`: the end that the pages after the first ask for, so that new charges do not move them. */
type Listed = { page: number; until: string | null; total: number | null };
const FIRST: Listed = { page: 1, until: null, total: null };

/**
 * Document 3, GET charges: one page, newest first as the provider gives them. `total` is the first page's; the cursor
 * holds for this account and filter. Customers masked (names only for roles without `reveal`).
 */
export async function listCardCharges({
  ctx,
  query: { limit, cursor, ...query },
}: Args<'GET /card/charges'>): Promise<CardChargeList> {
  const filter = filterOf(query);
  const scope = listScope('GET /card/charges', ctx.account.id, { ...filter, limit });
  const page = await servePage(scope, { limit, cursor }, (ask) =>
    readCardCharges(ctx, filter, ask, ctx.call),
  );
  await confirmLateCharges(ctx.account.id, page.listed ? page.items : []);
  return serializeFor(ctx, CardChargeList, page);
}

type Filter = ReturnType<typeof filterOf>;
function filterOf({ from, to, ...rest }: Omit<CardChargeQuery, 'limit' | 'cursor'>) {
  return { ...rest, ...instantsOf({ from, to }) };
}

/** One page as the provider lists it; `listed` false where it answers no such list: those that were made here. */
export async function readCardCharges(
  ctx: Ctx,
  filter: Filter,
  { limit, position }: PageAsk,
  call: Call,
): Promise<Page<CardCharge> & { listed: boolean }> {
  // An account without cards is another matter than a service without a list.
  const { charges } = ctx.part('card');
  return listedOrLocal(
    position,
    () => readListed(charges, filter, { limit, at: (position ?? FIRST) as Listed }, call),
    (after) => localCharges(ctx.account.id, filter, { limit, after }),
  );
}

async function readListed(
  charges: CardPort['charges'],
  filter: Filter,
  { limit, at }: { limit: number; at: Listed },
  call: Call,
) {
  const { page, until, total } = at;
  const asked = { ...filter, to: until ?? filter.to };
  const read = await charges.list(asked, { page, limit }, call);
  const next: Listed = {
    page: page + 1,
    // Of rows of which some were left out here the newest is not the list's: behind it others would be lost.
    until: until ?? (read.filteredHere === undefined ? untilOf(read.items) : null) ?? filter.to ?? null,
    total: page === 1 ? read.total : total,
  };
  return { ...read, next: read.more ? next : null, total: next.total };
}

/** One ms after the newest row, where the rows fall in time; else the pages are what the provider's numbers make them. */
function untilOf(items: readonly CardCharge[]): string | null {
  const times = items.map(({ createdAt }) => Date.parse(createdAt ?? ''));
  const [newest] = times;
  const falling = times.every((time, place) => place === 0 || time <= (times[place - 1] ?? Number.NaN));
  return newest === undefined || !falling || Number.isNaN(newest) ? null : new Date(newest + 1).toISOString();
}

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

/** Document 3, one charge. Masked; with `reveal` in clear, and then the read is in the audit before it leaves. */
export function getCardCharge(asked: OneAsked): Promise<CardChargeAnswer> {
  const { ctx, id } = asked;
  return presentOne(asked, [CardChargeAnswer, 'card-charge.reveal'], async () => {
    const charge = await chargeSeen(ctx, id);
    await confirmLateCharges(ctx.account.id, [charge]);
    const asOf = new Date().toISOString();
    return { charge, asOf };
  });
}
