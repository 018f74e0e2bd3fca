import 'server-only';
import type { Budget } from '#lib/http/budget.ts';
import type { AccountMonitor } from '#lib/http/health.ts';
import { blockingCode, type Failure } from '#lib/providers/pix/errors.ts';

/** Refusals that no read meets: a read that works does not lift them. */
const CHANGES_ONLY = new Set(['PZA206']);

type Places = { monitor: AccountMonitor; budget: Budget };

/** What a failed call tells of the account: its circuit, its budget, its health. */
export function reportFailure(failure: Failure, { monitor, budget }: Places): void {
  if (failure.kind === 'fault' && failure.fault.fault === 'aborted') monitor.circuit.neither();
  else if (failure.kind === 'fault' || failure.kind === 'unreadable') {
    monitor.circuit.fault();
    monitor.report({ kind: 'failure' });
  } else if (failure.kind === 'refused' && failure.status === 429) {
    budget.exceeded();
    monitor.circuit.neither();
    monitor.report({ kind: 'pause', seconds: failure.retryAfterSeconds });
  } else if (failure.kind === 'refused') {
    const { status, sourceIp } = failure;
    if (status >= 500) monitor.circuit.fault();
    // The service itself answers: its institution failed (424), or it refused (4xx).
    else monitor.circuit.success();
    const code = blockingCode(failure);
    if (code !== null) monitor.report({ kind: 'blocked', code, sourceIp, changing: CHANGES_ONLY.has(code) });
    else if (status === 424 || status >= 500) monitor.report({ kind: 'failure' });
  }
}
