import type { CallBudget } from '#lib/data/rate-limit/calls.ts';
import { type CallLimits, emptyLedger, grant, halved } from '#lib/data/rate-limit/ledger.ts';

/** A budget whose ledger is in memory, by a clock of the test. */
export function memoryBudget(
  limits: CallLimits,
  now: () => number = Date.now,
): Pick<CallBudget, 'take' | 'exceeded'> {
  let ledger = emptyLedger(limits, now());
  return {
    async take(priority) {
      const granted = grant(ledger, limits, { want: 1, priority }, now());
      ledger = granted.ledger;
      return granted.calls === 1 ? { ok: true } : { ok: false, waitMs: granted.waitMs };
    },
    exceeded() {
      ledger = halved(ledger, limits, now());
    },
  };
}
