import 'server-only';
import { type DurableJob, enqueue } from '#lib/data/jobs/queue.ts';
import { stepResend } from '#lib/resends/server/step-resend.ts';

const NAME = 'resend';

/** The chain of steps of one resend: each step says when the next one is due. */
export const resendJob: DurableJob = {
  name: NAME,
  run: (data, signal) => stepResend(String(data.resendId), Number(data.chain), signal),
};

/** Begins a chain; the row's `chain` says which one is the living one. */
export const enqueueResend = (resendId: string, chain: number): Promise<void> =>
  enqueue(NAME, { resendId, chain });
