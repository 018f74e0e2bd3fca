import type { DeliveryLine } from '#lib/deliveries/queries.ts';

export type AttemptLine = { newest: DeliveryLine; oldest: DeliveryLine; count: number };

/** Oldest first in, newest first out; what failed the same way in a row is one line, the current one stands alone. */
export function foldAttempts(attempts: readonly DeliveryLine[], current: string): AttemptLine[] {
  const lines: AttemptLine[] = [];
  for (const attempt of attempts) {
    const last = lines.at(-1);
    const same =
      last !== undefined &&
      attempt.outcome !== 'delivered' &&
      last.newest.outcome !== 'delivered' &&
      last.newest.status === attempt.status &&
      last.newest.resendId === attempt.resendId &&
      last.newest.id !== current &&
      attempt.id !== current;
    if (same) {
      last.newest = attempt;
      last.count += 1;
    } else lines.push({ newest: attempt, oldest: attempt, count: 1 });
  }
  return lines.reverse();
}
