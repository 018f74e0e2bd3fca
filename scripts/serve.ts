import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, BlockList } from 'node:net';
import next from 'next';
import type { Settings } from '#lib/env/settings.ts';
import { log } from '#lib/log.ts';
import { createAttempts, isAttempt } from './attempts.ts';
import { limitBody } from './body-limit.ts';
import { builtFiles } from './built-files.ts';
import { onEnd } from './ending.ts';
import { inlineStyles } from './inline-styles.ts';
import { endBroken, refuse, securityHeaders, sendProblem, wordAnswers } from './own-answers.ts';
import { portError } from './port.ts';
import { cleanHeaders } from './proxies.ts';
import { runRequest } from './request-log.ts';
import { isPagePath, pathOf } from './request-path.ts';

type Options = { settings: Settings; proxies: BlockList; dev: boolean; simulator: Promise<unknown> };

/** Prepares Next inside this process and listens. Resolves when requests are answered. */
export async function serve({ settings, proxies, dev, simulator }: Options): Promise<{ port: number }> {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 65_000 });
  const app = next({
    dev,
    dir: process.cwd(),
    hostname: 'localhost',
    port: settings.port,
    httpServer: server,
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  const https = settings.url.startsWith('https:');
  const headers = Object.entries(securityHeaders(https));
  const attempts = createAttempts(settings);
  const built = dev ? null : builtFiles(process.cwd());
  const styles = dev ? null : inlineStyles(process.cwd(), https);
  const take = (request: IncomingMessage, response: ServerResponse, requestId: string) => {
    if (refuse(request, response, requestId, built) || redirectToName(request, response, settings)) return;
    if (built?.answer(request, response) || limitBody(request, response, requestId)) return;
    styles?.(request, response);
    const answer = () =>
      handle(request, response).catch((cause: unknown) => failed(cause, request, response, requestId));
    // Its turn comes with somebody else's event; it stays this request's.
    if (isAttempt(request)) attempts(request, response, requestId, AsyncLocalStorage.bind(answer));
    else void answer();
  };
  server.on('request', (request, response) => {
    const requestId = randomUUID();
    cleanHeaders(request, proxies, requestId);
    response.setHeader('x-request-id', requestId);
    wordAnswers(response, requestId, headers);
    runRequest(request, response, requestId, () => take(request, response, requestId));
  });
  server.on('clientError', (error, socket) => endBroken(error, socket, https));
  // Before it is there nobody may ask: the first who did would settle what the accounts are.
  await simulator;
  await listen(server, settings);
  onEnd('server', async () => {
    await closeServer(server);
    await app.close();
  });
  return { port: (server.address() as AddressInfo).port };
}

function listen(server: Server, { port, host }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(portError(cause, port, host)));
    server.listen({ port, host, exclusive: true }, () => resolve());
  });
}

/** Lets running requests finish, for ten seconds at most. */
function closeServer(server: Server): Promise<void> {
  const hurry = setTimeout(() => server.closeAllConnections(), 10_000);
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  return new Promise((resolve) => {
    server.close(() => {
      clearTimeout(hurry);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Passkeys need a name: a page asked for at 127.0.0.1 is sent to localhost, unless an address was chosen. */
function redirectToName(request: IncomingMessage, response: ServerResponse, settings: Settings): boolean {
  const host = request.headers.host ?? '';
  const path = pathOf(request);
  if (!settings.urlIsDefault || !/^127\.0\.0\.1(:\d+)?$/.test(host)) return false;
  if (request.method !== 'GET' || !isPagePath(path) || /\.[a-z0-9]+$/i.test(path)) return false;
  // Only the path is taken over: `//elsewhere` would otherwise become another host.
  const target = `${settings.url}/${(request.url ?? '/').replace(/^\/+/, '')}`;
  response.writeHead(307, { location: target, 'cache-control': 'no-store' }).end();
  return true;
}

function failed(cause: unknown, request: IncomingMessage, response: ServerResponse, requestId: string): void {
  // No path: it may hold what somebody typed.
  log().error({ err: cause, requestId, method: request.method }, 'request failed');
  if (response.headersSent) response.destroy();
  else sendProblem(response, 'internal', requestId);
}
