import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AGAIN_SECONDS } from '#lib/db/fault.ts';
import { PROBLEM_STATUS, type ProblemCode } from '#lib/errors.ts';
import { requestContext } from '#lib/telemetry/request-context.ts';
import type { BuiltFiles } from './built-files.ts';
import { pathOf } from './request-path.ts';

/** On every answer, whoever makes it; pages replace the policy (`proxy.ts`), whose styles are the icon's. */
export function securityHeaders(https: boolean): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Answers requests that no part of the product would answer well; true when it did. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  built: BuiltFiles | null = null,
): boolean {
  const { method = 'GET', url = '/' } = request;
  const path = pathOf(request);
  const code = !METHODS.includes(method)
    ? 'method_not_allowed'
    : // U+0000, in the path or the query: no text of ours has it, no database keeps it.
      url.includes('%00') || !isText(path)
      ? 'invalid_request'
      : // The product has no pictures to be made smaller; the framework's own answer is a bare one.
        /^\/_next\/image(\/|$)/.test(path) || built?.lacks(decodeURIComponent(path))
        ? 'not_found'
        : null;
  if (code === null) return false;
  if (code === 'method_not_allowed') response.setHeader('allow', METHODS.join(', '));
  sendProblem(response, code, requestId);
  return true;
}

/** A path that is no UTF-8 (`%ff`) names nothing: the framework would end in a 500. */
function isText(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

export function sendProblem(
  response: ServerResponse,
  code: ProblemCode,
  requestId: string,
  more: { retryAfterSeconds?: number; url?: string } = {},
): void {
  const body = problemText(code, requestId, PROBLEM_STATUS[code], more);
  // Set, not handed to writeHead: `wordAnswers` takes what has no type yet for a bare error.
  for (const [name, value] of Object.entries(PROBLEM_HEADERS)) response.setHeader(name, value);
  response.writeHead(PROBLEM_STATUS[code], { 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

const PROBLEM_HEADERS = { 'content-type': 'application/problem+json', 'cache-control': 'private, no-store' };

function problemText(
  code: ProblemCode,
  requestId: string,
  status: number = PROBLEM_STATUS[code],
  more: object = {},
): string {
  const title = code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');
  const type = `/problems/${code.replaceAll('_', '-')}`;
  return JSON.stringify({ type, title, status, code, requestId, ...more });
}

const CODES: Record<number, ProblemCode> = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

type WaysOut = Pick<ServerResponse, 'writeHead' | 'write' | 'end'>;

/** An answer's own write methods as they are now, for a caller that puts something before them. */
export const waysOut = (response: ServerResponse): WaysOut => ({
  writeHead: response.writeHead.bind(response),
  write: response.write.bind(response),
  end: response.end.bind(response),
});

/**
 * An error that the framework answers without a body of ours (`Internal Server Error`) leaves as a problem; a page that
 * met no database leaves with 503, as the API's answers do: it is no defect, and asked again it is answered. `headers`
 * are added with the first byte, where the answer has none of that name: set before, the framework would drop its own.
 * So are the request's cookies.
 */
export function wordAnswers(
  response: ServerResponse,
  requestId: string,
  headers: readonly (readonly [string, string])[],
): void {
  const { writeHead, write, end } = waysOut(response);
  let body: string | null = null;
  response.writeHead = ((given: number, ...rest: never[]) => {
    const away = given === 500 && requestContext()?.databaseUnavailable === true;
    const status = away ? PROBLEM_STATUS.unavailable : given;
    if (away) response.setHeader('retry-after', AGAIN_SECONDS);
    for (const [name, value] of headers) if (!response.hasHeader(name)) response.setHeader(name, value);
    for (const line of requestContext()?.cookies ?? []) response.appendHeader('set-cookie', line);
    if (isBare(response, status)) {
      const code = CODES[status] ?? (status < 500 ? 'invalid_request' : away ? 'unavailable' : 'internal');
      body = problemText(code, requestId, status);
      response.removeHeader('content-encoding');
      for (const [name, value] of Object.entries(PROBLEM_HEADERS)) response.setHeader(name, value);
      response.setHeader('content-length', Buffer.byteLength(body));
      return writeHead(status);
    }
    return writeHead(status, ...rest);
  }) as typeof response.writeHead;
  response.write = ((...given: Parameters<typeof write>) => {
    if (!response.headersSent) response.writeHead(response.statusCode);
    return body === null ? write(...given) : true;
  }) as typeof response.write;
  response.end = ((...given: Parameters<typeof end>) => {
    if (!response.headersSent) response.writeHead(response.statusCode);
    return body === null ? end(...given) : end(body);
  }) as typeof response.end;
}

/** 499 is for a caller who has gone. */
function isBare(response: ServerResponse, status: number): boolean {
  const type = String(response.getHeader('content-type') ?? 'text/plain');
  return status >= 400 && status !== 499 && type.startsWith('text/plain');
}

/**
 * Answers a connection whose bytes never became a request. A browser opens some ahead of need: of one on which nothing
 * was asked in time nothing is said, for it would be taken for the answer to what is asked on it next. Closed, the
 * browser asks on another.
 */
export function endBroken({ code }: NodeJS.ErrnoException, socket: Duplex, https: boolean): void {
  const late = code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (late && (socket as Socket).bytesRead === 0) socket.destroy();
  else
    endWithProblem(socket, late ? 408 : code === 'HPE_HEADER_OVERFLOW' ? 431 : 400, 'invalid_request', https);
}

/** For what never becomes a request (broken or too long a head), and for what breaks off: straight to the socket. */
export function endWithProblem(socket: Duplex, status: number, code: ProblemCode, https: boolean): void {
  if (!socket.writable) return;
  const body = problemText(code, randomUUID(), status);
  const headers = { ...securityHeaders(https), ...PROBLEM_HEADERS, connection: 'close' };
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} Refused\r\n${head}\r\n${body}`);
}
