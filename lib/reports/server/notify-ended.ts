import 'server-only';
import { and, eq, getTableColumns, gt, lte, notExists, sql } from 'drizzle-orm';
import { accountById } from '#lib/accounts/server/account.ts';
import { db } from '#lib/data/client.ts';
import { ago } from '#lib/data/clock.ts';
import { runInBackground } from '#lib/data/jobs/background.ts';
import { raiseNotice } from '#lib/data/notifications/raise.ts';
import { noticeSteps } from '#lib/data/schema/notifications.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { backgroundCall } from '#lib/providers/reach.ts';
import { portFor } from '#lib/providers/registry.ts';
import { stateOf } from '#lib/reports/rules.ts';
import { jobIn, providerNow } from '#lib/reports/server/list-reports.ts';

/** A job that has not ended after this time (ms) is no longer checked. */
const DAY_MS = 24 * 3_600_000;
/** Maximum number of jobs checked per account. */
const MOST = 20;
const ENDS: Partial<Record<string, string>> = { completed: 'report_completed', failed: 'report_failed' };

/** Notifies the requesters of the reports in Guichê that ended. Reads accounts in parallel. */
export async function notifyEndedReports(signal: AbortSignal): Promise<void> {
  const cause = sql<string>`'report:' || ${operations.id}`;
  const notified = db()
    .select({ cause: noticeSteps.cause })
    .from(noticeSteps)
    .where(eq(noticeSteps.cause, cause));
  const place = sql<number>`row_number() over (partition by ${operations.accountId} order by ${operations.createdAt})`;
  const waiting = db()
    .select({ ...getTableColumns(operations), place: place.as('place') })
    .from(operations)
    .where(
      and(
        eq(operations.kind, 'report.create'),
        eq(operations.state, 'confirmed'),
        gt(operations.createdAt, ago(DAY_MS)),
        notExists(notified),
      ),
    )
    .as('waiting');
  const rows = await db().select().from(waiting).where(lte(waiting.place, MOST)).orderBy(waiting.createdAt);
  for (const [accountId, ordered] of Map.groupBy(rows, (row) => row.accountId))
    runInBackground(`reports ${accountId}`, async () => {
      for (const row of ordered) if (!signal.aborted) await notifyIfEnded(row, signal);
    });
}

type Row = typeof operations.$inferSelect;

async function notifyIfEnded({ id, accountId, operatorId, result }: Row, signal: AbortSignal): Promise<void> {
  const job = jobIn(result);
  const account = await accountById(accountId);
  const reports = account === null ? undefined : portFor(account).reports;
  if (job === null || reports === undefined) return;
  const now = await reports.get(job.id, backgroundCall(signal)).catch(() => null);
  const step = now === null ? undefined : ENDS[stateOf(now, providerNow(accountId))];
  if (step === undefined) return;
  const { from, to } = job;
  await db().transaction((tx) =>
    raiseNotice(tx, {
      event: 'work_ended',
      cause: `report:${id}`,
      step,
      accountId,
      to: [operatorId],
      facts: { id: job.id, topic: 'report', from, to },
    }),
  );
}
