import 'server-only';
import { CARD_KINDS } from '#lib/card/server/card-kinds.ts';
import { closingReadJob } from '#lib/closings/server/read-day.ts';
import { readClosingsNightly } from '#lib/closings/server/read-nightly.ts';
import { applyLapsedChanges } from '#lib/connections/server/rule-changes.ts';
import { settings } from '#lib/core/env/settings.ts';
import { endConnections } from '#lib/core/http/request.ts';
import { log } from '#lib/core/log.ts';
import { onShutdown } from '#lib/core/shutdown.ts';
import { auditVerificationJob } from '#lib/data/audit/verify.ts';
import { awaitBackground, runInBackground } from '#lib/data/jobs/background.ts';
import { BEAT_MS, beat, forgetDeadInstances, leave, mayReapPeers } from '#lib/data/jobs/instance.ts';
import { type PeriodicJob, startPeriodic } from '#lib/data/jobs/periodic.ts';
import { type DurableJob, startQueue, vacuumQueue } from '#lib/data/jobs/queue.ts';
import { acquireLease, startTicks, type Tick } from '#lib/data/jobs/ticks.ts';
import { expireOldFailures } from '#lib/deliveries/server/close-failures.ts';
import { syncIndexes, syncPartitions } from '#lib/deliveries/server/sync-indexes.ts';
import { readForEndpoints, watchEndpoints } from '#lib/deliveries/server/watch-endpoints.ts';
import { notifyDeadlines } from '#lib/disputes/server/notify-deadlines.ts';
import { disputeChangedJob, disputeIndexTick } from '#lib/disputes/server/request-sync.ts';
import { DEFENSE } from '#lib/disputes/server/send-defense.ts';
import { watchCredentials } from '#lib/doctor/server/watch-credentials.ts';
import { outboxSweep, outboxTick } from '#lib/notifications/server/deliver.ts';
import { expireApprovals } from '#lib/operations/server/approve.ts';
import { type AnyKind, registerOperationKinds } from '#lib/operations/server/kind.ts';
import { beginDueLookUps } from '#lib/operations/server/look-up.ts';
import { notifyUnknown } from '#lib/operations/server/notify-operation.ts';
import { resumeInterrupted } from '#lib/operations/server/recover.ts';
import { PAYMENT_KINDS } from '#lib/payments/server/payment-kinds.ts';
import { notifyEndedReports } from '#lib/reports/server/notify-ended.ts';
import { REPORT } from '#lib/reports/server/report-operation.ts';
import { maintainResends } from '#lib/resends/server/maintain-resends.ts';
import { limitsOf } from '#lib/resends/server/rate-state.ts';
import { RESEND_REQUEST } from '#lib/resends/server/request-operation.ts';
import { resendJob } from '#lib/resends/server/step-resend.ts';
import { deleteExpiredDaily, deleteExpiredHourly } from '#lib/retention/server/delete-expired.ts';
import { WEBHOOK_KINDS } from '#lib/webhooks/server/list-webhooks.ts';
import { eraseSuperseded } from '#lib/webhooks/server/secrets.ts';

/** Every kind of operation, with how it is sent and looked up. */
export const OPERATION_KINDS: readonly AnyKind[] = [
  ...WEBHOOK_KINDS,
  DEFENSE,
  ...PAYMENT_KINDS,
  REPORT,
  ...CARD_KINDS,
  RESEND_REQUEST,
];

const JOBS: readonly DurableJob[] = [auditVerificationJob, closingReadJob, disputeChangedJob, resendJob];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Delays work that nobody waits for, so that the first pages come first. */
const START_DELAY_MS = MINUTE_MS;

