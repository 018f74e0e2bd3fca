import 'server-only';
import { and, eq, gte, isNotNull, lt } from 'drizzle-orm';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { isFiltered } from '#lib/api/csv-stream.ts';
import { instantsOf, listScope } from '#lib/api/list-window.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { presentOne, type ReadByIdArgs, serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { qrPng } from '#lib/core/pix/qr-png.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { createdIdIn, operations } from '#lib/data/schema/operations.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import {
  amount,
  type LabelOf,
  labelsAt,
  statusLabel,
  text,
  transactionColumns,
} from '#lib/list/server/columns.ts';
import { type CsvTable, csvTable } from '#lib/list/server/csv-table.ts';
import { exportList, servePage, splitExportQuery } from '#lib/list/server/export-list.ts';
import { amountWithin } from '#lib/list/server/ranges.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { confirmLate } from '#lib/operations/server/late-confirmation.ts';
import { requestersOf } from '#lib/operations/server/notify-operation.ts';
import {
  amountOf,
  confirmedOf,
  type LocalOperation,
  listedOrLocal,
  localOperations,
} from '#lib/operations/server/thing.ts';
import {
  Deposit,
  FoundPayment,
  type PaymentExportQuery,
  PaymentList,
  PaymentQuery,
} from '#lib/payments/contract.ts';
import { KINDS_OF, type PaymentPage, statusKey } from '#lib/payments/rules.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { Payment } from '#lib/providers/money-records.ts';
import type {
  Call,
  Page,
  PaymentFilter,
  PaymentReference,
  PortPageRequest,
  ProviderFile,
} from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';
import { asDeposit } from '#lib/statement/readings.ts';

/**
 * One page of payments, newest first, personal data masked (names only for roles without `reveal`). The
 * cursor is bound to account, list and filters. `total` comes from the first page, where the provider counts.
 */
export async function listPayments(ctx: Ctx, what: PaymentPage, query: PaymentQuery): Promise<PaymentList> {
  const { limit, cursor, ...rest } = query;
  const filter = await filterOf(ctx, what, rest);
  const scope = listScope(`GET /${what}`, ctx.account.id, filter);
  const page = await servePage(scope, { limit, cursor }, (request) =>
    readPayments(ctx, what, filter, request, ctx.call),
  );
  await confirmLate(ctx.account.id, page.listed ? page.items : []);
  return serializeFor(ctx, PaymentList, { ...page, items: await rowsOf(ctx, what, page.items) });
}

/** Page size that documents 1 and 2 both allow. */
const EXPORT_PAGE = 100;
const Payments = z.array(Payment);
const tableOf = (what: PaymentPage) => {
  const own = labelsAt('payments.status');
  const status: LabelOf<Payment> = (value, locale, payment) => {
    const key = statusKey(payment, what);
    const label = own(key, locale);
    return value === null || label === key ? statusLabel(value, locale) : label;
  };
  return csvTable<Payment>([
    ...transactionColumns.map((column) =>
      column.name === 'status' ? { ...column, labelOf: status } : column,
    ),
    text('description', (payment) => payment.description ?? null),
    amount('netAmount', (payment) => payment.netAmount ?? null),
    amount('totalDebited', (payment) => payment.totalDebited ?? null),
  ]);
};
const PAYMENT_TABLES: Record<PaymentPage, CsvTable<Payment>> = {
  charges: tableOf('charges'),
  withdrawals: tableOf('withdrawals'),
  transfers: tableOf('transfers'),
};

/** Exports all payments of a filter, or the chosen ones, as a file (`exportList`). */
export const exportPayments =
  (what: PaymentPage) => async (ctx: Ctx, request: PaymentExportQuery & ExportHow) => {
    const { how, filter: query } = splitExportQuery(request);
    const filter = await filterOf(ctx, what, query);
    return exportList({
      ctx,
      name: what,
      how,
      table: PAYMENT_TABLES[what],
      read: (position, call) => readPayments(ctx, what, filter, { limit: EXPORT_PAGE, position }, call),
      rows: Payments,
      query: PaymentQuery,
      filter,
      filtered: isFiltered(query),
    });
  };

type QueryFilter = Omit<PaymentQuery, 'limit' | 'cursor'>;
type Filter = Awaited<ReturnType<typeof filterOf>>;

