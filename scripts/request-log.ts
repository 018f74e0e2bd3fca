import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '#lib/core/log.ts';
import { type RequestContext, runInRequest } from '#lib/core/telemetry/request-context.ts';

/** Runs a request in its context and logs one line when it ends. */
export function runRequest(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  work: () => void,
): void {
  const startedAt = performance.now();
  const context: RequestContext = { requestId };
  const logEnd = () => {
    // 499: the caller disconnected before an answer.
    const status = response.headersSent ? response.statusCode : 499;
    const ms = Math.round(performance.now() - startedAt);
    log().info({ route: context.route, method: request.method, status, ms }, 'answered');
  };
  runInRequest(context, () => {
    response.once('close', AsyncLocalStorage.bind(logEnd));
    work();
  });
}
