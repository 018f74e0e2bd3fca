import 'server-only';
import { and, asc, eq, inArray, isNotNull, lt, not, notExists, or, sql } from 'drizzle-orm';
import type { OPERATION_STEPS } from '#lib/audit-log/actions.ts';
import { holdersOf, liftedBy, operatorNames } from '#lib/auth/server/holders.ts';
import type { NoticeFacts } from '#lib/core/notification-events.ts';
import { metrics } from '#lib/core/telemetry/metrics.ts';
import { type AuditEntry, appendAudit } from '#lib/data/audit/append.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { ago } from '#lib/data/clock.ts';
import { raiseNotice, wasNotified } from '#lib/data/notifications/raise.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { noticeSteps } from '#lib/data/schema/notifications.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { operators } from '#lib/data/schema/operators.ts';
import { announce } from '#lib/events/server/announce.ts';
import { approvalEnds } from '#lib/operations/server/approval.ts';
import type { AnyKind, OperationRow } from '#lib/operations/server/kind.ts';
import type { StoredProblem } from '#lib/operations/server/settle.ts';

const UNKNOWN_MS = 15 * 60_000;
const MOST = 100;

const approvalCause = (id: string) => `approval:${id}`;
const outcomeCause = (id: string) => `operation:${id}`;
const factsOf = ({ id, kind, amount }: OperationRow): NoticeFacts => ({ id, kind, amount });

/** People who may approve it: neither its requester nor anyone whose access the requester granted today. */
export async function deciderIds(
  tx: Database | Transaction,
  { accountId, operatorId }: Pick<OperationRow, 'accountId' | 'operatorId'>,
): Promise<string[]> {
  const approving = await holdersOf(tx, accountId, 'approve');
  const others = approving.filter((id) => id !== operatorId);
  if (others.length === 0) return [];
  const mayDecide = others.map((id) => and(eq(operators.id, id), not(liftedBy(id, operatorId))));
  const rows = await tx
    .select({ id: operators.id })
    .from(operators)
    .where(or(...mayDecide));
  return rows.map(({ id }) => id);
}

/** Raises the notices for an operation's new state, in the transaction that writes it. */
export async function notifyOperation(tx: Transaction, row: OperationRow): Promise<void> {
  const { id, state, accountId, operatorId, decidedBy } = row;
  const about = { accountId, facts: factsOf(row) };
  if (state === 'awaiting_approval')
    await raiseNotice(tx, {
      ...about,
      event: 'approval_waiting',
      cause: approvalCause(id),
      step: 'waiting',
      facts: { ...about.facts, until: approvalEnds(row).toISOString(), by: operatorId },
      to: await deciderIds(tx, row),
    });
  // Notifies the requester. Approvers see the decision in the notice that requested it.
  if (decidedBy !== null || state === 'expired')
    await raiseNotice(tx, {
      ...about,
      event: 'request_decided',
      cause: approvalCause(id),
      step: state === 'declined' || state === 'expired' ? state : 'approved',
      facts: decidedBy === null ? about.facts : { ...about.facts, by: decidedBy },
      to: decidedBy === operatorId ? [] : [operatorId],
      by: decidedBy,
    });
  const late = { ...about, event: 'operation_late', cause: outcomeCause(id) } as const;
  if (state === 'confirmed' && row.lateAt !== null) {
    const { code, existing } = (row.problem ?? {}) as Partial<StoredProblem>;
    const moved = (existing as { amount: number } | null)?.amount ?? null;
    const differs = code === 'amount_differs';
    await raiseNotice(tx, {
      ...late,
      step: differs ? 'amount_differs' : 'late',
      facts: differs ? { ...about.facts, moved } : about.facts,
      to: await responsibleIds(tx, row),
    });
  } else if ((state === 'confirmed' || state === 'rejected') && (await wasNotified(tx, late.cause))) {
    const byHand = row.settledBy !== null && row.result === null;
    await raiseNotice(tx, {
      ...late,
      step: byHand ? `said_${state}` : state,
      by: byHand ? row.settledBy : null,
      to: await responsibleIds(tx, row),
    });
  }
}

