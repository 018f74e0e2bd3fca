import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { log } from '#lib/log.ts';
import { methodWord, statusWord } from '#lib/watch/closed-words.ts';
import { meters } from '#lib/watch/meters.ts';
import { inScope, type RequestScope } from '#lib/watch/scope.ts';
import { spans } from '#lib/watch/spans.ts';
import { pathOf } from './request-path.ts';

/** The pattern of a page's address, or a word for what is none. */
export type PageRoutes = (path: string) => string;
type Manifest = Record<'staticRoutes' | 'dynamicRoutes', { page: string; regex: string }[]>;

/** Patterns of a build's pages, the more exact first; `none`: no page has this address. */
export function pageRoutes(root: string): PageRoutes {
  const text = readFileSync(join(root, '.next', 'routes-manifest.json'), 'utf8');
  const { staticRoutes, dynamicRoutes } = JSON.parse(text) as Manifest;
  const pages = [...staticRoutes, ...dynamicRoutes]
    // The API's own patterns are told by its door; what comes to none of them has no address.
    .filter(({ page }) => !/^\/(_|api\/\[)/.test(page) || page.startsWith('/api/auth/'))
    .map(({ page, regex }) => ({ page, regex: new RegExp(regex) }));
  return (path) => {
    if (/^\/(_next\/|[^/]+\.[a-z0-9]{2,5}$)/i.test(path)) return 'static';
    if (/^\/api(\/|$)/.test(path) && !path.startsWith('/api/auth/')) return 'none';
    return pages.find(({ regex }) => regex.test(path))?.page ?? 'none';
  };
}

/** Runs a request within its scope; when it is over it is counted, told and, where traces are kept, ends its trace. */
export function watched(
  routes: PageRoutes,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  work: () => void,
): void {
  const begun = performance.now();
  const method = methodWord(request.method ?? '');
  // Only a trusted proxy's is still there (`cleanHeaders`).
  const traceparent = request.headers.traceparent as string | undefined;
  const span = spans()?.begin(method, 'server', { 'http.request.method': method }, { traceparent }) ?? null;
  const scope: RequestScope = { requestId, found: { route: null }, span };
  const over = () => {
    // Most requests are watched by nobody: their address is matched with no pattern then.
    if (meters() === null && span === null && !log().isLevelEnabled('info')) return;
    const route = scope.found.route ?? routes(pathOf(request));
    const status = response.headersSent ? response.statusCode : 499;
    const seconds = (performance.now() - begun) / 1000;
    count({ route, method, status, seconds, streams: isStream(response) });
    log().info({ route, method, status, ms: Math.round(seconds * 1000) }, 'answered');
    span?.rename(`${method} ${route}`);
    const facts = {
      'http.route': route,
      'http.response.status_code': status,
      'guiche.request_id': requestId,
    };
    span?.end(facts, { failed: status >= 500 });
  };
  inScope(scope, () => {
    response.once('close', AsyncLocalStorage.bind(over));
    work();
  });
}

type Told = { route: string; method: string; status: number; seconds: number; streams: boolean };

function count({ route, method, status, seconds, streams }: Told): void {
  const now = meters();
  now?.requests.inc({ route, method, status: statusWord(status) });
  // A stream lasts as long as a page is open, which says nothing of how fast anything is.
  if (!streams) now?.requestSeconds.observe({ route, method }, seconds);
}

const isStream = (response: ServerResponse) =>
  String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
