import 'server-only';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { isFiltered } from '#lib/api/csv-stream.ts';
import { instantsOf, invalidField, listScope } from '#lib/api/list-window.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { present } from '#lib/api/present.ts';
import { csvAmount, csvTable } from '#lib/list/server/csv-table.ts';
import { exportList } from '#lib/list/server/export-list.ts';
import { servePage } from '#lib/list/server/serve-page.ts';
import { transactionColumns } from '#lib/list/server/transaction-columns.ts';
import { confirmLate } from '#lib/operations/server/late-confirmation.ts';
import { listedOrMadeHere, type MadeHere } from '#lib/operations/server/made-here.ts';
import { requestersOf } from '#lib/operations/server/requesters.ts';
import { type PaymentExportQuery, PaymentList, PaymentQuery } from '#lib/payments/contract.ts';
import { KINDS_OF, type PaymentPage } from '#lib/payments/rules.ts';
import { paymentsMadeHere } from '#lib/payments/server/made-here.ts';
import { Payment } from '#lib/providers/money-records.ts';
import type { Call, Page, PageAsk } from '#lib/providers/port.ts';

/**
 * One page of a kind of payment, newest first, personal data masked (people's names only for roles without `reveal`).
 * The cursor holds for this account, list and filters; `total` is the first page's, where the provider counts.
 */
export async function listPayments(ctx: Ctx, what: PaymentPage, query: PaymentQuery): Promise<PaymentList> {
  const { limit, cursor, ...rest } = query;
  const filter = await filterOf(ctx, what, rest);
  const scope = listScope(`GET /${what}`, ctx.account.id, filter);
  const page = await servePage(scope, { limit, cursor }, (ask) =>
    readPayments(ctx, what, filter, ask, ctx.call),
  );
  await confirmLate(ctx.account.id, page.listed ? page.items : []);
  return present(ctx, PaymentList, { ...page, items: await rowsOf(ctx, what, page.items) });
}

/** Documents 1 and 2 both give so many at once. */
const EXPORT_PAGE = 100;
const Payments = z.array(Payment);
const paymentTable = csvTable<Payment>([
  ...transactionColumns,
  ['description', (payment) => payment.description ?? null],
  ['netAmount', (payment) => csvAmount(payment.netAmount ?? null)],
  ['totalDebited', (payment) => csvAmount(payment.totalDebited ?? null)],
]);

/** All payments of a filter, or the chosen ones, as CSV (`exportList`). */
export async function exportPayments(
  ctx: Ctx,
  what: PaymentPage,
  { format, ids, ...query }: PaymentExportQuery,
): Promise<Response> {
  const filter = await filterOf(ctx, what, query);
  return exportList({
    ...{ ctx, name: what, how: { format, ids }, table: paymentTable },
    read: (position, call) => readPayments(ctx, what, filter, { limit: EXPORT_PAGE, position }, call),
    rows: Payments,
    ...{ query: PaymentQuery, filter },
    filtered: isFiltered(query),
  });
}

type Asked = Omit<PaymentQuery, 'limit' | 'cursor'>;
type Filter = Awaited<ReturnType<typeof filterOf>>;

async function filterOf(ctx: Ctx, what: PaymentPage, { from, to, ...rest }: Asked) {
  await requireRevealFor(ctx, { search: rest.search }, { clientReference: rest.clientReference });
  // Document 2 searches charges only; document 1 nothing.
  if (rest.search !== undefined && (ctx.port.kind !== 'hub' || what !== 'charges'))
    throw invalidField('search', 'not_supported');
  return { ...rest, ...instantsOf({ from, to }) };
}

async function rowsOf(
  ctx: Ctx,
  what: PaymentPage,
  payments: readonly Payment[],
): Promise<PaymentList['items']> {
  const references = payments.map(({ clientReference }) => clientReference);
  const asked = await requestersOf(ctx.account.id, KINDS_OF[what], references);
  return payments.map((payment) => ({
    ...payment,
    requestedBy: asked.get(payment.clientReference ?? '') ?? null,
  }));
}

/** One page as the provider lists it; `listed` false where it answers no such list: those that were made here. */
async function readPayments(
  ctx: Ctx,
  what: PaymentPage,
  filter: Filter,
  { limit, position }: PageAsk,
  call: Call,
): Promise<Page<Payment> & { listed: boolean }> {
  // An account without them is another matter than a service without a list.
  const payments = ctx.part(what);
  return listedOrMadeHere(
    position,
    () => payments.list(filter, { limit, position }, call),
    (after) => readHere(ctx, what, filter, { limit, after }),
  );
}

/** A status is the one of the first answer: nothing is filtered by it. */
async function readHere(
  ctx: Ctx,
  what: PaymentPage,
  filter: Filter,
  page: { limit: number; after: MadeHere | null },
) {
  for (const field of ['status', 'search'] as const)
    if (filter[field] !== undefined) throw invalidField(field, 'not_supported');
  return paymentsMadeHere(ctx.account.id, what, filter, page);
}