async function filterOf(ctx: Ctx, what: PaymentPage, { from, to, ...rest }: QueryFilter) {
  await requireRevealFor(ctx, { search: rest.search }, { clientReference: rest.clientReference });
  // Only document 2's charges can be searched.
  if (rest.search !== undefined && (ctx.port.kind !== 'hub' || what !== 'charges'))
    throw invalidField('search', 'not_supported');
  return { ...rest, ...instantsOf({ from, to }) };
}

async function rowsOf(ctx: Ctx, what: PaymentPage, payments: readonly Payment[]) {
  const references = payments.map(({ clientReference }) => clientReference);
  const requesters = await requestersOf(ctx.account.id, KINDS_OF[what], references);
  return payments.map((payment) => ({
    ...payment,
    requestedBy: requesters.get(payment.clientReference ?? '') ?? null,
  }));
}

/** One page of the provider's list. `listed` false: it has no such list, and these were created in Guichê. */
async function readPayments(
  ctx: Ctx,
  what: PaymentPage,
  filter: Filter,
  { limit, position }: PortPageRequest,
  call: Call,
): Promise<Page<Payment> & { listed: boolean }> {
  // Throws `not_supported` without this part, before `listedOrLocal` would read it as a missing list.
  const payments = ctx.part(what);
  return listedOrLocal(
    position,
    () => payments.list(filter, { limit, position }, call),
    (after) => {
      // The status of a payment created in Guichê is its first answer's, so it cannot be a filter.
      for (const field of ['status', 'search'] as const)
        if (filter[field] !== undefined) throw invalidField(field, 'not_supported');
      return localPayments(ctx.account.id, what, filter, { limit, after });
    },
  );
}

type Wanted = { ctx: Ctx; what: 'charges' | 'withdrawals'; by: PaymentReference };

/** One payment by the given references (all must match). `not_found` where the provider has none. */
export async function lookUpPayment({ ctx, what, by }: Wanted): Promise<FoundPayment> {
  const { clientReference, virtualAccount } = by;
  await requireRevealFor(ctx, {}, { clientReference, virtualAccount });
  const payment = await readPayment(ctx, what, by);
  return serializeFor(ctx, FoundPayment, { payment, asOf: databaseIso() });
}

/** One payment unmasked, for use in handlers. */
export async function readPayment(ctx: Ctx, what: 'charges' | 'withdrawals', by: PaymentReference) {
  const payments = ctx.part(what);
  const { id, clientReference, endToEndId } = by;
  if ([id, clientReference, endToEndId].every((value) => value === undefined))
    throw new GuicheError('invalid_request', 'A payment is looked for by one of its references.', {
      fields: [{ field: 'id', message: 'required' }],
    });
  const payment = await payments.find(by, ctx.call);
  if (payment === null) throw new GuicheError('not_found', 'The provider has no such payment.');
  await confirmLate(ctx.account.id, [payment]);
  return payment;
}

/**
 * A Pix received without a charge (document 2, deposit view). No route is documented to read one: if none
 * answers, its statement line is used. Masked; with `reveal` unmasked and audited.
 */
export function getDeposit(args: ReadByIdArgs): Promise<Deposit> {
  const { ctx, id } = args;
  return presentOne(args, [Deposit, 'deposit.reveal'], async () => {
    const whole = await ifAnswered(ctx.part('deposits').get(id, ctx.call));
    const payment = whole ?? (await lineOf(ctx, id));
    const from = whole === null ? ('statement' as const) : ('provider' as const);
    const { receiverPixKey } = payment.other;
    const key = typeof receiverPixKey === 'string' ? receiverPixKey : null;
    return { payment, from, key, asOf: databaseIso() };
  });
}

async function lineOf(ctx: Ctx, id: string): Promise<Payment> {
  const page = await ctx.port.statement?.list({ transactionId: id }, { limit: 20, position: null }, ctx.call);
  const found = page?.items.map(asDeposit).find((deposit) => deposit?.id === id);
  if (found == null) throw new GuicheError('not_found', 'The provider shows no such deposit.');
  return found;
}

/** Document 2 has routes that create payments, but none that list them: Guichê lists those it created. */

type LocalWindow = Pick<PaymentFilter, 'from' | 'to' | 'clientReference' | 'amountFrom' | 'amountTo'>;