/** Work of a period of 10 s or more, once for all instances. */
const PERIODIC: readonly PeriodicJob[] = [
  outboxSweep,
  { name: 'replaced-secrets', everyMs: MINUTE_MS, run: eraseSuperseded },
  { name: 'approvals', everyMs: 30_000, run: expireApprovals },
  { name: 'unknown-operations', everyMs: 15_000, run: notifyUnknown },
  { name: 'rule-changes', everyMs: 15_000, run: applyLapsedChanges },
  { name: 'deadlines', everyMs: 20_000, firstAfterMs: START_DELAY_MS, run: notifyDeadlines },
  { name: 'endpoints', everyMs: 15_000, firstAfterMs: START_DELAY_MS, run: watchEndpoints },
  {
    name: 'delivery-indexes',
    everyMs: 5 * MINUTE_MS,
    firstAfterMs: START_DELAY_MS,
    run: (signal) => readForEndpoints({ simulators: false }, signal),
  },
  {
    name: 'simulator-delivery-indexes',
    everyMs: MINUTE_MS,
    firstAfterMs: START_DELAY_MS,
    run: (signal) => readForEndpoints({ simulators: true }, signal),
  },
  { name: 'closings', everyMs: 30_000, firstAfterMs: START_DELAY_MS, run: readClosingsNightly },
  { name: 'ended-reports', everyMs: 30_000, run: notifyEndedReports },
  {
    name: 'expired-failures',
    everyMs: 10 * MINUTE_MS,
    firstAfterMs: START_DELAY_MS,
    run: (signal) => expireOldFailures((account) => limitsOf(account).maxAgeMs, signal),
  },
  { name: 'dead-instances', everyMs: 10 * MINUTE_MS, run: forgetDeadInstances },
  { name: 'queue-vacuum', everyMs: HOUR_MS, firstAfterMs: START_DELAY_MS, run: vacuumQueue },
  { name: 'partitions', everyMs: HOUR_MS, firstAfterMs: START_DELAY_MS, run: syncPartitions },
  { name: 'expired-data', everyMs: 24 * HOUR_MS, firstAfterMs: START_DELAY_MS, run: deleteExpiredDaily },
  { name: 'expired-data-hourly', everyMs: HOUR_MS, firstAfterMs: START_DELAY_MS, run: deleteExpiredHourly },
];

/** Work of shorter periods, and work about the process itself: every process does it. */
const TICKS: readonly Tick[] = [
  disputeIndexTick,
  outboxTick,
  { name: 'index of deliveries', everyMs: 1_000, run: syncIndexes },
  { name: 'credentials', everyMs: 15_000, run: watchCredentials },
  { name: 'resends', everyMs: 1_000, run: maintainResends },
  { name: 'look-ups', everyMs: 1_000, run: beginDueLookUps },
  {
    name: 'left behind',
    everyMs: 1_000,
    run: async () => {
      if (!mayReapPeers() || !(await acquireLease('operations left behind', 800))) return;
      for (const [account, finish] of await resumeInterrupted({ everything: false }))
        runInBackground(`left behind ${account}`, finish);
    },
  },
];

const SIGN_OF_LIFE: Tick = {
  name: 'sign of life',
  everyMs: BEAT_MS,
  // A late heartbeat counts as a stopped instance: another one would take over this process's operations.
  first: true,
  run: async () => void (await beat()),
};

/**
 * Starts background work: durable jobs, what dead processes left, ticks, periodic jobs. Needs the database.
 */
export async function startBackground(): Promise<void> {
  registerOperationKinds(OPERATION_KINDS);
  // Started first, so it ends last: the heartbeat continues while jobs and ticks shut down.
  await beat();
  onShutdown('instance', () => leave());
  startTicks([SIGN_OF_LIFE]);
  // Jobs, lanes and ticks start later and so end earlier: their provider calls can still finish.
  onShutdown('provider connections', endConnections);
  await startQueue(JOBS);
  onShutdown('lanes', awaitBackground);
  // With the embedded database this is the only process, so every open operation is interrupted work.
  const everything = settings().databaseUrl === null;
  const interrupted = await resumeInterrupted({ everything }).catch((error: unknown) => {
    log().error({ err: error }, 'what was left behind could not be read');
    return null;
  });
  startTicks(TICKS);
  for (const [account, finish] of interrupted ?? []) runInBackground(`left behind ${account}`, finish);
  await startPeriodic(PERIODIC);
}
