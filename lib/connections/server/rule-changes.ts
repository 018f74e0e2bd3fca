import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNull, lte, ne, not, notInArray, or, sql } from 'drizzle-orm';
import { APPROVAL_RULES, type ApprovalRule, limitIn } from '#lib/accounts/rules.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { auditOnce } from '#lib/api/steps/audit-once.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { holdersOf } from '#lib/auth/server/holders.ts';
import { LIFTED_TODAY, liftedBy } from '#lib/auth/server/lifts.ts';
import { refuseFormer, stillHolds } from '#lib/auth/server/refuse-former.ts';
import type { RuleChange } from '#lib/connections/contract.ts';
import { heldAccount } from '#lib/connections/server/connections.ts';
import { changeRecord, changeRecords } from '#lib/connections/server/rule-change-records.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { cut } from '#lib/core/text.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { raiseNotice } from '#lib/data/notifications/raise.ts';
import { accounts, ruleChanges } from '#lib/data/schema/accounts.ts';

/**
 * Weaker approval rules wait for another administrator, else for 24 hours; stricter ones hold at once. One whose
 * requester administers no more is dropped.
 */

type Row = typeof ruleChanges.$inferSelect;
type Limits = Partial<Record<ApprovalRule, number | null>>;

/** In the transaction that holds the account. `conflict` with `existing` while another one waits. */
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
    const [existing] = await pendingOf(tx, accountId);
    throw new GuicheError('conflict', 'A weaker rule of this account waits already.', {
      existing: { change: existing?.id },
      fields: [{ field: 'settings', message: 'change_pending' }],
    });
  }
  await note(tx, row, ctx, 'asked');
  return row;
}

/** In the transaction that makes a rule stricter: what was asked for before is off. */
export async function supersede(tx: Transaction, ctx: OperatorCtx, accountId: string): Promise<void> {
  const [row] = await tx
    .update(ruleChanges)
    .set({ state: 'superseded', decidedBy: ctx.operator.id, decidedAt: sql`now()` })
    .where(and(eq(ruleChanges.accountId, accountId), eq(ruleChanges.state, 'pending')))
    .returning();
  if (row !== undefined) await note(tx, row, ctx, 'superseded');
}

/**
 * Another active administrator lets it hold now. `forbidden` for one's own; `conflict` once it no longer waits, or
 * where who asked for it administers no more.
 */
export async function approveChange({ ctx, id }: { ctx: OperatorCtx; id: string }): Promise<RuleChange> {
  const me = ctx.operator.id;
  const approved = await invalidateAfter('accounts', () =>
    db().transaction(async (tx) => {
      const held = await holdAccountOf(tx, id);
      await refuseFormer(tx, me, ADMINISTERS);
      if (await dropForsaken(tx, id)) return null;
      const [decided] = await tx
        .update(ruleChanges)
        .set({ state: 'approved', decidedBy: me, decidedAt: sql`now()` })
        .where(
          and(
            ...[eq(ruleChanges.id, id), eq(ruleChanges.state, 'pending')],
            ...[ne(ruleChanges.requestedBy, me), not(liftedBy(me, ruleChanges.requestedBy))],
          ),
        )
        .returning();
      if (decided === undefined) return null;
      await hold(tx, decided, held.settings as Record<string, string>);
      await note(tx, decided, ctx, 'approved');
      return bound(tx, ctx, decided);
    }),
  );
  return approved ?? refuse(ctx, id, 'approved');
}

/** Ends one that waits: another administrator declines it, or who asked for it takes it back. */
export async function declineChange({ ctx, id }: { ctx: OperatorCtx; id: string }): Promise<RuleChange> {
  const me = ctx.operator.id;
  const declined = await db().transaction(async (tx) => {
    await holdAccountOf(tx, id);
    await refuseFormer(tx, me, ADMINISTERS);
    const mayDecide = sql`(${ruleChanges.requestedBy} = ${me} or ${not(liftedBy(me, ruleChanges.requestedBy))})`;
    const [decided] = await tx
      .update(ruleChanges)
      .set({ state: 'declined', decidedBy: me, decidedAt: sql`now()` })
      .where(and(eq(ruleChanges.id, id), eq(ruleChanges.state, 'pending'), mayDecide))
      .returning();
    if (decided === undefined) return null;
    await note(tx, decided, ctx, 'declined');
    return bound(tx, ctx, decided);
  });
  return declined ?? refuse(ctx, id, 'declined');
}

/**
 * Puts changes in force that nobody decided within their 24 hours, by the database's clock, while their
 * requester still administers; else drops them, before their time too.
 */
export async function holdLapsedChanges(): Promise<void> {
  const due = and(eq(ruleChanges.state, 'pending'), lte(ruleChanges.effectiveAt, sql`now()`));
  const administer = await holdersOf(db(), '*', 'manage');
  const forsaken = and(eq(ruleChanges.state, 'pending'), notInArray(ruleChanges.requestedBy, administer));
  // A change that waits on a removed account ends nowhere, and holds up nobody else's.
  const rows = await db()
    .select({ id: ruleChanges.id })
    .from(ruleChanges)
    .innerJoin(accounts, and(eq(accounts.id, ruleChanges.accountId), isNull(accounts.archivedAt)))
    .where(or(due, forsaken))
    .limit(50);
  for (const { id } of rows)
    await invalidateAfter('accounts', () =>
      db().transaction(async (tx) => {
        const held = await holdAccountOf(tx, id);
        if (await dropForsaken(tx, id)) return;
        const [row] = await tx
          .update(ruleChanges)
          .set({ state: 'lapsed', decidedAt: sql`now()` })
          .where(and(eq(ruleChanges.id, id), due))
          .returning();
        if (row === undefined) return;
        await hold(tx, row, held.settings as Record<string, string>);
        await note(tx, row, null, 'lapsed');
      }),
    );
}

