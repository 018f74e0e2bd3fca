import 'server-only';

/**
 * Result of one attempt to send. `problem` is a code without personal data. `whose` says what failed: the
 * whole channel, this message for now, or its address for good.
 */
export type Attempt =
  | { ok: true; ms: number }
  | { ok: false; ms: number; problem: string; whose: 'channel' | 'message' | 'address' };
