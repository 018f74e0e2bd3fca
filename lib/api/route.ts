import 'server-only';
import type { NextRequest } from 'next/server';
import { z } from 'zod';
import type { Ctx, OperatorCtx } from '#lib/api/context.ts';
import type { Endpoint, OutputOf } from '#lib/api/endpoint.ts';
import { methodOf, pathOf } from '#lib/api/endpoint.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { Reply } from '#lib/api/reply.ts';
import { originOf } from '#lib/api/request-origin.ts';
import { authorize, requireFreshProof } from '#lib/api/steps/authorize.ts';
import { once } from '#lib/api/steps/idempotency.ts';
import { enterAccount, identify } from '#lib/api/steps/identify.ts';
import { checkOrigin } from '#lib/api/steps/origin.ts';
import { parsePart, queryOf, readJson } from '#lib/api/steps/parse.ts';
import { respond, respondProblem } from '#lib/api/steps/respond.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { endpoints } from '#lib/endpoints.ts';
import { asLocale } from '#lib/i18n/locales.ts';

type CtxOf<K extends keyof Endpoints> = Endpoints[K] extends { auth: 'none' | 'signature' }
  ? null
  : K extends `${string} /api${string}`
    ? OperatorCtx
    : Ctx;
type Handler<K extends keyof Endpoints> = (call: {
  ctx: CtxOf<K>;
  params: OutputOf<Endpoints[K], 'params'>;
  query: OutputOf<Endpoints[K], 'query'>;
  body: OutputOf<Endpoints[K], 'body'>;
  request: NextRequest;
}) => Promise<unknown> | unknown;
/** Of an endpoint that takes no query: any name is unknown. */
const NO_QUERY = z.strictObject({});

type RouteContext = { params: Promise<Record<string, string>> };

/**
 * The one way to write a handler: session → account → permission → step-up → parse → idempotency → run → parse out.
 * A handler with `answer: 'stream'` or `'raw'` returns its own Response. Every failure becomes a problem.
 */
export function route<K extends keyof Endpoints>(key: K, handler: Handler<K>) {
  const endpoint: Endpoint = endpoints[key];
  return async (request: NextRequest, { params }: RouteContext): Promise<Response> => {
    const cookies = (name: string) => request.cookies.get(name)?.value;
    const origin = originOf(request.headers);
    try {
      const method = methodOf(key);
      // A provider's callback proves itself by its signature; it has no page and no session.
      const anonymous = endpoint.auth === 'none' || endpoint.auth === 'signature';
      if (endpoint.auth !== 'signature') checkOrigin(method, request.headers);
      // Next gives a route without parameters none at all.
      const given = (await params) ?? {};
      const ctx = anonymous ? null : await admit(key, endpoint, request, given.account);
      const call = {
        ctx: ctx as CtxOf<K>,
        params: parsePart(endpoint.params, given),
        query: parsePart(endpoint.query ?? NO_QUERY, queryOf(request.nextUrl.searchParams)),
        body:
          endpoint.body === undefined
            ? undefined
            : parsePart(endpoint.body, await readJson(request, endpoint.maxBody)),
        request,
      } as Parameters<Handler<K>>[0];
      const run = async () => {
        const value = await handler(call);
        return value instanceof Reply ? value : { status: endpoint.status ?? 200, value };
      };
      const { status, value } =
        endpoint.idempotency && ctx !== null
          ? await once(
              {
                ...intentOf(key, ctx, given.account, request, hashed(endpoint, call.body)),
                status: endpoint.status ?? 200,
              },
              (intent) => {
                ctx.intent = intent;
                return run();
              },
            )
          : await run();
      return value instanceof Response ? value : respond(endpoint.response, status, value);
    } catch (thrown) {
      // Nobody waits for this answer any more; what was thrown is that, not a fault.
      if (request.signal.aborted) return new Response(null, { status: 499 });
      return respondProblem(thrown, asLocale(cookies('locale')), origin.id);
    }
  };
}

/** Session, account, permission and step-up: the caller's context, or the refusal. */
async function admit(key: string, endpoint: Endpoint, request: NextRequest, account: string | undefined) {
  const who = await identify((name) => request.cookies.get(name)?.value, originOf(request.headers));
  if (who === null) throw new GuicheError('unauthenticated', 'There is no session.');
  const ctx = pathOf(key).includes('{account}') ? await enterAccount(who, account ?? '') : who;
  ctx.signal = request.signal;
  await authorize(endpoint, key, ctx);
  if (endpoint.stepUp) await requireFreshProof(ctx);
  return ctx;
}

/** The body without what must not even be hashed. */
function hashed({ unhashed = [] }: Endpoint, body: unknown): unknown {
  if (unhashed.length === 0 || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !unhashed.includes(name)));
}

function intentOf(
  key: string,
  ctx: OperatorCtx,
  account: string | undefined,
  request: NextRequest,
  body: unknown,
) {
  return {
    operatorId: ctx.operator.id,
    account: account ?? '*',
    endpoint: `${key} ${request.nextUrl.pathname}`,
    key: request.headers.get('idempotency-key'),
    body,
  };
}
