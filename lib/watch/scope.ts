import { AsyncLocalStorage } from 'node:async_hooks';
import type { OpenSpan } from '#lib/watch/spans.ts';

/** Data of one request, for all work on its behalf. */
export type RequestScope = {
  requestId: string;
  /** The pattern of the address that answers, once it is known. */
  found: { route: string | null };
  /** The open span; null where no traces are kept. */
  span: OpenSpan | null;
};

// On globalThis: the server script and the framework's bundles each load this file.
const processState = globalThis as { __guicheScopes?: AsyncLocalStorage<RequestScope> };

function scopes(): AsyncLocalStorage<RequestScope> {
  processState.__guicheScopes ??= new AsyncLocalStorage();
  return processState.__guicheScopes;
}

/** The request that the running code works for, or null. */
export const requestScope = (): RequestScope | null => scopes().getStore() ?? null;

export const inScope = <T>(scope: RequestScope, work: () => T): T => scopes().run(scope, work);

/** For what one request begins and others go on with, timers and connections: their lines are no request's. */
export const outOfScope = <T>(work: () => T): T => scopes().exit(work);

/** Fields of a request on each of its log lines. */
export function scopeFields(): { requestId?: string; traceId?: string } {
  const scope = requestScope();
  if (scope === null) return {};
  const { requestId, span } = scope;
  return span === null ? { requestId } : { requestId, traceId: span.traceId };
}

/** Runs a part of a request as a span of its own; without traces there is only the work. */
export async function inSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  const scope = requestScope();
  if (scope === null || scope.span === null) return work();
  const span = scope.span.open(name, 'internal', {});
  try {
    const answer = await inScope({ ...scope, span }, work);
    span.end({});
    return answer;
  } catch (thrown) {
    span.end({}, { failed: true });
    throw thrown;
  }
}
