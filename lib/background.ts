import 'server-only';
import { keepIndexes } from '#lib/deliveries/server/keep-indexes.ts';
import { DEFENSE } from '#lib/disputes/server/defense-operation.ts';
import { disputeChangedJob, disputeIndexTick } from '#lib/disputes/server/index-tick.ts';
import { settings } from '#lib/env.ts';
import { type DurableJob, startQueue } from '#lib/jobs/server/queue.ts';
import { startTicks, type Tick } from '#lib/jobs/server/ticks.ts';
import { takeTurn } from '#lib/jobs/server/turn.ts';
import { type AnyKind, registerOperationKinds } from '#lib/operations/server/kind.ts';
import { dueLookUps, lookUpOperation } from '#lib/operations/server/look-up.ts';
import { recoverOperations } from '#lib/operations/server/recover.ts';
import { keepResends } from '#lib/resends/server/keep-resends.ts';
import { resendJob } from '#lib/resends/server/resend-job.ts';
import { WEBHOOK_KINDS } from '#lib/webhooks/server/open-operations.ts';
import { eraseSuperseded } from '#lib/webhooks/server/secrets.ts';

/** Every kind of operation: what sends it and what finds it again. */
const KINDS: readonly AnyKind[] = [...WEBHOOK_KINDS, DEFENSE];

const JOBS: readonly DurableJob[] = [disputeChangedJob, resendJob];

const TICKS: readonly Tick[] = [
  disputeIndexTick,
  { name: 'replaced secrets', everyMs: 60_000, run: eraseSuperseded },
  { name: 'index of deliveries', everyMs: 1_000, run: keepIndexes },
  { name: 'resends', everyMs: 1_000, run: keepResends },
  {
    name: 'look-ups',
    everyMs: 1_000,
    run: async (signal) => {
      for (const id of await dueLookUps()) if (!signal.aborted) await lookUpOperation(id, { due: true });
    },
  },
  {
    name: 'left behind',
    everyMs: 20_000,
    run: async () => {
      if (await takeTurn('operations left behind', 15_000)) await recoverOperations({ everything: false });
    },
  },
];

/** What goes on without a request: takes up what a dead process left, then jobs and ticks. Needs the database. */
export async function startBackground(): Promise<void> {
  registerOperationKinds(KINDS);
  await startQueue(JOBS);
  // With the embedded database this process is the only one: whatever is open was left behind.
  const everything = settings().databaseUrl === null;
  recoverOperations({ everything }).finally(() => startTicks(TICKS));
}
