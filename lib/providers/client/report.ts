import 'server-only';
import type { Budget } from '#lib/core/http/budget.ts';
import { unreachedBy } from '#lib/core/http/health.ts';
import { blockingCode, type Failure } from '#lib/providers/client/errors.ts';
import type { ClientOptions } from '#lib/providers/client/request-context.ts';
import { isOfIntermediary } from '#lib/providers/intermediary-codes.ts';

type Places = Pick<ClientOptions, 'monitor' | 'errors'> & { budget: Pick<Budget, 'exceeded'> };

/** Reports a failed call to the account's circuit, budget and health. */
export function reportFailure(failure: Failure, { monitor, budget, errors }: Places): void {
  if (failure.kind === 'fault' && failure.fault.fault === 'aborted') monitor.circuit.neither();
  else if (failure.kind === 'fault' || failure.kind === 'unreadable') {
    monitor.circuit.fault();
    const silent = failure.kind === 'fault' ? { unreached: unreachedBy(failure.fault) } : {};
    monitor.report({ kind: 'failure', ...silent });
  } else if (failure.kind === 'refused' && failure.status === 429) {
    budget.exceeded();
    monitor.circuit.neither();
    monitor.report({ kind: 'pause', seconds: failure.retryAfterSeconds });
  } else if (failure.kind === 'refused') {
    const { status, sourceIp } = failure;
    if (status >= 500) monitor.circuit.fault();
    // The service itself responded: its institution failed (424), or it refused (4xx).
    else monitor.circuit.success();
    const code = blockingCode(failure, errors);
    if (code !== null)
      monitor.report({ kind: 'blocked', code, sourceIp, changing: errors.changesOnly?.has(code) === true });
    else if (status === 424 || status >= 500 || isOfIntermediary(failure.code))
      monitor.report({ kind: 'failure' });
  }
}
