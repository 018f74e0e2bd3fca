import 'server-only';
import { and, desc, eq, gt, gte, inArray, ne, not, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { APPROVAL_RULES, type ApprovalRule, limitIn } from '#lib/accounts/rules.ts';
import type { Account } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import type { AuditAction } from '#lib/audit-log/actions.ts';
import { liftedBy } from '#lib/auth/server/lifts.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { ago, dbNow } from '#lib/data/clock.ts';
import { lockNamed } from '#lib/data/named-lock.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operations } from '#lib/data/schema/operations.ts';
import type { ApprovalRules } from '#lib/operations/contract.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';
import { type AnyKind, approvableKinds, type OperationRow } from '#lib/operations/server/kind.ts';
import { holding } from '#lib/operations/server/look-up-reference.ts';

/** How long an operation waits for its approval. */
const WAITS_MS = 24 * 60 * 60 * 1000;

const ENTERED: AuditAction[] = ['account.add', 'account.credential'];

/**
 * Tells if this person entered the account, or another credential of it, within the 24 h before a moment (now): the same
 * money may have been within reach under another slug, whose sums do not count here (decision 03). The audit log says so,
 * which nobody takes back.
 */
export async function enteredAccount(
  on: Database | Transaction,
  { accountId, operatorId }: { accountId: string; operatorId: string },
  moment?: Date,
): Promise<boolean> {
  const until: SQL = moment === undefined ? dbNow : sql`${moment.toISOString()}::timestamptz`;
  const [entry] = await on
    .select({ seq: auditLog.seq })
    .from(auditLog)
    .where(
      and(
        ...[eq(auditLog.target, accountId), inArray(auditLog.action, ENTERED)],
        ...[eq(auditLog.operatorId, operatorId), eq(auditLog.result, 'ok')],
        sql`${auditLog.at} between ${until} - interval '24 hours' and ${until}`,
      ),
    )
    .limit(1);
  return entry !== undefined;
}

/**
 * The rules as forms tell them beforehand, in cents: nothing of what anybody else asked for. What holds is counted again
 * in the intent's transaction.
 */
export async function approvalRules(
  { account, operator }: Pick<Ctx, 'account' | 'operator'>,
  on: Database | Transaction = db(),
): Promise<ApprovalRules> {
  const { approvalAbove, approvalAboveDaily } = strictest([account.settings]);
  const asker = { accountId: account.id, operatorId: operator.id };
  const ruled = approvalAbove !== null || approvalAboveDaily !== null;
  return {
    approvalAbove,
    approvalAboveDaily,
    requestedToday: approvalAboveDaily === null ? null : await requestedToday(on, account.id, operator.id),
    entered: ruled && (await enteredAccount(on, asker)),
  };
}

type Limits = Record<ApprovalRule, number | null>;

/** Each limit as the strictest of these settings has it; null where none of them has one. */
function strictest(known: readonly Record<string, string>[]): Limits {
  const limits = APPROVAL_RULES.map((rule): [ApprovalRule, number | null] => {
    const cents = known.map((settings) => limitIn(settings, rule)).filter((one) => one !== null);
    return [rule, cents.length === 0 ? null : Math.min(...cents)];
  });
  return Object.fromEntries(limits) as Limits;
}

type Asked = { amount?: number | undefined; operatorId: string };

/**
 * In the transaction of the intent: by the account's rules as they stand there, which nobody changes until it ends;
 * where the caller's were stricter, by those. An amount that is not known is approved like the largest, and any amount on
 * an account that this person entered today.
 */
export async function needsApproval(
  tx: Transaction,
  account: Pick<Account, 'id' | 'settings'>,
  { approvable }: Pick<AnyKind, 'approvable'>,
  { amount, operatorId }: Asked,
): Promise<boolean> {
  if (approvable !== true) return false;
  const [row] = await tx
    .select({ settings: accounts.settings })
    .from(accounts)
    .where(eq(accounts.id, account.id))
    .for('share');
  const held = (row?.settings ?? {}) as Record<string, string>;
  const { approvalAbove: above, approvalAboveDaily: daily } = strictest([account.settings, held]);
  if (above === null && daily === null) return false;
  if (amount === undefined || (above !== null && amount > above)) return true;
  if (await enteredAccount(tx, { accountId: account.id, operatorId })) return true;
  return daily !== null && (await countedToday(tx, account.id, operatorId)) + amount > daily;
}

const MIDNIGHT = sql`date_trunc('day', now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo'`;

type Reader = Database | Transaction;

/** Counted for good: this person's intents go one after the other until the transaction ends, so that both of two count. */
async function countedToday(tx: Transaction, accountId: string, operatorId: string): Promise<number> {
  await lockNamed(tx, `approval ${accountId} ${operatorId}`);
  return requestedToday(tx, accountId, operatorId);
}

/** Cents that this person asked to send out since midnight in São Paulo, open and confirmed. */
async function requestedToday(tx: Reader, accountId: string, operatorId: string): Promise<number> {
  const [sum] = await tx
    .select({ cents: sql<string>`coalesce(sum(${operations.amount}), 0)` })
    .from(operations)
    .where(and(countsToday(tx, accountId), eq(operations.operatorId, operatorId)));
  return Number(sum?.cents ?? 0);
}

/** Operations that the daily rule counts: asked for since midnight in São Paulo, open and confirmed. */
const countsToday = (tx: Reader, accountId: string) =>
  and(
    inArray(operations.accountId, sameAccount(tx, accountId)),
    inArray(operations.kind, approvableKinds()),
    inArray(operations.state, [...OPEN_STATES, 'confirmed']),
    gte(operations.createdAt, MIDNIGHT),
  );

export type RequestedByPerson = { operatorId: string; confirmed: number; open: number };

/** The same for everybody who asked today, in cents, whoever asked for most first. */
export async function requestedTodayByPerson(accountId: string): Promise<RequestedByPerson[]> {
  const cents = sql<string>`coalesce(sum(${operations.amount}), 0)`;
  const confirmed = sql<string>`coalesce(sum(${operations.amount}) filter (where ${operations.state} = 'confirmed'), 0)`;
  const rows = await db()
    .select({ operatorId: operations.operatorId, cents, confirmed })
    .from(operations)
    .where(countsToday(db(), accountId))
    .groupBy(operations.operatorId)
    .orderBy(desc(cents), operations.operatorId);
  return rows.map((row) => {
    const done = Number(row.confirmed);
    return { operatorId: row.operatorId, confirmed: done, open: Number(row.cents) - done };
  });
}

/** The account under its slug, however often it was taken away and entered again. */
export const sameAccount = (tx: Reader, accountId: string) => {
  const [one, all] = [alias(accounts, 'one'), alias(accounts, 'all')];
  return tx
    .select({ id: all.id })
    .from(all)
    .innerJoin(one, and(eq(one.slug, all.slug), eq(one.kind, all.kind)))
    .where(eq(one.id, accountId));
};

export const approvalEnds = ({ createdAt }: Pick<OperationRow, 'createdAt'>) =>
  new Date(createdAt.getTime() + WAITS_MS);

/** Operations begun before this time waited too long. */
export const approvableSince = ago(WAITS_MS);

/** Those that this person may let go now, as far as the rows say it; the permission is asked elsewhere. */
export const awaiting = (person: string): SQL | undefined =>
  and(
    eq(operations.state, 'awaiting_approval'),
    ne(operations.operatorId, person),
    not(liftedBy(person, operations.operatorId)),
    gt(operations.createdAt, approvableSince),
  );

const FIELD = [{ field: 'clientReference', message: 'taken' }];

/**
 * One reference, one payment, whatever its kind: `already_done` with `operationId` and `existing` where an operation of
 * this account with it was confirmed, `conflict` with `operationId` while one is open. In the transaction that writes
 * the intent, after its row (`id`): of two at once the second sees what the first wrote.
 */
export async function refuseTaken(
  tx: Transaction,
  { id, accountId, clientReference }: Pick<OperationRow, 'id' | 'accountId' | 'clientReference'>,
): Promise<void> {
  if (clientReference === null) return;
  await lockNamed(tx, clientReference);
  const [other] = await tx
    .select({ id: operations.id, state: operations.state, result: operations.result })
    .from(operations)
    .where(holding(accountId, clientReference, id))
    // A confirmed one says more than an open one.
    .orderBy(sql`(${operations.state} = 'confirmed') desc`, desc(operations.createdAt))
    .limit(1);
  if (other === undefined) return;
  if (other.state === 'confirmed')
    throw new GuicheError('already_done', 'A payment with this reference was made here already.', {
      operationId: other.id,
      ...(other.result === null ? {} : { existing: other.result }),
      fields: FIELD,
    });
  throw new GuicheError('conflict', 'A payment with this reference is under way.', {
    operationId: other.id,
    fields: FIELD,
  });
}