async function responsibleIds(tx: Transaction, { accountId, operatorId }: OperationRow): Promise<string[]> {
  return [operatorId, ...(await holdersOf(tx, accountId, 'manage'))];
}

/** Notifies once about each operation whose outcome has been unknown for 15 minutes. */
export async function notifyUnknown(): Promise<void> {
  const notified = db()
    .select({ cause: noticeSteps.cause })
    .from(noticeSteps)
    .where(
      and(eq(noticeSteps.cause, sql`'operation:' || ${operations.id}`), eq(noticeSteps.step, 'unknown')),
    );
  const archived = db()
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, operations.accountId), isNotNull(accounts.archivedAt)));
  const due = and(
    eq(operations.state, 'unknown'),
    isNotNull(operations.sentAt),
    lt(sql`coalesce(${operations.lastSentAt}, ${operations.sentAt})`, ago(UNKNOWN_MS)),
    notExists(archived),
  );
  const rows = await db()
    .select({ id: operations.id })
    .from(operations)
    .where(and(due, notExists(notified)))
    .limit(MOST);
  for (const { id } of rows)
    await db().transaction(async (tx) => {
      // The row lock makes a simultaneous outcome wait, so that its notice comes after this one.
      const [row] = await tx
        .select()
        .from(operations)
        .where(and(eq(operations.id, id), due))
        .for('update');
      if (row === undefined) return;
      await raiseNotice(tx, {
        event: 'operation_unknown',
        cause: outcomeCause(id),
        step: 'unknown',
        accountId: row.accountId,
        facts: factsOf(row),
        to: await responsibleIds(tx, row),
      });
    });
}

/**
 * Announces the change of an operation, and of the queries its kind touches, to open pages and raises its
 * notices. Both leave when the transaction commits. `entered` false: the state is not new.
 */
export async function announceOperation(
  tx: Transaction,
  row: OperationRow,
  kind: Pick<AnyKind, 'touches'>,
  { entered = true }: { entered?: boolean } = {},
): Promise<void> {
  if (entered) metrics()?.operationChanges.inc({ kind: row.kind, state: row.state });
  await announce(tx, row.accountId, [['operations'], ...kind.touches.map((name) => [name])]);
  await notifyOperation(tx, row);
}

type Event = Partial<Pick<AuditEntry, 'operatorId' | 'result' | 'before' | 'providerRequestId'>> & {
  /** The part of the action after the kind. */
  name: (typeof OPERATION_STEPS)[number];
  after?: object;
};

/** Appends the audit entry of something that happened to an operation, by default as its requester's. */
export const auditOperation = (tx: Transaction, row: OperationRow, { name, after, ...event }: Event) =>
  appendAudit(tx, {
    operatorId: row.operatorId,
    accountId: row.accountId,
    action: `${row.kind}.${name}`,
    target: row.target,
    result: 'ok',
    after: { operation: row.id, ...after },
    ...event,
  });

type Person = { id: string; name: string };

/** Who requested the payments with these references, by reference. Those from elsewhere have none. */
export async function requestersOf(
  accountId: string,
  kinds: readonly string[],
  references: readonly (string | null)[],
): Promise<Map<string, Person>> {
  const known = [...new Set(references)].filter((one) => one !== null);
  if (known.length === 0) return new Map();
  const rows = await db()
    .select({ reference: operations.clientReference, id: operations.operatorId })
    .from(operations)
    .where(
      and(
        eq(operations.accountId, accountId),
        inArray(operations.kind, [...kinds]),
        inArray(operations.clientReference, known),
      ),
    )
    .orderBy(asc(operations.createdAt));
  const names = await operatorNames(rows.map(({ id }) => id));
  return new Map(rows.map(({ reference, id }) => [reference ?? '', { id, name: names.get(id) ?? '' }]));
}