/** Those that wait, of every account, newest first; with what this person may do about each. */
export async function listChanges({ ctx }: { ctx: OperatorCtx }): Promise<{ items: RuleChange[] }> {
  const rows = await db()
    .select({ change: ruleChanges })
    .from(ruleChanges)
    .innerJoin(accounts, and(eq(accounts.id, ruleChanges.accountId), isNull(accounts.archivedAt)))
    .where(eq(ruleChanges.state, 'pending'))
    .orderBy(desc(ruleChanges.requestedAt));
  return {
    items: await changeRecords(
      ctx,
      rows.map(({ change }) => change),
    ),
  };
}

const pendingOf = (tx: Database | Transaction, accountId: string) =>
  tx
    .select()
    .from(ruleChanges)
    .where(and(eq(ruleChanges.accountId, accountId), eq(ruleChanges.state, 'pending')));

/** Changes of an account go one after the other; `not_found` for one that is archived too. */
async function holdAccountOf(tx: Transaction, id: string) {
  const [row] = await tx
    .select({ of: ruleChanges.accountId })
    .from(ruleChanges)
    .where(eq(ruleChanges.id, id));
  return heldAccount(tx, row?.of ?? '');
}

const ADMINISTERS = { account: '*', permission: 'manage' } as const;

/** Drops a change whose requester was disabled or lost the role: nobody administers in their name. */
async function dropForsaken(tx: Transaction, id: string): Promise<boolean> {
  const [asked] = await tx
    .select({ by: ruleChanges.requestedBy })
    .from(ruleChanges)
    .where(eq(ruleChanges.id, id));
  if (asked === undefined || (await stillHolds(tx, asked.by, ADMINISTERS))) return false;
  const [row] = await tx
    .update(ruleChanges)
    .set({ state: 'dropped', decidedAt: sql`now()` })
    .where(and(eq(ruleChanges.id, id), eq(ruleChanges.state, 'pending')))
    .returning();
  if (row !== undefined) await note(tx, row, null, 'dropped');
  return true;
}

/** Only what is still as it was when it was asked for becomes weaker. */
async function hold(tx: Transaction, { accountId, before, after }: Row, now: Record<string, string>) {
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
    after: { change: row.id, ...(row.after as Limits), ...reasonOf(step) },
  };
  const whole = ctx?.auditEntry(entry) ?? { ...entry, operatorId: null, result: 'ok' as const };
  await appendAudit(tx, { ...whole, accountId: row.accountId });
  await tell(tx, row, step);
}

const reasonOf = (step: Step) => (step === 'dropped' ? { reason: 'requester' } : {});

/**
 * Other administrators are asked; how it ended they are told too, as is who asked unless they administer no more:
 * whoever read that it waits has to hear what holds now. Who decided it is told nothing.
 */
async function tell(tx: Transaction, row: Row, step: Step): Promise<void> {
  const { id, accountId, requestedBy, decidedBy } = row;
  const about = { accountId, cause: `rule:${id}` };
  const facts = { id, topic: 'rule', until: row.effectiveAt.toISOString() };
  const administrators = await holdersOf(tx, '*', 'manage');
  if (step === 'asked')
    await raiseNotice(tx, {
      ...about,
      event: 'rule_waiting',
      step: 'waiting',
      facts: { ...facts, by: requestedBy },
      to: administrators.filter((one) => one !== requestedBy),
    });
  else {
    const asker = step === 'dropped' ? [] : [requestedBy];
    await raiseNotice(tx, {
      ...about,
      event: 'request_decided',
      step: `rule_${step}`,
      by: decidedBy,
      facts: { ...facts, by: decidedBy },
      to: [...administrators, ...asker].filter((one) => one !== decidedBy),
    });
  }
}

async function refuse(ctx: OperatorCtx, id: string, step: Step): Promise<never> {
  const [row] = await db().select().from(ruleChanges).where(eq(ruleChanges.id, id));
  if (row === undefined) throw new GuicheError('not_found', 'No such change.');
  if (row.state !== 'pending')
    throw new GuicheError('conflict', 'This change does not wait any more.', {
      existing: { state: row.state },
    });
  await auditOnce(ctx, {
    action: `account.rule-${step}`,
    target: row.accountId,
    after: { change: id },
  });
  const own = row.requestedBy === ctx.operator.id;
  throw new GuicheError('forbidden', own ? 'Nobody approves what they asked for themselves.' : LIFTED_TODAY);
}

/** The answer, which is the repeats' too from here on. */
async function bound(tx: Transaction, ctx: OperatorCtx, row: Row): Promise<RuleChange> {
  const answer = await changeRecord(ctx, row, tx);
  await bindAnswer(tx, ctx.intent, answer);
  return answer;
}
