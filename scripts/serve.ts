import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, BlockList, Socket } from 'node:net';
import next from 'next';
import type { Settings } from '#lib/core/env/settings.ts';
import { PROBLEM_STATUS, type ProblemCode } from '#lib/core/errors.ts';
import { log } from '#lib/core/log.ts';
import { onEnd } from './ending.ts';
import { portError } from './port.ts';
import { cleanHeaders } from './proxies.ts';
import { runRequest } from './request-log.ts';

type Options = { settings: Settings; proxies: BlockList; dev: boolean; simulator: Promise<unknown> };

const PAGE_METHODS = ['GET', 'HEAD'];
const API_METHODS = [...PAGE_METHODS, 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** The largest body an endpoint accepts (a draft's attachments); each endpoint has its own limit below it. */
const MOST_BYTES = 12 * 1024 * 1024;

/** Prepares Next inside this process and listens. Resolves when the server answers requests. */
export async function serve({ settings, proxies, dev, simulator }: Options): Promise<{ port: number }> {
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    // Only the development server has WebSockets; in production such a request is answered normally.
    shouldUpgradeCallback: () => dev,
  });
  const app = next({
    dev,
    dir: process.cwd(),
    // A name that nobody else uses: Next shortens a redirect within its own origin to a path (`proxy.ts`).
    hostname: 'guiche',
    port: settings.port,
    httpServer: server,
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  server.on('request', (request, response) => {
    const requestId = randomUUID();
    cleanHeaders(request, proxies, requestId);
    response.setHeader('x-request-id', requestId);
    if (settings.url.startsWith('https:'))
      response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains');
    const code = refusalOf(request, dev);
    if (code !== null) return refuse(response, code, requestId);
    runRequest(request, response, requestId, () => {
      handle(request, response).catch((cause: unknown) => fail(cause, request, response, requestId));
    });
  });
  server.on('clientError', endBroken);
  // Requests wait for the simulator, because the first one determines the accounts.
  await simulator;
  await listen(server, settings);
  onEnd('server', async () => {
    await closeServer(server);
    await app.close();
  });
  return { port: (server.address() as AddressInfo).port };
}

/** Why a request is refused before the framework; null when it may pass. */
function refusalOf({ method = '', url = '', headers }: IncomingMessage, dev: boolean): ProblemCode | null {
  if (!isNormalAddress(url)) return 'invalid_request';
  const isApi = url.startsWith('/api/');
  // A page's parameters must not hold U+0000; the API reports the field itself.
  if (!isApi && url.includes('%00')) return 'invalid_request';
  // Pages accept no bodies: Next would buffer 10 MB of each for `proxy.ts`. Its development overlay posts.
  const allowed = isApi || dev ? API_METHODS : PAGE_METHODS;
  if (!allowed.includes(method)) return 'method_not_allowed';
  return Number(headers['content-length'] ?? 0) > MOST_BYTES ? 'payload_too_large' : null;
}

/**
 * True when every reader sees the same path in the address, however often it decodes it. So the path checked
 * here is the path the framework serves. False for: absolute form, `*`, dot segments, backslashes, empty
 * segments, U+0000, invalid UTF-8.
 */
export function isNormalAddress(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  if (!/^\/[\x21-\x7e]*$/.test(url) || url.includes('#') || path.includes('//')) return false;
  for (let text = path, before = ''; text !== before; ) {
    if (/[\\\0]|\/\.{1,2}(\/|$)/.test(text)) return false;
    before = text;
    try {
      text = decodeURIComponent(text);
    } catch {
      // After a decoding round, a `%` may be part of the text itself.
      return before !== path;
    }
  }
  return true;
}

function refuse(response: ServerResponse, code: ProblemCode, requestId: string): void {
  response.writeHead(PROBLEM_STATUS[code], {
    'content-type': 'application/problem+json',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  response.end(problem(code, requestId));
}

function problem(code: ProblemCode, requestId: string): string {
  const type = `/problems/${code.replaceAll('_', '-')}`;
  const title = code.replaceAll('_', ' ');
  return JSON.stringify({ type, title, status: PROBLEM_STATUS[code], code, requestId });
}

function fail(cause: unknown, request: IncomingMessage, response: ServerResponse, requestId: string): void {
  // The path is not logged, because it may hold what a user typed.
  log().error({ err: cause, requestId, method: request.method }, 'request failed');
  if (response.headersSent) response.destroy();
  else refuse(response, 'internal', requestId);
}

/**
 * Ends a connection whose bytes are not a request: no HTTP, or an address and headers over Node's 16 KiB. An
 * unused connection is closed without an answer: a browser opens some in advance and would take the answer
 * for its next request's.
 */
function endBroken({ code }: NodeJS.ErrnoException, socket: Socket): void {
  const late = code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const status = late ? '408 Request Timeout' : '400 Bad Request';
  const body = late ? '' : problem('invalid_request', randomUUID());
  const head = `connection: close\r\ncontent-type: application/problem+json\r\ncontent-length: ${body.length}`;
  if (!socket.writable || (late && socket.bytesRead === 0)) socket.destroy();
  else socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`);
}

function listen(server: Server, { port, host }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(portError(cause, port, host)));
    server.listen({ port, host, exclusive: true }, () => resolve());
  });
}

/** Waits for running requests, at most ten seconds. */
function closeServer(server: Server): Promise<void> {
  const hurry = setTimeout(() => server.closeAllConnections(), 10_000);
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  return new Promise((resolve) => {
    server.close(() => {
      clearTimeout(hurry);
      clearInterval(idle);
      resolve();
    });
  });
}
