import 'server-only';
import { and, eq, inArray, lte, not, or, type SQL, sql } from 'drizzle-orm';
import { requireConfigured } from '#lib/accounts/server/account.ts';
import type { Ctx, Reply } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { auditOnce } from '#lib/api/steps/authorize.ts';
import { bindAnswer, bindOperation } from '#lib/api/steps/idempotency.ts';
import { isLiftedBy, LIFTED_TODAY, liftedBy, refuseFormer } from '#lib/auth/server/holders.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { thisInstance } from '#lib/data/jobs/instance.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { type Operation, OperationDetail } from '#lib/operations/contract.ts';
import { ALIVE_STATES } from '#lib/operations/rules.ts';
import { approvableSince, awaiting, type Limits, sameAccount } from '#lib/operations/server/approval.ts';
import { notWaiting, operationRow } from '#lib/operations/server/get-operation.ts';
import {
  type AnyKind,
  approvableKinds,
  type OperationRow,
  operationKind,
} from '#lib/operations/server/kind.ts';
import { lookUpAndSend, mayHaveBeenSentSinceBackup, settleRestored } from '#lib/operations/server/look-up.ts';
import { announceOperation } from '#lib/operations/server/notify-operation.ts';
import { answered } from '#lib/operations/server/perform.ts';
import { operationRecords } from '#lib/operations/server/record.ts';
import { openRequest } from '#lib/operations/server/send.ts';
import { settle } from '#lib/operations/server/settle.ts';

/**
 * Approves another operator's operation and sends it; a restored one is looked up first. The requester can
 * never approve, whatever their roles (the update checks it too). `forbidden` for one's own, `conflict` once
 * it no longer waits.
 */
export async function approveOperation({ ctx, id }: { ctx: Ctx; id: string }): Promise<Reply> {
  requireConfigured(ctx.account);
  const row = await operationRow(ctx, id);
  const kind = kindOf(row);
  if (row.operatorId === ctx.operator.id) {
    await auditOnce(ctx, { action: `${row.kind}.approved`, target: row.target, after: { operation: id } });
    throw new GuicheError('forbidden', 'Nobody approves what they asked for themselves.', {
      operationId: id,
    });
  }
  const approved = await db().transaction(async (tx) => {
    await refuseFormer(tx, ctx.operator.id, { account: ctx.account.id, permission: 'approve' });
    const [after] = await tx
      .update(operations)
      .set({
        state: 'requested',
        decidedBy: ctx.operator.id,
        decidedAt: dbNow,
        // This process sends it from now on.
        instance: thisInstance().id,
      })
      .where(and(eq(operations.id, id), awaiting(ctx.operator.id)))
      .returning();
    if (after === undefined) return null;
    if (ctx.intent !== undefined) await bindOperation(tx, ctx.intent, id);
    const note = { action: `${row.kind}.approved` as const, target: row.target, after: { operation: id } };
    await appendAudit(tx, ctx.auditEntry(note));
    await announceOperation(tx, after, kind);
    return after;
  });
  if (approved === null) throw (await liftedToday(ctx, row)) ?? notWaiting(await operationRow(ctx, id));
  return answered(ctx, kind, await lookUpAndSend(kind, approved, ctx.port));
}

/** Another operator declines, or its requester withdraws. Sent before a restore: settled, `conflict`. */
export async function declineOperation({ ctx, id, body }: Args<'POST /operations/{id}/decline'>) {
  const row = await operationRow(ctx, id);
  const kind = kindOf(row);
  const person = ctx.operator.id;
  if (row.state === 'awaiting_approval' && mayHaveBeenSentSinceBackup(row)) {
    requireConfigured(ctx.account);
    if ((await settleRestored(kind, row, ctx.port)) !== null) throw notWaiting(await operationRow(ctx, id));
  }
  const declined = await db().transaction(async (tx) => {
    await refuseFormer(tx, person, { account: ctx.account.id, permission: 'approve' });
    const [after] = await tx
      .update(operations)
      .set({
        state: 'declined',
        decidedBy: person,
        decidedAt: dbNow,
        settledAt: dbNow,
        declineReason: body.reason ?? null,
      })
      .where(
        and(
          eq(operations.id, id),
          eq(operations.state, 'awaiting_approval'),
          or(eq(operations.operatorId, person), not(liftedBy(person, operations.operatorId))),
        ),
      )
      .returning();
    if (after === undefined) return null;
    const note = { action: `${row.kind}.declined` as const, target: row.target, after: { operation: id } };
    await appendAudit(tx, ctx.auditEntry(note));
    await announceOperation(tx, after, kind);
    // A waiting operation was never sent, so it has no attempts.
    const [operation] = await operationRecords(ctx, [after], tx);
    const answer = serializeFor(ctx, OperationDetail, { operation: operation as Operation, attempts: [] });
    await bindAnswer(tx, ctx.intent, answer);
    return answer;
  });
  if (declined === null)
    throw (await liftedToday(ctx, row, 'declined')) ?? notWaiting(await operationRow(ctx, id));
  return declined;
}

