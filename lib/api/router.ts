import 'server-only';
import { addRoute, createRouter, findRoute } from 'rou3';
import { originOf } from '#lib/api/context.ts';
import { type EndpointMap, methodOf, pathOf } from '#lib/api/endpoint.ts';
import { type Handler, type Served, serve } from '#lib/api/serve.ts';
import { respondNotAllowed, respondProblem } from '#lib/api/steps/respond.ts';
import { readCookie, withCookies } from '#lib/auth/server/cookies.ts';
import { SERVER_TIME } from '#lib/core/clock.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { asLocale } from '#lib/core/i18n/locales.ts';
import { setRoute } from '#lib/core/telemetry/request-context.ts';
import { databaseNow } from '#lib/data/clock.ts';

type ApiRouter = (request: Request) => Promise<Response>;

/** The HTTP API: failures become problems, 404 for a path, 405 with `Allow` for a method. */
export function createApiRouter(endpoints: EndpointMap, handlers: Record<string, Handler>): ApiRouter {
  const router = routerOf(endpoints, handlers);
  const answer = async (request: Request): Promise<Response> => {
    const locale = asLocale(readCookie(request.headers)('locale'));
    const { id } = originOf(request.headers);
    try {
      const found = findRoute(router, '', new URL(request.url).pathname);
      if (found === undefined) throw new GuicheError('not_found', 'No such endpoint.');
      const served = found.data.get(request.method === 'HEAD' ? 'GET' : request.method);
      if (served === undefined) return respondNotAllowed(methodsOf(found.data), locale, id);
      setRoute(pathOf(served.key), { isStream: served.endpoint.answer === 'events' });
      return await serve(served, request, decoded(found.params ?? {}));
    } catch (thrown) {
      // The client disconnected; the thrown error is its abort, not a defect.
      if (request.signal.aborted) return new Response(null, { status: 499 });
      return respondProblem(thrown, locale, id);
    }
  };
  return async (request) => {
    const response = await withCookies(() => answer(request));
    response.headers.set(SERVER_TIME, String(databaseNow()));
    if (request.method !== 'HEAD' && !request.signal.aborted) return response;
    // Nobody reads this body, so whatever feeds it must end.
    await response.body?.cancel();
    return new Response(null, response);
  };
}

type Methods = Map<string, Served>;

function routerOf(endpoints: EndpointMap, handlers: Record<string, Handler>) {
  const addresses = new Map<string, Methods>();
  for (const [key, endpoint] of Object.entries(endpoints)) {
    const handler = handlers[key];
    if (handler === undefined) throw new Error(`${key} has no handler.`);
    const pattern = pathOf(key).replace(/\{(\w+)\}/g, ':$1');
    const methods = addresses.get(pattern) ?? new Map();
    addresses.set(pattern, methods.set(methodOf(key), { key, endpoint, handler }));
  }
  const router = createRouter<Methods>();
  for (const [pattern, methods] of addresses) addRoute(router, '', pattern, methods);
  return router;
}

const methodsOf = (methods: Methods) =>
  [...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));

/** Decodes path segments after the match, so that `%2F` does not split a segment. */
function decoded(params: Record<string, string | undefined>): Record<string, string> {
  try {
    return Object.fromEntries(
      Object.entries(params).map(([name, segment]) => [name, decodeURIComponent(segment ?? '')]),
    );
  } catch {
    throw invalidField('path', 'not text', 'The address is not text.');
  }
}
