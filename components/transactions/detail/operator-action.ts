/** Action of an operator, as the catalogue knows it; null when only the log's own name can say it. */
export type OperatorAction = {
  what: 'reveal' | 'refund' | 'resend' | 'defense' | null;
  /** How it ended, where the entry is about its end: `confirmed`, `rejected`, `unknown`, `refused`, `failed`. */
  end: 'confirmed' | 'rejected' | 'unknown' | 'refused' | 'failed' | null;
};

const KNOWN = [
  ['reveal', /reveal/],
  ['refund', /refund/],
  ['resend', /resend/],
  ['defense', /defen[sc]e|defend/],
] as const;
const ENDS = ['confirmed', 'rejected', 'unknown'] as const;

/**
 * Reads an action of the audit log (`transaction.reveal`, `refund.requested`, `refund.confirmed`): an operation's
 * last word is its state. `result` is the log's where it was not ok.
 */
export function readAction(action: string, result: string | null): OperatorAction {
  const what = KNOWN.find(([, pattern]) => pattern.test(action))?.[0] ?? null;
  const last = action.split('.').at(-1);
  const end = ENDS.find((state) => state === last);
  if (end !== undefined) return { what, end };
  return { what, end: result === 'refused' || result === 'failed' ? result : null };
}
