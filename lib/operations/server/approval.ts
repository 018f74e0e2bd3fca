import 'server-only';
import { and, desc, eq, gt, gte, inArray, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type ApprovalRule, limitIn } from '#lib/accounts/rules.ts';
import type { Account } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import type { AuditAction } from '#lib/audit-log/actions.ts';
import { liftedBy } from '#lib/auth/server/holders.ts';
import { type Database, db, lockNamed, type Transaction } from '#lib/data/client.ts';
import { ago, dbNow } from '#lib/data/clock.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operations } from '#lib/data/schema/operations.ts';
import type { ApprovalRules } from '#lib/operations/contract.ts';
import { ALIVE_STATES } from '#lib/operations/rules.ts';
import { approvableKinds, type OperationRow } from '#lib/operations/server/kind.ts';

/** How long an operation waits for its approval. */
const WAITS_MS = 24 * 60 * 60 * 1000;

const ENTERED: AuditAction[] = ['account.add', 'account.credential'];

/**
 * Whether this person added the account or a credential of it in the 24 h before `moment` (default: now). The
 * money may have been reachable under another slug, whose sums are not counted (decision 03). Reads the
 * append-only audit log.
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
        eq(auditLog.target, accountId),
        inArray(auditLog.action, ENTERED),
        eq(auditLog.operatorId, operatorId),
        eq(auditLog.result, 'ok'),
        sql`${auditLog.at} between ${until} - interval '24 hours' and ${until}`,
      ),
    )
    .limit(1);
  return entry !== undefined;
}

/** Rules that forms show before a request (cents), with own sums. `needsApproval` decides again. */
export async function approvalRules(
  { account, operator }: Pick<Ctx, 'account' | 'operator'>,
  on: Database | Transaction = db(),
): Promise<ApprovalRules> {
  const { approvalAbove, approvalAboveDaily } = strictest([account.settings]);
  const requester = { accountId: account.id, operatorId: operator.id };
  const ruled = approvalAbove !== null || approvalAboveDaily !== null;
  return {
    approvalAbove,
    approvalAboveDaily,
    requestedToday: approvalAboveDaily === null ? null : await requestedToday(on, account.id, operator.id),
    entered: ruled && (await enteredAccount(on, requester)),
  };
}

export type Limits = Record<ApprovalRule, number | null>;

/** Takes the lowest value of each limit. Null: none of these settings has it. */
function strictest(sources: readonly Record<string, string>[]): Limits {
  const lowest = (rule: ApprovalRule) => {
    const cents = sources.map((settings) => limitIn(settings, rule)).filter((one) => one !== null);
    return cents.length === 0 ? null : Math.min(...cents);
  };
  return { approvalAbove: lowest('approvalAbove'), approvalAboveDaily: lowest('approvalAboveDaily') };
}

/**
 * Decides in the intent's transaction, with the account's row locked: the stricter of its rules and the
 * caller's. An unknown amount needs approval like the largest, as does any amount on an account this person
 * added within 24 h.
 */
export async function needsApproval(
  tx: Transaction,
  account: Pick<Account, 'id' | 'settings'>,
  { amount, operatorId }: { amount?: number | undefined; operatorId: string },
): Promise<boolean> {
  const [row] = await tx
    .select({ settings: accounts.settings })
    .from(accounts)
    .where(eq(accounts.id, account.id))
    .for('share');
  const stored = (row?.settings ?? {}) as Record<string, string>;
  const { approvalAbove: above, approvalAboveDaily: daily } = strictest([account.settings, stored]);
  if (above === null && daily === null) return false;
  if (amount === undefined || (above !== null && amount > above)) return true;
  if (await enteredAccount(tx, { accountId: account.id, operatorId })) return true;
  if (daily === null) return false;
  // Locks this person's intents until the transaction ends, so that two at once both count.
  await lockNamed(tx, `approval ${account.id} ${operatorId}`);
  return (await requestedToday(tx, account.id, operatorId)) + amount > daily;
}

const MIDNIGHT = sql`date_trunc('day', now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo'`;

type Reader = Database | Transaction;

/** Cents this person requested to send out since midnight in São Paulo, open and confirmed. */
async function requestedToday(tx: Reader, accountId: string, operatorId: string): Promise<number> {
  const [sum] = await tx
    .select({ cents: sql<string>`coalesce(sum(${operations.amount}), 0)` })
    .from(operations)
    .where(and(countsToday(tx, accountId), eq(operations.operatorId, operatorId)));
  return Number(sum?.cents ?? 0);
}

/** Operations that count towards the daily limit. */
const countsToday = (tx: Reader, accountId: string) =>
  and(
    inArray(operations.accountId, sameAccount(tx, accountId)),
    inArray(operations.kind, approvableKinds()),
    inArray(operations.state, ALIVE_STATES),
    gte(operations.createdAt, MIDNIGHT),
  );

/** Cents requested today by each person, the largest sum first. */
export async function requestedTodayByPerson(accountId: string) {
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

/** Ids of all accounts with the same slug and kind: an account gets a new id each time it is added again. */
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

/** Operations created before this time waited too long. */
export const approvableSince = ago(WAITS_MS);

/** Operations this person may approve now, judged by the rows alone. The caller checks the permission. */
export const awaiting = (person: string): SQL | undefined =>
  and(
    eq(operations.state, 'awaiting_approval'),
    ne(operations.operatorId, person),
    not(liftedBy(person, operations.operatorId)),
    gt(operations.createdAt, approvableSince),
  );

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
