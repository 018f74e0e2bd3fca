import 'server-only';
import { type DurableJob, enqueue } from '#lib/data/jobs/queue.ts';
import { stepResend } from '#lib/resends/server/step-resend.ts';

const NAME = 'resend';

/** The chain of steps of one resend; each step returns when the next one is due. */
export const resendJob: DurableJob = {
  name: NAME,
  run: (data, signal) => stepResend(String(data.resendId), Number(data.chain), signal),
};

/** Starts a chain; only the chain in the row's `chain` column is active. */
export const enqueueResend = (resendId: string, chain: number): Promise<void> =>
  enqueue(NAME, { resendId, chain });
