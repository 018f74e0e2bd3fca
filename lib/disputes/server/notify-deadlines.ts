import 'server-only';
import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { type Account, listAccounts } from '#lib/accounts/server/account.ts';
import { holdersOf } from '#lib/auth/server/holders.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { raiseNotice } from '#lib/data/notifications/raise.ts';
import { disputeIndexes, disputes, disputeWork } from '#lib/data/schema/disputes.ts';
import { limitsOf } from '#lib/disputes/server/disputes-of.ts';
import { WORK_OF } from '#lib/disputes/server/queue-rows.ts';
import { portFor } from '#lib/providers/registry.ts';

const HOUR_MS = 3_600_000;
/** Hours before a deadline at which Guichê notifies operators. */
const STEPS = [1, 6, 24, 48] as const;
const MOST = 500;

/** Notifies of open disputes near their deadline, once per step. Creates missing indexes. */
export async function notifyDeadlines(signal: AbortSignal): Promise<void> {
  for (const account of await listAccounts()) {
    if (signal.aborted) return;
    if (portFor(account).disputes === undefined) continue;
    await db()
      .insert(disputeIndexes)
      .values({ accountId: account.id, nextAt: sql`now()` })
      .onConflictDoNothing();
    await notifyDeadlinesOf(account);
  }
}

/** Uses the database's clock. */
export async function notifyDeadlinesOf(account: Account): Promise<void> {
  const now = databaseNow();
  for (const { id, amount, due, assigneeId } of await running(account, now)) {
    const hours = STEPS.find((step) => due.getTime() - now <= step * HOUR_MS);
    if (hours === undefined) continue;
    const event = hours <= 6 ? 'deadline_near' : 'deadline_far';
    await db().transaction(async (tx) => {
      const defending = await holdersOf(tx, account.id, 'dispute');
      // Near the deadline, only the assignee is notified, if there is one.
      const own = event === 'deadline_near' ? defending.filter((one) => one === assigneeId) : [];
      const deadline = due.toISOString();
      await raiseNotice(tx, {
        event,
        cause: `deadline:${account.id}:${id}:${deadline}`,
        step: String(hours),
        // A snapshot of now: it still shows after a later step folds this notice.
        accountId: account.id,
        facts: { id, dispute: id, amount, deadline, assignee: assigneeId },
        to: own.length > 0 ? own : defending,
      });
    });
  }
}

async function running(account: Account, now: number) {
  const { windowHours } = limitsOf(account);
  const due = sql<string>`coalesce(${disputes.deadline}, ${disputes.openedAt} + ${windowHours} * interval '1 hour')`;
  const at = (ms: number) => new Date(ms).toISOString();
  const rows = await db()
    .select({ id: disputes.id, amount: disputes.amount, due, assigneeId: disputeWork.assigneeId })
    .from(disputes)
    .leftJoin(disputeWork, WORK_OF)
    .where(
      and(
        ...[eq(disputes.accountId, account.id), eq(disputes.state, 'open'), isNull(disputeWork.sentAt)],
        ...[gt(due, sql`${at(now)}::timestamptz`), lte(due, sql`${at(now + 48 * HOUR_MS)}::timestamptz`)],
      ),
    )
    .orderBy(due)
    .limit(MOST);
  return rows.map((row) => ({ ...row, due: new Date(row.due) }));
}
