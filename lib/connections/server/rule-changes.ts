import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNull, lte, ne, not, notInArray, or, sql } from 'drizzle-orm';
import { APPROVAL_RULES, type ApprovalRule, limitIn } from '#lib/accounts/rules.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { auditOnce } from '#lib/api/steps/authorize.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { holdersOf, LIFTED_TODAY, liftedBy, refuseFormer, stillHolds } from '#lib/auth/server/holders.ts';
import type { RuleChange } from '#lib/connections/contract.ts';
import { accountKeys } from '#lib/connections/queries.ts';
import { listConnections, lockAccount } from '#lib/connections/server/connections.ts';
import { changeRecord, changeRecords } from '#lib/connections/server/rule-change-records.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { cut } from '#lib/core/text.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { raiseNotice } from '#lib/data/notifications/raise.ts';
import { accounts, ruleChanges } from '#lib/data/schema/accounts.ts';

/**
 * A weaker approval rule waits for another administrator, else for 24 hours; a stricter one applies at once.
 * A pending change is dropped when its requester no longer administers.
 */

type Row = typeof ruleChanges.$inferSelect;
type Limits = Partial<Record<ApprovalRule, number | null>>;

/** Requests a weaker rule, with the account locked. `conflict` with `existing` while one is pending. */
export async function requestPolicyRelaxation(
  tx: Transaction,
  ctx: OperatorCtx,
  accountId: string,
  { before, after, reason }: { before: Limits; after: Limits; reason: string },
): Promise<Row> {
  const { address, userAgent } = ctx.request;
  const [row] = await tx
    .insert(ruleChanges)
    .values({
      id: randomUUID(),
      accountId,
      before,
      after,
      state: 'pending',
      requestedBy: ctx.operator.id,
      reason,
      address,
      userAgent: userAgent === null ? null : cut(userAgent, 300),
      requestedAt: sql`now()`,
      effectiveAt: sql`now() + interval '24 hours'`,
    })
    .onConflictDoNothing()
    .returning();
  if (row === undefined) {
    const mine = and(eq(ruleChanges.accountId, accountId), eq(ruleChanges.state, 'pending'));
    const [existing] = await tx.select().from(ruleChanges).where(mine);
    throw new GuicheError('conflict', 'A weaker rule of this account waits already.', {
      existing: { change: existing?.id },
      fields: [{ field: 'settings', message: 'change_pending' }],
    });
  }
  await note(tx, row, ctx, 'asked');
  return row;
}

/** Ends the pending change, in the transaction that makes a rule stricter. */
export async function supersede(tx: Transaction, ctx: OperatorCtx, accountId: string): Promise<void> {
  const [row] = await tx
    .update(ruleChanges)
    .set({ state: 'superseded', decidedBy: ctx.operator.id, decidedAt: sql`now()` })
    .where(and(eq(ruleChanges.accountId, accountId), eq(ruleChanges.state, 'pending')))
    .returning();
  if (row !== undefined) await note(tx, row, ctx, 'superseded');
}

/** Applies another administrator's change. `forbidden`: one's own; `conflict`: not pending, or orphaned. */
export async function approveChange({ ctx, id }: { ctx: OperatorCtx; id: string }): Promise<RuleChange> {
  const me = ctx.operator.id;
  const approved = await invalidateAfter('accounts', () =>
    db().transaction(async (tx) => {
      const locked = await lockAccountOf(tx, id);
      await refuseFormer(tx, me, ADMINISTERS);
      if (await dropOrphaned(tx, id)) return null;
      const [decided] = await tx
        .update(ruleChanges)
        .set({ state: 'approved', decidedBy: me, decidedAt: sql`now()` })
        .where(and(pending(id), ne(ruleChanges.requestedBy, me), not(liftedBy(me, ruleChanges.requestedBy))))
        .returning();
      if (decided === undefined) return null;
      await applyChange(tx, decided, locked.settings as Record<string, string>);
      await note(tx, decided, ctx, 'approved');
      return bindRecord(tx, ctx, decided);
    }),
  );
  return approved ?? refuse(ctx, id, 'approved');
}

/** Ends a pending change: another administrator declines it, or the requester withdraws it. */
export async function declineChange({ ctx, id }: { ctx: OperatorCtx; id: string }): Promise<RuleChange> {
  const me = ctx.operator.id;
  const declined = await db().transaction(async (tx) => {
    await lockAccountOf(tx, id);
    await refuseFormer(tx, me, ADMINISTERS);
    const mayDecide = sql`(${ruleChanges.requestedBy} = ${me} or ${not(liftedBy(me, ruleChanges.requestedBy))})`;
    const [decided] = await tx
      .update(ruleChanges)
      .set({ state: 'declined', decidedBy: me, decidedAt: sql`now()` })
      .where(and(pending(id), mayDecide))
      .returning();
    if (decided === undefined) return null;
    await note(tx, decided, ctx, 'declined');
    return bindRecord(tx, ctx, decided);
  });
  return declined ?? refuse(ctx, id, 'declined');
}

/**
 * Applies undecided changes after 24 hours, by the database's clock, if their requester still administers.
 * Otherwise drops them, even before that.
 */
