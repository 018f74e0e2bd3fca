import 'server-only';
import { and, desc, eq, gte, isNotNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { isFiltered } from '#lib/api/csv-stream.ts';
import { instantsOf, listScope } from '#lib/api/list-window.ts';
import { presentOne, type ReadByIdArgs, serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import {
  CardChargeAnswer,
  CardChargeList,
  CardChargeQuery,
  type CardExportQuery,
} from '#lib/card/contract.ts';
import { KINDS } from '#lib/card/rules.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import { amount, count, instant, type LabelOf, labelsAt, text, word } from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { exportList, servePage, splitExportQuery } from '#lib/list/server/export-list.ts';
import { amountWithin } from '#lib/list/server/ranges.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { confirmLate } from '#lib/operations/server/late-confirmation.ts';
import {
  amountOf,
  confirmedOf,
  type LocalOperation,
  listedOrLocal,
  localOperations,
  named,
} from '#lib/operations/server/thing.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { CardCharge, type CardChargeFilter } from '#lib/providers/card-records.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { Call, Page, PortPageRequest } from '#lib/providers/port.ts';

/** `until`: end of the period for the pages after the first, so that new charges do not shift them. */
type ListPosition = { page: number; until: string | null; total: number | null };
const FIRST: ListPosition = { page: 1, until: null, total: null };

/**
 * Document 3, GET charges: one page, newest first in the provider's order. `total` comes from the first page.
 * The cursor is bound to this account and filter. Customers masked (names only for roles without `reveal`).
 */
export async function listCardCharges({
  ctx,
  query: { limit, cursor, ...query },
}: Args<'GET /card/charges'>) {
  const filter = filterOf(query);
  const scope = listScope('GET /card/charges', ctx.account.id, { ...filter, limit });
  const page = await servePage(scope, { limit, cursor }, (request) =>
    readCardCharges(ctx, filter, request, ctx.call),
  );
  await confirmLateCharges(ctx.account.id, page.listed ? page.items : []);
  return serializeFor(ctx, CardChargeList, page);
}

type Filter = ReturnType<typeof filterOf>;
function filterOf({ from, to, ...rest }: Omit<CardChargeQuery, 'limit' | 'cursor'>) {
  return { ...rest, ...instantsOf({ from, to }) };
}

/** One page of the provider's list. `listed` false: it has no such list, and these were created in Guichê. */
export async function readCardCharges(
  ctx: Ctx,
  filter: Filter,
  { limit, position }: PortPageRequest,
  call: Call,
): Promise<Page<CardCharge> & { listed: boolean }> {
  // Throws `not_supported` without cards, before `listedOrLocal` would read it as a missing list.
  const { charges } = ctx.part('card');
  return listedOrLocal(
    position,
    async () => {
      const { page, until, total } = (position ?? FIRST) as ListPosition;
      const read = await charges.list({ ...filter, to: until ?? filter.to }, { page, limit }, call);
      const next: ListPosition = {
        page: page + 1,
        // Where Guichê filtered rows out, its newest row is not the list's: later pages would lose rows.
        until: until ?? (read.filteredHere === undefined ? untilOf(read.items) : null) ?? filter.to ?? null,
        total: page === 1 ? read.total : total,
      };
      return { ...read, next: read.more ? next : null, total: next.total };
    },
    (after) => localCharges(ctx.account.id, filter, { limit, after }),
  );
}

/** One ms after the newest of rows in descending order. Null: paging follows the provider's page numbers. */
function untilOf(items: readonly CardCharge[]): string | null {
  const times = items.map(({ createdAt }) => Date.parse(createdAt ?? ''));
  const [newest] = times;
  const falling = times.every((time, place) => place === 0 || time <= (times[place - 1] ?? Number.NaN));
  return newest === undefined || !falling || Number.isNaN(newest) ? null : new Date(newest + 1).toISOString();
}

const PAGE = 100;
const Charges = z.array(CardCharge);

/** Shows the text of a known code, else the service's own text. */
const byCode = (path: string, codeOf: (charge: CardCharge) => number | null): LabelOf<CardCharge> => {
  const labels = labelsAt(path);
  return (text, locale, charge) => {
    const code = codeOf(charge)?.toString() ?? null;
    const word = labels(code, locale);
    return word === code ? text : word;
  };
};

const cardChargeTable = csvTable<CardCharge>([
  text('id', (charge) => charge.id),
  instant('createdAt', (charge) => charge.createdAt),
  instant('updatedAt', (charge) => charge.updatedAt),
  word(
    'status',
    (charge) => charge.status,
    byCode('card-status', ({ statusCode }) => statusCode),
  ),
  count('statusCode', (charge) => charge.statusCode),
  amount('amount', (charge) => charge.amount),
  amount('refundAmount', (charge) => charge.refundedAmount),
  text('clientReference', (charge) => charge.externalId),
  text('type', (charge) => charge.paymentType),
  count('installments', (charge) => charge.installments),
  text('payerName', (charge) => charge.customer.name),
  text('payerDocument', (charge) => charge.customer.document),
  word(
    'statusReason',
    (charge) => charge.reasonMessage,
    byCode('card.reasons', ({ reasonCode }) => reasonCode),
  ),
  text('recurrenceId', (charge) => charge.recurrenceId),
  count('recurrenceCycle', (charge) => charge.recurrenceCycle),
  count('chargebacks', (charge) => charge.chargebacks.length),
]);

/** Exports all card charges of a filter, or the chosen ones, as a file (`exportList`). */
export function exportCardCharges(ctx: Ctx, request: CardExportQuery & ExportHow): Promise<Response> {
  const { how, filter: query } = splitExportQuery(request);
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

/** Document 3, one charge. Masked; with `reveal` unmasked and audited before it leaves. */
export function getCardCharge(args: ReadByIdArgs) {
  const { ctx, id } = args;
  return presentOne(args, [CardChargeAnswer, 'card-charge.reveal'], async () => {
    const charge = await readKnownCharge(ctx, id);
    await confirmLateCharges(ctx.account.id, [charge]);
    const asOf = databaseIso();
    return { charge, asOf };
  });
}

/** Document 3 has a route that creates a charge, but none that reads one: Guichê knows those it created. */

const inResult = (name: 'id' | 'recurrenceId') =>
  sql<string>`${operations.result} -> 'charge' ->> ${sql.raw(`'${name}'`)}`;

/** Charges created in Guichê, newest first, with the provider's first answer. */
async function localCharges(
  accountId: string,
  { from, to, recurrenceId, ...bounds }: CardChargeFilter,
  page: { limit: number; after: LocalOperation | null },
): Promise<{ items: CardCharge[]; next: LocalOperation | null }> {
  const where = and(
    from === undefined ? undefined : gte(operations.createdAt, new Date(from)),
    to === undefined ? undefined : lt(operations.createdAt, new Date(to)),
    recurrenceId === undefined ? undefined : eq(inResult('recurrenceId'), recurrenceId),
    amountWithin(amountOf('charge'), bounds),
  );
  const { rows, next } = await localOperations(accountId, KINDS.create, { ...page, where });
  return { items: rows.flatMap((row) => chargeOf(row) ?? []), next };
}

function chargeOf({ result, createdAt, amount, clientReference }: OperationRow): CardCharge | null {
  const stored = CardCharge.safeParse((result as { charge?: unknown } | null)?.charge).data;
  if (stored === undefined) return null;
  return {
    ...stored,
    externalId: stored.externalId ?? clientReference,
    amount: stored.amount ?? amount,
    createdAt: stored.createdAt ?? createdAt.toISOString(),
  };
}

/** One charge from the provider, else as created in Guichê. `not_supported`: neither. */
export async function readKnownCharge(ctx: Ctx, id: string): Promise<CardCharge> {
  const read = await ifAnswered(ctx.part('card').charges.get(id, ctx.call));
  if (read !== null) return read;
  const [row] = await db()
    .select()
    .from(operations)
    .where(and(confirmedOf(ctx.account.id, KINDS.create), eq(inResult('id'), id)))
    .limit(1);
  const stored = row === undefined ? null : chargeOf(row);
  if (stored === null) throw new GuicheError('not_supported', 'This service tells of no charge by its id.');
  return { ...stored, ...(await afterLocalReversal(ctx.account.id, id)) };
}

/** State after the newest reversal created in Guichê. An outcome recorded by a person has no result. */
async function afterLocalReversal(accountId: string, id: string): Promise<Partial<CardCharge>> {
  const [row] = await db()
    .select({ result: operations.result })
    .from(operations)
    .where(and(confirmedOf(accountId, KINDS.reverse), named([id]), isNotNull(operations.result)))
    .orderBy(desc(operations.settledAt))
    .limit(1);
  const { charge } = (row?.result ?? {}) as { charge?: CardCharge };
  const { statusCode, refundedAmount, updatedAt } = charge ?? {};
  return Object.fromEntries(
    Object.entries({ statusCode, refundedAmount, updatedAt }).filter(([, value]) => value != null),
  );
}

/** A charge with the order's reference as `clientReference`, by which operations are matched. */
export type ChargeWithReference = CardCharge & { clientReference: string | null };

export const withClientReference = (charge: CardCharge): ChargeWithReference => ({
  ...charge,
  clientReference: charge.externalId,
});

const confirmLateCharges = (accountId: string, charges: readonly CardCharge[]) =>
  // `confirmLate` reads only the reference; the card's own kind matches and shows the charge.
  confirmLate(accountId, charges.map(withClientReference) as unknown as Payment[]);
