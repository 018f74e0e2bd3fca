import 'server-only';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { isFiltered } from '#lib/api/csv-stream.ts';
import { instantsOf, listScope } from '#lib/api/list-window.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { presentOne, type ReadByIdArgs, serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { invalidField } from '#lib/core/errors.ts';
import { databaseIso } from '#lib/data/clock.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import { amount, instant, type LabelOf, labelsAt, text, word } from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { exportList, servePage, splitExportQuery } from '#lib/list/server/export-list.ts';
import { PendingDeposit } from '#lib/providers/money-records.ts';
import type { Call, Page, PendingDepositFilter, PortPageRequest } from '#lib/providers/port.ts';
import { PendingDepositAnswer, PendingDepositList, PendingDepositQuery } from '#lib/statement/contract.ts';
import { depositState } from '#lib/statement/rules.ts';
import { storedFilter } from '#lib/statement/server/list-statement.ts';

/** `to`: just after the first page's newest deposit, so that later ones do not shift the pages. */
const Position = z.object({ page: z.int().min(1), size: z.int().min(1).max(100), to: z.string().optional() });

/** Document 1, GET /user/deposit-pending: one page, newest first, personal data masked. */
export async function listPendingDeposits({
  ctx,
  query: { limit, cursor, ...query },
}: Args<'GET /pending-deposits'>): Promise<PendingDepositList> {
  const filter = await filterOf(ctx, query);
  const scope = listScope('GET /pending-deposits', ctx.account.id, filter);
  const page = await servePage(scope, { limit, cursor }, (request) =>
    readDeposits(ctx, filter, request, ctx.call),
  );
  return serializeFor(ctx, PendingDepositList, page);
}

type QueryFilter = Omit<PendingDepositQuery, 'limit' | 'cursor'>;

/** Converts days to instants, and replaces a stored filter's id by its values. */
async function filterOf(ctx: Ctx, { f, from, to, ...rest }: QueryFilter): Promise<PendingDepositFilter> {
  ctx.part('pendingDeposits');
  const { document, name } = rest;
  await requireRevealFor(ctx, { document, name });
  const stored = f === undefined ? {} : await storedFilter(ctx, f);
  if (stored === null) throw invalidField('f', 'unknown');
  const { search: _, ...values } = stored;
  return { ...rest, ...values, ...instantsOf({ from, to }) };
}

async function readDeposits(
  ctx: Ctx,
  filter: PendingDepositFilter,
  { limit, position }: PortPageRequest,
  call: Call,
): Promise<Page<PendingDeposit>> {
  const at = position === null ? { page: 1, size: limit, to: filter.to } : Position.parse(position);
  const deposits = ctx.part('pendingDeposits');
  const page = await deposits.list({ ...filter, to: at.to }, { page: at.page, limit: at.size }, call);
  // If Guichê filtered rows out, some may be newer than the first one: ending the list there would shift the
  // pages.
  const newest = page.filteredHere === undefined ? (page.items[0]?.createdAt ?? null) : null;
  const next = { page: page.nextPage ?? at.page + 1, size: at.size, to: at.to ?? endAfter(newest) };
  return { ...page, next: page.more ? next : null };
}

const endAfter = (newest: string | null) =>
  newest === null ? undefined : new Date(Date.parse(newest) + 1).toISOString();

/** Maximum page size of document 1. */
const EXPORT_PAGE = 100;
const Deposits = z.array(PendingDeposit);
const states = labelsAt('statement.deposits.state');
const stateWord: LabelOf<PendingDeposit> = (status, locale, deposit) => {
  const state = depositState(deposit);
  return state === 'other' ? status : states(state, locale);
};
const depositTable = csvTable<PendingDeposit>([
  text('id', (deposit) => deposit.id),
  instant('createdAt', (deposit) => deposit.createdAt),
  instant('paidAt', (deposit) => deposit.paidAt),
  word('status', (deposit) => deposit.status, stateWord),
  text('statusReason', (deposit) => deposit.rejectionReason),
  amount('amount', (deposit) => deposit.amount),
  text('endToEndId', (deposit) => deposit.endToEndId),
  text('transactionId', (deposit) => deposit.transactionId),
  text('payerName', (deposit) => deposit.payer.name),
  text('payerDocument', (deposit) => deposit.payer.document),
  text('payerInstitutionIspb', (deposit) => deposit.payer.institutionIspb),
  text('payerInstitutionName', (deposit) => deposit.payer.institutionName),
  text('receiverName', (deposit) => deposit.receiver.name),
  text('receiverDocument', (deposit) => deposit.receiver.document),
  text('pixKey', (deposit) => deposit.pixKey),
  text('description', (deposit) => deposit.description),
]);

/** Exports all pending deposits of a filter, newest first, or the chosen ones, as a file (`exportList`). */
export async function exportPendingDeposits(ctx: Ctx, request: QueryFilter & ExportHow): Promise<Response> {
  const { how, filter: query } = splitExportQuery(request);
  const filter = await filterOf(ctx, query);
  return exportList({
    ctx,
    name: 'pending-deposits',
    how,
    table: depositTable,
    read: (position, call) => readDeposits(ctx, filter, { limit: EXPORT_PAGE, position }, call),
    rows: Deposits,
    query: PendingDepositQuery,
    filter,
    filtered: isFiltered(query),
  });
}

/** Document 1, GET /user/deposit-pending/{id}. Masked; `reveal` needs its permission and is audited. */
export function getPendingDeposit(args: ReadByIdArgs): Promise<PendingDepositAnswer> {
  const { ctx, id } = args;
  return presentOne(args, [PendingDepositAnswer, 'pending-deposit.reveal'], async () => {
    const deposit = await ctx.part('pendingDeposits').get(id, ctx.call);
    return { deposit, asOf: databaseIso() };
  });
}