/** Error if this person and the requester granted one the other access within 24 h. Null: they did not. */
async function liftedToday(
  ctx: Ctx,
  { id, kind, target, operatorId }: OperationRow,
  decision: 'approved' | 'declined' = 'approved',
) {
  if (!(await isLiftedBy(db(), ctx.operator.id, operatorId))) return null;
  await auditOnce(ctx, { action: `${kind}.${decision}`, target, after: { operation: id } });
  return new GuicheError('forbidden', LIFTED_TODAY, { operationId: id });
}

function kindOf(row: OperationRow): AnyKind {
  const kind = operationKind(row.kind);
  if (kind === null) throw new GuicheError('not_supported', 'This kind of operation is not known here.');
  return kind;
}

/** Expires what nobody approved within 24 hours. A restored one may have been sent: `unknown`. */
export async function expireApprovals(): Promise<void> {
  const late = and(eq(operations.state, 'awaiting_approval'), lte(operations.createdAt, approvableSince));
  const due = await db().select().from(operations).where(late).limit(200);
  for (const row of due.filter(({ restoredAt }) => restoredAt !== null)) {
    const kind = operationKind(row.kind);
    if (kind !== null)
      await settle(kind, row, openRequest(row), { state: 'unknown', error: null }, 'left behind');
  }
  for (const { id } of due.filter(({ restoredAt }) => restoredAt === null))
    await db().transaction(async (tx) => {
      const [row] = await tx
        .update(operations)
        .set({ state: 'expired', settledAt: dbNow })
        .where(and(eq(operations.id, id), late))
        .returning();
      if (row === undefined) return;
      await appendAudit(tx, {
        operatorId: null,
        accountId: row.accountId,
        action: `${row.kind}.expired`,
        target: row.target,
        result: 'ok',
        after: { operation: id },
      });
      await announceOperation(tx, row, operationKind(row.kind) ?? { touches: [] });
    });
}

/** `sum`: cents. `all`: number of operations the limits apply to. */
type PolicyImpact = { count: number; sum: number; all: number };

const DAY = sql`date_trunc('day', created_at at time zone 'America/Sao_Paulo')`;

/**
 * Counts the account's operations of the last 30 days that need a second person under the limits `before` but
 * not under `after`. Daily sums run per person and São Paulo day in the order of the requests.
 */
export async function policyImpactOf(
  on: Database | Transaction,
  accountId: string,
  { before, after }: { before: Limits; after: Limits },
): Promise<PolicyImpact> {
  const freed = sql`${needsSecondPerson(before)} and not ${needsSecondPerson(after)}`;
  // Reads one day more than it counts, so that the first day's sums begin at its midnight.
  const requested = sql`select amount, coalesce(sum(amount) filter (where ${inArray(operations.state, ALIVE_STATES)})
      over (partition by operator_id, ${DAY} order by created_at, id
        rows between unbounded preceding and 1 preceding), 0) + amount as day, created_at
    from ${operations}
    where account_id in ${sameAccount(on, accountId)} and ${inArray(operations.kind, approvableKinds())}
      and created_at >= now() - interval '31 days'`;
  const { rows } = (await on.execute(sql`select count(*) filter (where ${freed}) as count,
      coalesce(sum(amount) filter (where ${freed}), 0) as sum, count(*) as "all"
    from (${requested}) requested where created_at >= now() - interval '30 days'`)) as unknown as {
    rows: Record<keyof PolicyImpact, string>[];
  };
  const [row] = rows;
  return { count: Number(row?.count), sum: Number(row?.sum), all: Number(row?.all) };
}

/** Condition: these limits require a second person. As `needsApproval`, without its rule on new accounts. */
function needsSecondPerson({ approvalAbove: above, approvalAboveDaily: daily }: Limits): SQL {
  if (above === null && daily === null) return sql`false`;
  const over = or(
    above === null ? undefined : sql`amount > ${above}`,
    daily === null ? undefined : sql`day > ${daily}`,
  );
  return sql`(amount is null or ${over})`;
}
