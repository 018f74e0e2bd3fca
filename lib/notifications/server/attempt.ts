import 'server-only';

/**
 * How one try to send went. `problem` is a word or code without personal data; `whose`: the whole channel's, this
 * message's for now, or its address's for good.
 */
export type Attempt =
  | { ok: true; ms: number }
  | { ok: false; ms: number; problem: string; whose: 'channel' | 'message' | 'address' };
