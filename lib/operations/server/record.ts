import 'server-only';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { problemHelp } from '#lib/api/problem-help.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { liftersAmong, operatorNames } from '#lib/auth/server/holders.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { lateAcknowledgements, operations } from '#lib/data/schema/operations.ts';
import type { Operation, OperationState } from '#lib/operations/contract.ts';
import { approvalEnds } from '#lib/operations/server/approval.ts';
import { isRenewable, type OperationRow, operationKind } from '#lib/operations/server/kind.ts';
import { barredFromSettling, isUnresolved } from '#lib/operations/server/look-up.ts';
import type { StoredProblem } from '#lib/operations/server/settle.ts';
import { ofThing } from '#lib/operations/server/thing.ts';

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

const instant = (date: Date | null) => date?.toISOString() ?? null;

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
    sentAt: instant(row.sentAt),
    settledAt: instant(row.settledAt),
    nextLookUpAt: instant(row.nextLookUpAt),
    lookedUpAt: instant(row.lookedUpAt),
    lookUps: row.lookUps,
    providerRequestId: row.providerRequestId,
    problem: problemRecord(ctx, problem),
    intent: row.intent as Record<string, unknown>,
    approval: {
      needed,
      until: needed ? approvalEnds(row).toISOString() : null,
      by: decidedBy === null ? null : person(decidedBy),
      at: instant(row.decidedAt),
      declined: state === 'declined',
      reason: row.declineReason,
      barred,
    },
    restoredAt: instant(row.restoredAt),
    lateAt: instant(row.lateAt),
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

/**
 * Other confirmed operations that may have changed the thing since this one's earlier read: each ended later,
 * or was confirmed with a record missing from that read (`before`: the ids it showed).
 */
export function confirmedSince(
  row: OperationRow,
  names: readonly string[],
  before: readonly string[],
  on: Pick<Database, 'select'> = db(),
): Promise<{ amount: number | null; record: string | null }[]> {
  const record = sql<string | null>`${operations.result} ->> 'id'`;
  return on
    .select({ amount: operations.amount, record })
    .from(operations)
    .where(
      and(
        ofThing({ accountId: row.accountId, kind: row.kind, names }),
        ne(operations.id, row.id),
        eq(operations.state, 'confirmed'),
        // A record in the earlier read existed before this operation.
        sql`case when ${record} is null then ${operations.settledAt} >= ${row.createdAt}
          else not ${record} = any(${sql.param([...before])}::text[]) end`,
      ),
    );
}