/** Payments created in Guichê, newest first, with the provider's first answer: their status may be outdated. */
async function localPayments(
  accountId: string,
  what: PaymentPage,
  { from, to, clientReference, ...bounds }: LocalWindow,
  page: { limit: number; after: LocalOperation | null },
): Promise<{ items: Payment[]; next: LocalOperation | null }> {
  const where = and(
    from === undefined ? undefined : gte(operations.createdAt, new Date(from)),
    to === undefined ? undefined : lt(operations.createdAt, new Date(to)),
    clientReference === undefined ? undefined : eq(operations.clientReference, clientReference),
    amountWithin(amountOf('payment'), bounds),
  );
  const { rows, next } = await localOperations(accountId, KINDS_OF[what], { ...page, where });
  return { items: rows.flatMap((row) => paymentOf(row) ?? []), next };
}

function paymentOf({ result, createdAt, amount, clientReference }: OperationRow): Payment | null {
  const stored = Payment.safeParse((result as { payment?: unknown } | null)?.payment).data;
  if (stored === undefined) return null;
  return {
    ...stored,
    clientReference: stored.clientReference ?? clientReference,
    amount: stored.amount ?? amount,
    createdAt: stored.createdAt ?? createdAt.toISOString(),
  };
}

/** The charge created in Guichê with this provider id. Null: none. */
export async function localPayment(accountId: string, id: string): Promise<Payment | null> {
  const [row] = await db()
    .select()
    .from(operations)
    .where(
      and(
        confirmedOf(accountId, ...KINDS_OF.charges),
        isNotNull(operations.result),
        eq(createdIdIn(operations.result), id),
      ),
    )
    .limit(1);
  return row === undefined ? null : paymentOf(row);
}

/** Its id, and its end-to-end id if it has one. */
export const idsOf = ({ id, endToEndId }: Payment): string[] =>
  endToEndId === null ? [id] : [id, endToEndId];

/** A charge's code as an image: the provider's (document 1), else drawn from the code's text. */
export async function getQrCode({ ctx, id }: { ctx: Ctx; id: string }): Promise<Response> {
  return fileAnswer((await providerImage(ctx, id)) ?? (await localImage(ctx, id)));
}

const fileAnswer = ({ bytes, mimeType }: ProviderFile, headers = {}) =>
  new Response(new Uint8Array(bytes), {
    headers: { 'content-type': mimeType, ...headers, 'cache-control': 'private, no-store' },
  });

/** The provider's image. Null where Guichê may draw one; refusals of the account and failures are thrown. */
async function providerImage(ctx: Ctx, id: string): Promise<ProviderFile | null> {
  const charges = ctx.part('charges');
  try {
    return (await charges.qrCode?.(id, ctx.call)) ?? null;
  } catch (error) {
    const code = error instanceof GuicheError ? error.code : null;
    if (code === 'not_found' || code === 'provider_rejected' || code === 'not_supported') return null;
    throw error;
  }
}

async function localImage(ctx: Ctx, id: string): Promise<ProviderFile> {
  const { qrCodeText } = await readPayment(ctx, 'charges', { id });
  if (qrCodeText === null || qrCodeText === '')
    throw new GuicheError('not_found', 'This charge shows no code any more.');
  return { bytes: qrPng(qrCodeText), mimeType: 'image/png' };
}

type Kind = 'charge' | 'withdrawal' | 'transfer';

const KINDS = lookupTable<Kind>({
  payment: 'charge',
  deposit: 'charge',
  withdraw: 'withdrawal',
  transfer: 'transfer',
});

/** The provider's receipt of a payment. It is unmasked, so the download is audited before it leaves. */
export async function getReceipt({ ctx, id, query }: Args<'GET /transactions/{id}/receipt'>) {
  // A Hub id starts with its kind.
  const [, prefix = ''] = /^([a-z]+):./.exec(id) ?? [];
  const kind = KINDS[prefix] ?? query.of ?? (await kindOf(ctx, id));
  const file =
    kind === 'transfer'
      ? await partOf(ctx.part('transfers'), 'receipt')(id, ctx.call)
      : await ctx.part('receipt')(kind, id, ctx.call);
  await ctx.audit({ action: 'transaction.receipt', target: id });
  const name = `receipt-${id.replace(/[^\w-]+/g, '-')}.pdf`;
  return fileAnswer(file, { 'content-disposition': `attachment; filename="${name}"` });
}

async function kindOf(ctx: Ctx, id: string): Promise<Kind> {
  const detail = await ctx.port.transactions?.get(id, ctx.call);
  const { type = null, way } = detail?.transaction ?? {};
  return type === 'WITHDRAW' || way === 'out' ? 'withdrawal' : 'charge';
}
