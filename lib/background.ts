import 'server-only';
import { CARD_KINDS } from '#lib/card/server/card-kinds.ts';
import { holdLapsedChanges } from '#lib/connections/server/rule-changes.ts';
import { settings } from '#lib/core/env/settings.ts';
import { endConnections } from '#lib/core/http/request.ts';
import { log } from '#lib/core/log.ts';
import { onShutdown } from '#lib/core/shutdown.ts';
import { auditVerificationJob } from '#lib/data/audit/verification.ts';
import { BEAT_MS, beat, forgetDeadInstances, leave, mayJudge } from '#lib/data/jobs/instance.ts';
import { endLanes, inLane } from '#lib/data/jobs/lanes.ts';
import { type DurableJob, startQueue } from '#lib/data/jobs/queue.ts';
import { startTicks, type Tick, takeTurn } from '#lib/data/jobs/ticks.ts';
import { expireOldFailures } from '#lib/deliveries/server/close-failures.ts';
import { syncIndexes } from '#lib/deliveries/server/sync-indexes.ts';
import { syncPartitions } from '#lib/deliveries/server/sync-partitions.ts';
import { watchEndpoints } from '#lib/deliveries/server/watch-endpoints.ts';
import { DEFENSE } from '#lib/disputes/server/defense-operation.ts';
import { disputeChangedJob, disputeIndexTick } from '#lib/disputes/server/request-sync.ts';
import { tellDeadlines } from '#lib/disputes/server/tell-deadlines.ts';
import { watchCredentials } from '#lib/doctor/server/watch-credentials.ts';
import { outboxSweep, outboxTick } from '#lib/notifications/server/deliver.ts';
import { expireApprovals } from '#lib/operations/server/approve.ts';
import { type AnyKind, registerOperationKinds } from '#lib/operations/server/kind.ts';
import { beginDueLookUps } from '#lib/operations/server/look-up.ts';
import { takeUpLeft } from '#lib/operations/server/recover.ts';
import { tellUnknown } from '#lib/operations/server/tell-operation.ts';
import { PAYMENT_KINDS } from '#lib/payments/server/payment-kinds.ts';
import { REPORT } from '#lib/reports/server/report-operation.ts';
import { tellEndedReports } from '#lib/reports/server/tell-ended.ts';
import { limitsOf } from '#lib/resends/server/line.ts';
import { maintainResends } from '#lib/resends/server/maintain-resends.ts';
import { resendJob } from '#lib/resends/server/resend-job.ts';
import { forgetDaily } from '#lib/retention/server/forget-old.ts';
import { WEBHOOK_KINDS } from '#lib/webhooks/server/open-operations.ts';
import { eraseSuperseded } from '#lib/webhooks/server/secrets.ts';

/** Every kind of operation: what sends it and what finds it again. */
export const OPERATION_KINDS: readonly AnyKind[] = [
  ...WEBHOOK_KINDS,
  DEFENSE,
  ...PAYMENT_KINDS,
  REPORT,
  ...CARD_KINDS,
];

const JOBS: readonly DurableJob[] = [auditVerificationJob, disputeChangedJob, resendJob];

/** The first pages come before what nobody waits for. */
const CALM_MS = 60_000;

const TICKS: readonly Tick[] = [
  disputeIndexTick,
  outboxTick,
  outboxSweep,
  { name: 'replaced secrets', everyMs: 60_000, run: eraseSuperseded },
  { name: 'index of deliveries', everyMs: 1_000, run: syncIndexes },
  { name: 'approvals', everyMs: 30_000, run: expireApprovals },
  { name: 'unknown operations', everyMs: 15_000, run: tellUnknown },
  { name: 'changes of rules', everyMs: 15_000, run: holdLapsedChanges },
  { name: 'deadlines', everyMs: 20_000, firstAfterMs: CALM_MS, run: tellDeadlines },
  { name: 'endpoints', everyMs: 15_000, firstAfterMs: CALM_MS, run: watchEndpoints },
  { name: 'credentials', everyMs: 15_000, run: watchCredentials },
  { name: 'ended reports', everyMs: 10_000, run: tellEndedReports },
  { name: 'resends', everyMs: 1_000, run: maintainResends },
  {
    name: 'expired failures',
    everyMs: 600_000,
    firstAfterMs: CALM_MS,
    run: (signal) => expireOldFailures((account) => limitsOf(account).maxAgeMs, signal),
  },
  {
    name: 'look-ups',
    everyMs: 1_000,
    run: beginDueLookUps,
  },
  {
    name: 'left behind',
    everyMs: 1_000,
    run: async () => {
      if (!mayJudge() || !(await takeTurn('operations left behind', 800))) return;
      for (const [account, finish] of await takeUpLeft({ everything: false }))
        inLane(`left behind ${account}`, finish);
    },
  },
  { name: 'dead instances', everyMs: 600_000, run: forgetDeadInstances },
  { name: 'partitions', everyMs: 600_000, firstAfterMs: CALM_MS, run: syncPartitions },
  { name: 'what is old', everyMs: 600_000, firstAfterMs: CALM_MS, run: forgetDaily },
];

const SIGN_OF_LIFE: Tick = {
  name: 'sign of life',
  everyMs: BEAT_MS,
  // Late, it looks like death: what this process sends would be taken up by another.
  first: true,
  run: async () => void (await beat()),
};

/**
 * Starts work without requests: takes up a dead process's leftovers, then jobs and ticks. Needs the database.
 */
export async function startBackground(): Promise<void> {
  registerOperationKinds(OPERATION_KINDS);
  // The first to begin ends last: while jobs and ticks still end, this process is seen to live.
  await beat();
  onShutdown('instance', () => leave());
  startTicks([SIGN_OF_LIFE]);
  // Jobs, lanes and ticks begin after it, and so end before it: what they ask a provider is still answered.
  onShutdown('provider connections', endConnections);
  await startQueue(JOBS);
  onShutdown('lanes', endLanes);
  // With the embedded database this process is the only one: whatever is open was left behind.
  const everything = settings().databaseUrl === null;
  const left = await takeUpLeft({ everything }).catch((error: unknown) => {
    log().error({ err: error }, 'what was left behind could not be read');
    return null;
  });
  startTicks(TICKS);
  for (const [account, finish] of left ?? []) inLane(`left behind ${account}`, finish);
}
