import 'server-only';
import { and, asc, eq, inArray, isNotNull, lt, not, notExists, or, sql } from 'drizzle-orm';
import { holdersOf, operatorNames } from '#lib/auth/server/holders.ts';
import { liftedBy } from '#lib/auth/server/lifts.ts';
import type { NoticeFacts } from '#lib/core/notification-events.ts';
import { metrics } from '#lib/core/telemetry/metrics.ts';
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
import type { KeptProblem } from '#lib/operations/server/settle.ts';

const UNKNOWN_MS = 15 * 60_000;
const MOST = 100;

const approvalCause = (id: string) => `approval:${id}`;
const outcomeCause = (id: string) => `operation:${id}`;
const factsOf = ({ id, kind, amount }: OperationRow): NoticeFacts => ({ id, kind, amount });

/** Ids of who may let one go: neither who asked, nor who got the right from them today. */
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

/** Raises the notices for an operation's present state, in the transaction that put it there. */
export async function notifyOperation(tx: Transaction, row: OperationRow): Promise<void> {
  const { id, state, accountId, operatorId, decidedBy } = row;
  const about = { accountId, facts: factsOf(row) };
  if (state === 'awaiting_approval') {
    const facts = { ...about.facts, until: approvalEnds(row).toISOString(), by: operatorId };
    const to = await deciderIds(tx, row);
    await raiseNotice(tx, {
      ...about,
      event: 'approval_waiting',
      cause: approvalCause(id),
      step: 'waiting',
      facts,
      to,
    });
  }
  if (decidedBy !== null || state === 'expired') await notifyDecision(tx, row);
  if (state === 'confirmed' && row.lateAt !== null) {
    const { code, existing } = (row.problem ?? {}) as Partial<KeptProblem>;
    const differs = code === 'amount_differs';
    await raiseNotice(tx, {
      accountId,
      event: 'operation_late',
      cause: outcomeCause(id),
      to: await answerable(tx, row),
      step: differs ? 'amount_differs' : 'late',
      facts: differs
        ? { ...about.facts, moved: (existing as { amount: number } | null)?.amount ?? null }
        : about.facts,
    });
  } else if ((state === 'confirmed' || state === 'rejected') && (await wasNotified(tx, outcomeCause(id)))) {
    const said = row.settledBy !== null && row.result === null;
    await raiseNotice(tx, {
      ...about,
      event: 'operation_late',
      cause: outcomeCause(id),
      step: said ? `said_${state}` : state,
      by: said ? row.settledBy : null,
      to: await answerable(tx, row),
    });
  }
}

/** To who asked; who decides sees it in the line that asked for a decision. */
async function notifyDecision(tx: Transaction, row: OperationRow): Promise<void> {
  const { id, state, accountId, operatorId, decidedBy } = row;
  const step = state === 'declined' || state === 'expired' ? state : 'approved';
  const facts = { ...factsOf(row), ...(decidedBy === null ? {} : { by: decidedBy }) };
  const to = decidedBy === operatorId ? [] : [operatorId];
  await raiseNotice(tx, {
    accountId,
    event: 'request_decided',
    cause: approvalCause(id),
    step,
    facts,
    to,
    by: decidedBy,
  });
}

/** The operation's requester, and the managers of its account. */
async function answerable(tx: Transaction, { accountId, operatorId }: OperationRow): Promise<string[]> {
  return [operatorId, ...(await holdersOf(tx, accountId, 'manage'))];
}

/** Those whose end has not been known for a quarter of an hour, each told once. */
export async function notifyUnknown(): Promise<void> {
  const told = db()
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
    .where(and(due, notExists(told)))
    .limit(MOST);
  for (const { id } of rows)
    await db().transaction(async (tx) => {
      // Held, so that an end that comes now is told after this.
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
        to: await answerable(tx, row),
      });
    });
}

/**
 * Tells open pages that an operation, and what its kind touches, changed, and people what they have to know of it. Sent
 * when the transaction commits. `entered`: its state is a new one.
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

type Person = { id: string; name: string };

/** Operators who asked here for the payments of these references; others were asked for elsewhere. */
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
