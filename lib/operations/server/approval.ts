import 'server-only';
import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import { type ApprovalRule, limitIn } from '#lib/accounts/approval-rules.ts';
import type { Account } from '#lib/accounts/server/account.ts';
import type { Transaction } from '#lib/db/client.ts';
import { ago } from '#lib/db/clock.ts';
import { accounts } from '#lib/db/schema/accounts.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';
import { type AnyKind, approvableKinds, type OperationRow } from '#lib/operations/server/kind.ts';

/** How long an operation waits for its approval. */
const WAITS_MS = 24 * 60 * 60 * 1000;

/** Money that leaves needs a second person above this (cents; the account's setting); null: it never does. */
export const approvalAbove = ({ settings }: Pick<Account, 'settings'>): number | null =>
  limitIn(settings, 'approvalAbove');

type Asked = { amount?: number | undefined; operatorId: string };

/**
 * In the transaction of the intent: by the account's rules as they stand there, which nobody changes until it ends;
 * where the caller's were stricter, by those. An amount that is not known is approved like the largest.
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
  const known = [account.settings, (row?.settings ?? {}) as Record<string, string>];
  const limit = (rule: ApprovalRule) => {
    const limits = known.map((settings) => limitIn(settings, rule)).filter((cents) => cents !== null);
    return limits.length === 0 ? null : Math.min(...limits);
  };
  const [above, daily] = [limit('approvalAbove'), limit('approvalAboveDaily')];
  if (amount === undefined) return above !== null || daily !== null;
  if (above !== null && amount > above) return true;
  return daily !== null && (await askedToday(tx, account.id, operatorId)) + amount > daily;
}

const MIDNIGHT = sql`date_trunc('day', now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo'`;

/**
 * Cents that this person asked to send out since midnight in São Paulo, open and confirmed. Their intents go one after
 * the other until the transaction ends, so that two at once are counted both.
 */
async function askedToday(tx: Transaction, accountId: string, operatorId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`approval ${accountId} ${operatorId}`}))`);
  const [sum] = await tx
    .select({ cents: sql<string>`coalesce(sum(${operations.amount}), 0)` })
    .from(operations)
    .where(
      and(
        eq(operations.accountId, accountId),
        eq(operations.operatorId, operatorId),
        inArray(operations.kind, approvableKinds()),
        inArray(operations.state, [...OPEN_STATES, 'confirmed']),
        gte(operations.createdAt, MIDNIGHT),
      ),
    );
  return Number(sum?.cents ?? 0);
}

export const approvalEnds = ({ createdAt }: Pick<OperationRow, 'createdAt'>) =>
  new Date(createdAt.getTime() + WAITS_MS);

/** What was begun before this waited too long. */
export const approvableSince = ago(WAITS_MS);
