import 'server-only';
import { and, asc, count, eq, inArray, isNotNull, notExists, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { lateAcknowledgements, operationAttempts, operations } from '#lib/data/schema/operations.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import { amount, instant, type Said, text, word, wordsAt } from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { exportList, servePage, splitExportQuery } from '#lib/list/server/export-list.ts';
import { amountWithin, cutPage, keyset, type Place, periodWithin } from '#lib/list/server/ranges.ts';
import {
  Operation,
  OperationDetail,
  OperationExportQuery,
  OperationList,
  type OperationListQuery,
} from '#lib/operations/contract.ts';
import { statesOf } from '#lib/operations/operations.list.ts';
import { isReversed } from '#lib/operations/rules.ts';
import { awaiting } from '#lib/operations/server/approval.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { operationRecords } from '#lib/operations/server/record.ts';
import { named } from '#lib/operations/server/thing.ts';
import type { PortPageRequest } from '#lib/providers/port.ts';

/** An operation with its attempts. `not_found` for an operation of another account. */
export async function getOperation({ ctx, id }: { ctx: Ctx; id: string }): Promise<OperationDetail> {
  const row = await operationRow(ctx, id);
  const [[operation], attempts] = await Promise.all([operationRecords(ctx, [row]), attemptsOf(id)]);
  if (operation === undefined) throw notFound();
  return serializeFor(ctx, OperationDetail, { operation, attempts });
}

/** The attempts to send an operation, in order. */
export async function attemptsOf(id: string): Promise<OperationDetail['attempts']> {
  const rows = await db()
    .select()
    .from(operationAttempts)
    .where(eq(operationAttempts.operationId, id))
    .orderBy(asc(operationAttempts.number));
  return rows.map(({ operationId: _, sentAt, endedAt, ...attempt }) => ({
    ...attempt,
    sentAt: sentAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }));
}

export async function operationRow(ctx: Ctx, id: string): Promise<OperationRow> {
  const [row] = await db()
    .select()
    .from(operations)
    .where(and(eq(operations.id, id), eq(operations.accountId, ctx.account.id)));
  if (row === undefined) throw notFound();
  return row;
}

/** Error of a decision on an operation that does not wait for one. */
export const notWaiting = ({ id, state }: OperationRow) =>
  new GuicheError('conflict', 'This operation does not wait for approval any more.', {
    operationId: id,
    existing: { state },
  });

const notFound = () => new GuicheError('not_found', 'No such operation.');

const SORTED = {
  begun: { by: operations.createdAt, as: 'timestamptz' },
  end: { by: operations.settledAt, as: 'timestamptz' },
  amount: { by: operations.amount, as: 'float8' },
} as const;

type Order = Pick<OperationListQuery, 'sort' | 'order'>;

const rankOf = ({ sort = 'begun', order = 'desc' }: Order) =>
  keyset([SORTED[sort], { by: operations.id, as: 'text' }], order === 'desc');

/** The account's operations, by default newest first. */
export async function listOperations({ ctx, query }: Args<'GET /operations'>): Promise<OperationList> {
  const { limit, cursor, ...filter } = query;
  await requireReadable(ctx, filter);
  const scope = `${ctx.account.id} operations by ${JSON.stringify(filter)}${operatorScope(ctx, filter)}`;
  const wanted = where(ctx, filter);
  const page = await servePage(scope, { limit, cursor }, (ask) => readOperations(ctx, wanted, filter, ask));
  return serializeFor(ctx, OperationList, page);
}

/** One page, not serialized yet, and the position of the next one. */
async function readOperations(
  ctx: Ctx,
  wanted: SQL | undefined,
  order: Order,
  { limit, position }: PortPageRequest,
) {
  const rank = rankOf(order);
  const [found, [all]] = await Promise.all([
    db()
      .select({ operation: operations, place: rank.place })
      .from(operations)
      .where(and(wanted, rank.below(position as Place | null)))
      .orderBy(...rank.order)
      .limit(limit + 1),
    db().select({ total: count() }).from(operations).where(wanted),
  ]);
  const { rows, next } = cutPage(found, limit, ({ place }) => place);
  const records = rows.map(({ operation }) => operation);
  return { items: await operationRecords(ctx, records), next, total: Number(all?.total ?? 0) };
}

/** Exports all operations of a filter in its order, or the chosen ones, as a file (`exportList`). */
export async function exportOperations(ctx: Ctx, query: OperationExportQuery & ExportHow): Promise<Response> {
  const { how, filter: requested } = splitExportQuery(query);
  const { show = null, ...filter } = requested;
  await requireReadable(ctx, filter);
  const states = statesOf({ show });
  const wanted = where(ctx, { ...filter, state: [...states.open, ...states.ended] });
  return exportList({
    ctx,
    name: 'operations',
    how,
    table: operationTable,
    read: async (position) => ({
      ...(await readOperations(ctx, wanted, requested, { limit: EXPORT_PAGE, position })),
      asOf: databaseIso(),
    }),
    rows: Operations,
    query: OperationExportQuery,
    filter: requested,
    // Guichê applies every filter itself, because these are its own records.
    filtered: false,
  });
}

const EXPORT_PAGE = 500;

const Operations = z.array(Operation);

const states = wordsAt('operations.states');

const stateWord: Said<Operation> = (state, locale, operation) =>
  states(isReversed(operation) ? 'taken_back' : state, locale);

const operationTable = csvTable<Operation>([
  text('id', (operation) => operation.id),
  instant('createdAt', (operation) => operation.createdAt),
  word('type', (operation) => operation.kind, wordsAt('operations.kinds')),
  word('status', (operation) => operation.state, stateWord),
  word('statusReason', (operation) => operation.reason, wordsAt('operations.reasons')),
  text('target', (operation) => operation.target),
  amount('amount', (operation) => operation.amount),
  amount('movedAmount', (operation) => operation.otherAmount),
  text('clientReference', (operation) => operation.clientReference),
  text('requestedBy', (operation) => operation.actor.name),
  text('decidedBy', (operation) => operation.approval.by?.name ?? null),
  instant('sentAt', (operation) => operation.sentAt),
  instant('endedAt', (operation) => operation.settledAt),
  text('providerRequestId', (operation) => operation.providerRequestId),
  text('problem', (operation) => operation.problem?.code ?? null),
]);

/** Binds a cursor over waiting operations to its operator, so that nobody else can continue it. */
const operatorScope = ({ operator }: Ctx, { awaiting: whom }: Filter) =>
  whom === undefined ? '' : ` ${operator.id}`;

type Filter = Omit<OperationListQuery, 'limit' | 'cursor' | keyof Order>;

/** A mask may hide a reference or a target, so filtering by them needs `reveal`. */
const requireReadable = (ctx: Ctx, { target, clientReference }: Filter) =>
  requireRevealFor(ctx, {}, { target, clientReference });

function where(ctx: Ctx, filter: Filter): SQL | undefined {
  const { state, kind, target, operator, clientReference, late, awaiting: whom } = filter;
  const mine = ctx.permissions.has('approve') ? awaiting(ctx.operator.id) : sql`false`;
  return and(
    eq(operations.accountId, ctx.account.id),
    whom === undefined ? undefined : mine,
    state === undefined ? undefined : inArray(operations.state, state),
    kind === undefined ? undefined : inArray(operations.kind, kind),
    target === undefined ? undefined : named([target]),
    operator === undefined ? undefined : eq(operations.operatorId, operator),
    clientReference === undefined ? undefined : eq(operations.clientReference, clientReference),
    periodWithin(operations.createdAt, filter),
    amountWithin(operations.amount, filter),
    late === undefined ? undefined : and(isNotNull(operations.lateAt), notExists(acknowledged())),
  );
}

const acknowledged = () =>
  db()
    .select({ id: lateAcknowledgements.operationId })
    .from(lateAcknowledgements)
    .where(eq(lateAcknowledgements.operationId, operations.id));