export async function applyLapsedChanges(): Promise<void> {
  const due = and(eq(ruleChanges.state, 'pending'), lte(ruleChanges.effectiveAt, sql`now()`));
  const administer = await holdersOf(db(), '*', 'manage');
  const orphaned = and(eq(ruleChanges.state, 'pending'), notInArray(ruleChanges.requestedBy, administer));
  // Changes of archived accounts are left out, so that they do not block the others.
  const rows = await db()
    .select({ id: ruleChanges.id })
    .from(ruleChanges)
    .innerJoin(accounts, and(eq(accounts.id, ruleChanges.accountId), isNull(accounts.archivedAt)))
    .where(or(due, orphaned))
    .limit(50);
  for (const { id } of rows)
    await invalidateAfter('accounts', () =>
      db().transaction(async (tx) => {
        const locked = await lockAccountOf(tx, id);
        if (await dropOrphaned(tx, id)) return;
        const [row] = await tx
          .update(ruleChanges)
          .set({ state: 'lapsed', decidedAt: sql`now()` })
          .where(and(eq(ruleChanges.id, id), due))
          .returning();
        if (row === undefined) return;
        await applyChange(tx, row, locked.settings as Record<string, string>);
        await note(tx, row, null, 'lapsed');
      }),
    );
}

/** The pending changes of every account, newest first, with what the operator may do about each. */
export async function listChanges({ ctx }: { ctx: OperatorCtx }): Promise<{ items: RuleChange[] }> {
  const rows = await db()
    .select({ change: ruleChanges })
    .from(ruleChanges)
    .innerJoin(accounts, and(eq(accounts.id, ruleChanges.accountId), isNull(accounts.archivedAt)))
    .where(eq(ruleChanges.state, 'pending'))
    .orderBy(desc(ruleChanges.requestedAt));
  const changes = rows.map(({ change }) => change);
  return { items: await changeRecords(ctx, changes) };
}

const pending = (id: string) => and(eq(ruleChanges.id, id), eq(ruleChanges.state, 'pending'));

/** Locks the change's account, so that its changes run one by one. `not_found` also when archived. */
async function lockAccountOf(tx: Transaction, id: string) {
  const [row] = await tx.select().from(ruleChanges).where(eq(ruleChanges.id, id));
  return lockAccount(tx, row?.accountId ?? '');
}

const ADMINISTERS = { account: '*', permission: 'manage' } as const;

/** Drops a change whose requester was disabled or lost the role. */
async function dropOrphaned(tx: Transaction, id: string): Promise<boolean> {
  const [change] = await tx.select().from(ruleChanges).where(eq(ruleChanges.id, id));
  if (change === undefined || (await stillHolds(tx, change.requestedBy, ADMINISTERS))) return false;
  const [row] = await tx
    .update(ruleChanges)
    .set({ state: 'dropped', decidedAt: sql`now()` })
    .where(pending(id))
    .returning();
  if (row !== undefined) await note(tx, row, null, 'dropped');
  return true;
}

/** Weakens only the rules that still have the value they had at the request. */
async function applyChange(tx: Transaction, { accountId, before, after }: Row, now: Record<string, string>) {
  const next = { ...now };
  for (const rule of APPROVAL_RULES) {
    const limit = (after as Limits)[rule];
    if (limit === undefined || limitIn(now, rule) !== (before as Limits)[rule]) continue;
    if (limit === null) delete next[rule];
    else next[rule] = String(limit);
  }
  await tx.update(accounts).set({ settings: next }).where(eq(accounts.id, accountId));
}

type Step = 'asked' | 'approved' | 'declined' | 'lapsed' | 'superseded' | 'dropped';

async function note(tx: Transaction, row: Row, ctx: OperatorCtx | null, step: Step): Promise<void> {
  const entry = {
    action: `account.rule-${step}` as const,
    target: row.accountId,
    before: row.before,
    after: { change: row.id, ...(row.after as Limits), ...(step === 'dropped' && { reason: 'requester' }) },
  };
  const whole = ctx?.auditEntry(entry) ?? { ...entry, operatorId: null, result: 'ok' as const };
  await appendAudit(tx, { ...whole, accountId: row.accountId });
  await notifyPeople(tx, row, step);
}

/** Notifies administrators, and of an outcome the requester (unless dropped); not whoever caused it. */
async function notifyPeople(tx: Transaction, row: Row, step: Step): Promise<void> {
  const { id, accountId, requestedBy, decidedBy } = row;
  const administrators = await holdersOf(tx, '*', 'manage');
  const begins = step === 'asked';
  const by = begins ? requestedBy : decidedBy;
  const requester = begins || step === 'dropped' ? [] : [requestedBy];
  await raiseNotice(tx, {
    event: begins ? 'rule_waiting' : 'request_decided',
    step: begins ? 'waiting' : `rule_${step}`,
    ...(!begins && { by }),
    accountId,
    cause: `rule:${id}`,
    facts: { id, topic: 'rule', until: row.effectiveAt.toISOString(), by },
    to: [...administrators, ...requester].filter((one) => one !== by),
  });
}

async function refuse(ctx: OperatorCtx, id: string, step: Step): Promise<never> {
  const [row] = await db().select().from(ruleChanges).where(eq(ruleChanges.id, id));
  if (row === undefined) throw new GuicheError('not_found', 'No such change.');
  if (row.state !== 'pending')
    throw new GuicheError('conflict', 'This change does not wait any more.', {
      existing: { state: row.state },
    });
  await auditOnce(ctx, { action: `account.rule-${step}`, target: row.accountId, after: { change: id } });
  const own = row.requestedBy === ctx.operator.id;
  throw new GuicheError('forbidden', own ? 'Nobody approves what they asked for themselves.' : LIFTED_TODAY);
}

/** Stores the answer for repeats of the call. */
async function bindRecord(tx: Transaction, ctx: OperatorCtx, row: Row): Promise<RuleChange> {
  const answer = await changeRecord(ctx, row, tx);
  await bindAnswer(tx, ctx.intent, answer);
  return answer;
}

/** Reads the accounts and the pending rule changes for the page's first paint. */
export const prefetchConnections = ({ ctx }: { ctx: OperatorCtx }) =>
  dehydrateQueries(ctx, ({ one }) => [
    one(accountKeys.list(), listConnections),
    one(accountKeys.changes(), () => listChanges({ ctx })),
  ]);
