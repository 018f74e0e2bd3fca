import { AsyncLocalStorage } from 'node:async_hooks';
import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import { perProcess } from '#lib/core/per-process.ts';

/** Data of one request, for all code that runs on its behalf. */
export type RequestContext = {
  requestId: string;
  /** The request's trace, where it is exported. */
  traceId?: string;
  /** The pattern of the address, once a router has matched it (`/api/accounts/{account}/withdrawals`). */
  route?: string;
  /** The answer is an event stream: it stays open as long as its page does. */
  isStream?: boolean;
};

const requests = () => perProcess('__guicheRequests', () => new AsyncLocalStorage<RequestContext>());

/** The request that the running code works for; null outside a request. */
export const requestContext = (): RequestContext | null => requests().getStore() ?? null;

export const runInRequest = <T>(request: RequestContext, work: () => T): T => requests().run(request, work);

/** For timers and connections that outlive the request that starts them: its context is not theirs. */
export const runOutsideRequest = <T>(work: () => T): T =>
  context.with(ROOT_CONTEXT, () => requests().exit(work));

/** Called by the API's router, which knows its patterns; Next only sees one route for all of the API. */
export function setRoute(pattern: string, { isStream = false } = {}): void {
  const request = requestContext();
  if (request === null) return;
  request.route = pattern;
  request.isStream = isStream;
}

/** Fields of each log line. */
export function logFields(): { requestId?: string; traceId?: string } {
  const request = requestContext();
  if (request === null) return {};
  const { requestId, traceId } = request;
  return traceId === undefined ? { requestId } : { requestId, traceId };
}
