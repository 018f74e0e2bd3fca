import 'server-only';
import { and, asc, count, eq, inArray, isNotNull, notExists, notInArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { problemHelp } from '#lib/api/problem-help.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { liftersAmong, operatorNames } from '#lib/auth/server/holders.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { databaseIso, databaseNow } from '#lib/data/clock.ts';
import { lateAcknowledgements, operationAttempts, operations } from '#lib/data/schema/operations.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import { amount, instant, type LabelOf, labelsAt, text, word } from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { exportList, servePage, splitExportQuery } from '#lib/list/server/export-list.ts';
import { amountWithin, cutPage, keyset, type Place, periodWithin } from '#lib/list/server/ranges.ts';
import {
  Operation,
  OperationDetail,
  OperationExportQuery,
  OperationList,
  type OperationListQuery,
  type OperationState,
} from '#lib/operations/contract.ts';
import { statesOf } from '#lib/operations/operations.list.ts';
import { isReversed, PARTS_OF_JOBS } from '#lib/operations/rules.ts';
import { approvalEnds, awaiting } from '#lib/operations/server/approval.ts';
import { isRenewable, type OperationRow, operationKind } from '#lib/operations/server/kind.ts';
import { barredFromSettling, isUnresolved } from '#lib/operations/server/look-up.ts';
import type { StoredProblem } from '#lib/operations/server/settle.ts';
import { named } from '#lib/operations/server/thing.ts';
import type { PortPageRequest } from '#lib/providers/port.ts';

/** An operation with its attempts. `not_found` for an operation of another account. */
export async function getOperation({ ctx, id }: { ctx: Ctx; id: string }): Promise<OperationDetail> {
  const row = await operationRow(ctx, id);
  const [records, attempts] = await Promise.all([operationRecords(ctx, [row]), attemptsOf(id)]);
  return serializeFor(ctx, OperationDetail, { operation: records[0] as Operation, attempts });
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
  if (row === undefined) throw new GuicheError('not_found', 'No such operation.');
  return row;
}

/** `conflict` with the operation and its state. */
export const stateConflict = (message: string, { id, state }: OperationRow) =>
  new GuicheError('conflict', message, { operationId: id, existing: { state } });

/** Error of a decision on an operation that does not wait for one. */
export const notWaiting = (row: OperationRow) =>
  stateConflict('This operation does not wait for approval any more.', row);

const SORTED = {
  begun: { by: operations.createdAt, as: 'timestamptz' },
  end: { by: operations.settledAt, as: 'timestamptz' },
  amount: { by: operations.amount, as: 'float8' },
} as const;

type Order = Pick<OperationListQuery, 'sort' | 'order'>;

/** The account's operations, by default newest first. */
export async function listOperations({ ctx, query }: Args<'GET /operations'>): Promise<OperationList> {
  const { limit, cursor, ...filter } = query;
  await requireReadable(ctx, filter);
  // A cursor over waiting operations is bound to its operator, so that nobody else can continue it.
  const person = filter.awaiting === undefined ? '' : ` ${ctx.operator.id}`;
  const scope = `${ctx.account.id} operations by ${JSON.stringify(filter)}${person}`;
  const wanted = where(ctx, filter);
  const page = await servePage(scope, { limit, cursor }, (request) =>
    readOperations(ctx, wanted, filter, request),
  );
  return serializeFor(ctx, OperationList, page);
}

/** One page, not serialized yet, and the position of the next one. */
async function readOperations(
  ctx: Ctx,
  wanted: SQL | undefined,
  { sort = 'begun', order = 'desc' }: Order,
  { limit, position }: PortPageRequest,
) {
  const rank = keyset([SORTED[sort], { by: operations.id, as: 'text' }], order === 'desc');
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

const states = labelsAt('operations.states');

const stateWord: LabelOf<Operation> = (state, locale, operation) =>
  states(isReversed(operation) ? 'taken_back' : state, locale);

const operationTable = csvTable<Operation>([
  text('id', (operation) => operation.id),
  instant('createdAt', (operation) => operation.createdAt),
  word('type', (operation) => operation.kind, labelsAt('operations.kinds')),
  word('status', (operation) => operation.state, stateWord),
  word('statusReason', (operation) => operation.reason, labelsAt('operations.reasons')),
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

type Filter = Omit<OperationListQuery, 'limit' | 'cursor' | keyof Order>;

/** A mask may hide a reference or a target, so filtering by them needs `reveal`. */
const requireReadable = (ctx: Ctx, { target, clientReference }: Filter) =>
  requireRevealFor(ctx, {}, { target, clientReference });

function where(ctx: Ctx, filter: Filter): SQL | undefined {
  const { state, kind, target, operator, clientReference, late, awaiting: whom } = filter;
  const mine = ctx.permissions.has('approve') ? awaiting(ctx.operator.id) : sql`false`;
  const acknowledged = db()
    .select({ id: lateAcknowledgements.operationId })
    .from(lateAcknowledgements)
    .where(eq(lateAcknowledgements.operationId, operations.id));
  return and(
    eq(operations.accountId, ctx.account.id),
    whom === undefined ? undefined : mine,
    state === undefined ? undefined : inArray(operations.state, state),
    kind === undefined ? notInArray(operations.kind, [...PARTS_OF_JOBS]) : inArray(operations.kind, kind),
    target === undefined ? undefined : named([target]),
    operator === undefined ? undefined : eq(operations.operatorId, operator),
    clientReference === undefined ? undefined : eq(operations.clientReference, clientReference),
    periodWithin(operations.createdAt, filter),
    amountWithin(operations.amount, filter),
    late === undefined ? undefined : and(isNotNull(operations.lateAt), notExists(acknowledged)),
  );
}

/** Builds the records that this reader may see. The caller serializes them. */
export async function operationRecords(
  ctx: Ctx,
  rows: readonly OperationRow[],
  on: Database | Transaction = db(),
): Promise<Operation[]> {
  const seen = await acknowledgedAmong(rows, on);
  const waiting = rows.filter(({ state }) => state === 'awaiting_approval');
  const requesters = waiting.map(({ operatorId }) => operatorId);
  const lifted = await liftersAmong(on, ctx.operator.id, requesters);
  const settles = new Set<string>();
  for (const row of rows.filter(isUnresolved))
    if ((await barredFromSettling(ctx, row, on)) === null) settles.add(row.id);
  const people = rows.flatMap(({ operatorId, decidedBy, settledBy }) =>
    [operatorId, decidedBy, settledBy].filter((id) => id !== null),
  );
  const witnesses = [...seen.values()].map(({ operatorId }) => operatorId);
  const names = await operatorNames([...people, ...witnesses], on);
  return rows.map((row) =>
    toRecord(ctx, row, {
      seen: seen.get(row.id) ?? null,
      barred: barredFrom(ctx, row, lifted),
      settles: settles.has(row.id),
      person: (id) => ({ id, name: names.get(id) ?? '' }),
    }),
  );
}

type Acknowledgement = typeof lateAcknowledgements.$inferSelect;

/** Acknowledgements by operation id. Late confirmations are rare, so usually no query runs. */
async function acknowledgedAmong(
  rows: readonly OperationRow[],
  on: Database | Transaction,
): Promise<Map<string, Acknowledgement>> {
  const confirmedLate = rows.filter(({ lateAt }) => lateAt !== null).map(({ id }) => id);
  if (confirmedLate.length === 0) return new Map();
  const found = await on
    .select()
    .from(lateAcknowledgements)
    .where(inArray(lateAcknowledgements.operationId, confirmedLate));
  return new Map(found.map((one) => [one.operationId, one]));
}

const isoOf = (date: Date | null) => date?.toISOString() ?? null;

type Barred = Operation['approval']['barred'];
type RecordContext = {
  seen: Acknowledgement | null;
  barred: Barred;
  settles: boolean;
  person: (id: string) => Operation['actor'];
};

/** Why this operator may not approve it. Null: they may, or it does not wait. */
function barredFrom(ctx: Ctx, row: OperationRow, lifted: ReadonlySet<string>): Barred {
  if (row.state !== 'awaiting_approval') return null;
  if (row.operatorId === ctx.operator.id) return 'own';
  if (!ctx.permissions.has('approve')) return 'role';
  if (lifted.has(row.operatorId)) return 'lifted';
  return approvalEnds(row).getTime() > databaseNow() ? null : 'late';
}

function toRecord(ctx: Ctx, row: OperationRow, { seen, barred, settles, person }: RecordContext): Operation {
  const { state, decidedBy, settledBy } = row;
  const kind = operationKind(row.kind);
  const permitted = kind !== null && ctx.permissions.has(kind.permission);
  const waits = state === 'awaiting_approval' && ctx.permissions.has('approve');
  const needed = decidedBy !== null || state === 'awaiting_approval' || state === 'expired';
  const problem = row.problem as StoredProblem | null;
  return {
    id: row.id,
    kind: row.kind,
    state: state as OperationState,
    reason: row.reason,
    target: row.target,
    amount: row.amount,
    clientReference: row.clientReference,
    actor: person(row.operatorId),
    createdAt: row.createdAt.toISOString(),
    sentAt: isoOf(row.sentAt),
    settledAt: isoOf(row.settledAt),
    nextLookUpAt: isoOf(row.nextLookUpAt),
    lookedUpAt: isoOf(row.lookedUpAt),
    lookUps: row.lookUps,
    providerRequestId: row.providerRequestId,
    problem: problemRecord(ctx, problem),
    intent: row.intent as Record<string, unknown>,
    approval: {
      needed,
      until: needed ? approvalEnds(row).toISOString() : null,
      by: decidedBy === null ? null : person(decidedBy),
      at: isoOf(row.decidedAt),
      declined: state === 'declined',
      reason: row.declineReason,
      barred,
    },
    restoredAt: isoOf(row.restoredAt),
    lateAt: isoOf(row.lateAt),
    otherAmount: problem?.code === 'amount_differs' ? (problem.existing as { amount: number }).amount : null,
    lateSeen: seen && { by: person(seen.operatorId), at: seen.at.toISOString() },
    // The rejection reason `by_hand` means that the person recorded it as not happened.
    byHand:
      settledBy === null
        ? null
        : { by: person(settledBy), happened: row.reason !== 'by_hand', reason: row.settleReason },
    may: {
      lookUp: mayLookUp(ctx.permissions, row),
      repeat: permitted && ((state === 'unknown' && kind.repeatable) || isRenewable(kind, row)),
      approve: waits && barred === null,
      decline: waits && barred !== 'lifted',
      acknowledge: row.lateAt !== null && seen === null && mayAcknowledge(ctx, row),
      settle: settles,
    },
  };
}

/** An unknown outcome, a kind with a look-up, and the kind's permission. */
export function mayLookUp(permissions: ReadonlySet<Permission>, row: OperationRow): boolean {
  const kind = operationKind(row.kind);
  return row.state === 'unknown' && kind?.lookUp !== undefined && permissions.has(kind.permission);
}

/** The requester, anyone who may request its kind, and managers of the account. */
export function mayAcknowledge(ctx: Ctx, { kind, operatorId }: OperationRow): boolean {
  const needed = operationKind(kind)?.permission ?? 'manage';
  return operatorId === ctx.operator.id || ctx.permissions.has(needed) || ctx.permissions.has('manage');
}

function problemRecord({ locale }: Ctx, stored: StoredProblem | null): Operation['problem'] {
  if (stored === null) return null;
  const { code, missing, retryAfterSeconds, provider } = stored;
  const { title, hint } = problemHelp(locale, code, provider?.code ?? null, missing, provider?.status);
  return {
    code,
    title,
    hint,
    provider: provider
      ? {
          code: provider.code,
          message: provider.message,
          requestId: provider.requestId,
          status: provider.status,
        }
      : null,
    retryAfterSeconds,
  };
}
