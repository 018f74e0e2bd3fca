import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray, isNull, lte, ne, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { APPROVAL_RULES, type ApprovalRule, limitIn } from '#lib/accounts/rules.ts';
import { changeAccounts } from '#lib/accounts/server/account.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import { auditOnce } from '#lib/api/steps/authorize.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import {
  holdersOf,
  LIFTED_TODAY,
  liftedBy,
  liftersAmong,
  operatorNames,
  refuseFormer,
  stillHolds,
} from '#lib/auth/server/holders.ts';
import { RuleChange } from '#lib/connections/contract.ts';
import { lockAccount } from '#lib/connections/server/connections.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { cut } from '#lib/core/text.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { raiseNotice } from '#lib/data/notifications/raise.ts';
import { accounts, ruleChanges } from '#lib/data/schema/accounts.ts';
import { policyImpactOf } from '#lib/operations/server/approval.ts';

/**
 * A weaker approval rule waits for another administrator, else for 24 hours; a stricter one applies at once.
 * A pending change is dropped when its requester no longer administers.
 */

type Row = typeof ruleChanges.$inferSelect;
type Reader = Database | Transaction;
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

type Call = { ctx: OperatorCtx; id: string };

/** Applies another administrator's change. `forbidden`: one's own; `conflict`: not pending, or orphaned. */
export function approveChange({ ctx, id }: Call): Promise<RuleChange> {
  const me = ctx.operator.id;
  const others = sql`(${ne(ruleChanges.requestedBy, me)} and ${not(liftedBy(me, ruleChanges.requestedBy))})`;
  return decide(ctx, id, 'approved', others);
}

/** Ends a pending change: another administrator declines it, or the requester withdraws it. */
export function declineChange({ ctx, id }: Call): Promise<RuleChange> {
  const me = ctx.operator.id;
  const mine = sql`(${ruleChanges.requestedBy} = ${me} or ${not(liftedBy(me, ruleChanges.requestedBy))})`;
  return decide(ctx, id, 'declined', mine);
}

async function decide(ctx: OperatorCtx, id: string, state: 'approved' | 'declined', mayDecide: SQL) {
  const me = ctx.operator.id;
  const answer = await changeAccounts(async (tx) => {
    const locked = await lockAccountOf(tx, id);
    await refuseFormer(tx, me, ADMINISTERS);
    if (state === 'approved' && (await dropOrphaned(tx, id))) return null;
    const [decided] = await tx
      .update(ruleChanges)
      .set({ state, decidedBy: me, decidedAt: sql`now()` })
      .where(and(pending(id), mayDecide))
      .returning();
    if (decided === undefined) return null;
    if (state === 'approved') await applyChange(tx, decided, locked.settings as Record<string, string>);
    await note(tx, decided, ctx, state);
    return bindAnswer(tx, ctx.intent, await changeRecord(ctx, decided, tx));
  });
  return answer ?? refuse(ctx, id, state);
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
    await changeAccounts(async (tx) => {
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
    });
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
    accountId: row.accountId,
    target: row.accountId,
    before: row.before,
    after: { change: row.id, ...(row.after as Limits), ...(step === 'dropped' && { reason: 'requester' }) },
  };
  await appendAudit(tx, ctx?.auditEntry(entry) ?? entry);
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

export const changeRecord = async (ctx: OperatorCtx, row: Row, tx: Transaction) =>
  (await changeRecords(ctx, [row], tx))[0] as RuleChange;

/** The changes, masked for the operator, with what the operator may do about each pending one. */
async function changeRecords(ctx: OperatorCtx, rows: readonly Row[], on: Reader = db()) {
  const people = rows.flatMap((row) => [row.requestedBy, ...(row.decidedBy ? [row.decidedBy] : [])]);
  const names = await operatorNames(people, on);
  const person = (id: string) => ({ id, name: names.get(id) ?? '' });
  const me = ctx.operator.id;
  const waiting = rows.filter(({ state }) => state === 'pending');
  const requesters = waiting.map(({ requestedBy }) => requestedBy);
  const lifters = await liftersAmong(on, me, requesters);
  const passing = await impactOf(on, waiting);
  return rows.map((row): RuleChange => {
    const may = row.state === 'pending' && !lifters.has(row.requestedBy);
    return serializeFor(ctx, RuleChange, {
      id: row.id,
      accountId: row.accountId,
      state: row.state as RuleChange['state'],
      before: row.before as RuleChange['before'],
      after: row.after as RuleChange['after'],
      requestedBy: person(row.requestedBy),
      requestedAt: row.requestedAt.toISOString(),
      reason: row.reason,
      from: { address: row.address, agent: row.userAgent },
      passing: passing.get(row.id) ?? null,
      effectiveAt: row.effectiveAt.toISOString(),
      decidedBy: row.decidedBy === null ? null : person(row.decidedBy),
      decidedAt: row.decidedAt?.toISOString() ?? null,
      may: { approve: may && row.requestedBy !== me, decline: may },
    });
  });
}

/** The impact now and with the change applied; a rule that the change does not name stays as it is. */
async function impactOf(on: Reader, rows: readonly Row[]) {
  const found = new Map<string, RuleChange['passing']>();
  if (rows.length === 0) return found;
  const ids = rows.map(({ accountId }) => accountId);
  const accountRows = await on.select().from(accounts).where(inArray(accounts.id, ids));
  for (const row of rows) {
    const settings = accountRows.find(({ id }) => id === row.accountId)?.settings as Record<string, string>;
    const after = row.after as Partial<Record<ApprovalRule, number | null>>;
    const limits = (changed: typeof after) =>
      Object.fromEntries(
        APPROVAL_RULES.map((rule) => [
          rule,
          changed[rule] === undefined ? limitIn(settings, rule) : changed[rule],
        ]),
      ) as Record<ApprovalRule, number | null>;
    found.set(row.id, await policyImpactOf(on, row.accountId, { before: limits({}), after: limits(after) }));
  }
  return found;
}
