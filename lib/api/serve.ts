import 'server-only';
import { z } from 'zod';
import type { Ctx, OperatorCtx } from '#lib/api/context.ts';
import { ATTEMPT_BYTES, type Endpoint, methodOf, type OutputOf, pathOf } from '#lib/api/endpoint.ts';
import { Reply } from '#lib/api/reply.ts';
import { originOf } from '#lib/api/request-origin.ts';
import { authorize, requireFreshProof, requirePolicies } from '#lib/api/steps/authorize.ts';
import { once } from '#lib/api/steps/idempotency.ts';
import { enterAccount, identify } from '#lib/api/steps/identify.ts';
import { checkOrigin } from '#lib/api/steps/origin.ts';
import { parsePart, queryOf, readJson } from '#lib/api/steps/parse.ts';
import { presentedRefusal, respond } from '#lib/api/steps/respond.ts';
import { readCookie } from '#lib/auth/server/cookies.ts';
import { GuicheError } from '#lib/core/errors.ts';
import type { Endpoints } from '#lib/endpoints.ts';

type CtxOf<K extends string, E> = E extends { auth: 'none' | 'signature' | 'token' }
  ? null
  : K extends `${string} /api${string}`
    ? OperatorCtx
    : Ctx;
type ParamsOf<E> = E extends { params: z.ZodType } ? OutputOf<E, 'params'> : unknown;
type PartOf<E, P extends 'query' | 'body'> = E extends { [N in P]: z.ZodType }
  ? { [N in P]: OutputOf<E, P> }
  : unknown;
/** A call's parsed parts: its context, the path parameters by name, the query and the body. */
type Parts<K extends string, E> = { ctx: CtxOf<K, E> } & ParamsOf<E> & PartOf<E, 'query'> & PartOf<E, 'body'>;
/** Arguments of the verb that serves an endpoint. */
export type Args<K extends keyof Endpoints> = Parts<K, Endpoints[K]>;
/** A feature's handlers, by endpoint. */
export type Handlers<M> = {
  [K in keyof M & string]: (call: Parts<K, M[K]> & { request: Request }) => Promise<unknown> | unknown;
};
/** A handler without its endpoint's types; `serve` builds the matching call. */
export type Handler = (call: never) => Promise<unknown> | unknown;
export type Served = { key: string; endpoint: Endpoint; handler: Handler };

/** For an endpoint without a query: rejects any query parameter. */
const NO_QUERY = z.strictObject({});

/**
 * Serves every call: session → account → permission → step-up → parse → idempotency → run → present.
 * `segments` are the path's values. A handler may return its own Response (streams, files). Throws what
 * `respondProblem` turns into a problem.
 */
export async function serve(
  { key, endpoint, handler }: Served,
  request: Request,
  segments: Record<string, string>,
): Promise<Response> {
  // A provider's callback is proved by its signature and a metrics scrape by its token; neither has a page or
  // a session.
  const anonymous = ['none', 'signature', 'token'].includes(endpoint.auth ?? 'session');
  if (endpoint.auth !== 'signature') checkOrigin(methodOf(key), request.headers);
  const ctx = anonymous ? null : await admit(key, endpoint, request, segments.account);
  try {
    return await answer({ key, endpoint, handler }, request, segments, ctx);
  } catch (thrown) {
    throw presentedRefusal(ctx, endpoint, thrown);
  }
}

/** Parses the request, runs the handler and builds the response. */
async function answer(
  { key, endpoint, handler }: Served,
  request: Request,
  segments: Record<string, string>,
  ctx: OperatorCtx | null,
): Promise<Response> {
  const call = {
    ...(parsePart(endpoint.params, segments) as object | undefined),
    ctx,
    query: parsePart(endpoint.query ?? NO_QUERY, queryOf(new URL(request.url).searchParams)),
    body:
      endpoint.body === undefined
        ? undefined
        : parsePart(
            endpoint.body,
            await readJson(request, endpoint.maxBody ?? (ctx === null ? ATTEMPT_BYTES : undefined)),
          ),
    request,
  };
  const run = async () => {
    const value = await handler(call as never);
    return value instanceof Reply ? value : { status: endpoint.status ?? 200, value };
  };
  const { status, value } =
    endpoint.idempotency && ctx !== null
      ? await once(
          {
            ...intentOf(key, ctx, segments.account, request, hashed(endpoint, call.body)),
            status: endpoint.status ?? 200,
            shownOnce: endpoint.shownOnce ?? false,
          },
          (intent) => {
            ctx.intent = intent;
            return run();
          },
        )
      : await run();
  return value instanceof Response ? value : respond(ctx, endpoint, status, value);
}

/**
 * Checks session, policies, account, permission and step-up. Returns the caller's context or throws the
 * refusal.
 */
async function admit(key: string, endpoint: Endpoint, request: Request, account: string | undefined) {
  const who = await identify(readCookie(request.headers), originOf(request.headers));
  if (who === null) throw new GuicheError('unauthenticated', 'There is no session.');
  who.signal = request.signal;
  await requirePolicies(who, endpoint.enrols);
  const ctx = pathOf(key).includes('{account}') ? await enterAccount(who, account ?? '') : who;
  await authorize(endpoint, key, ctx);
  if (endpoint.stepUp) await requireFreshProof(ctx, key);
  return ctx;
}

/** The body without the members that must not even be hashed. */
function hashed({ unhashed = [] }: Endpoint, body: unknown): unknown {
  if (unhashed.length === 0 || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !unhashed.includes(name)));
}

function intentOf(
  key: string,
  ctx: OperatorCtx,
  account: string | undefined,
  request: Request,
  body: unknown,
) {
  return {
    operatorId: ctx.operator.id,
    account: account ?? '*',
    endpoint: `${key} ${new URL(request.url).pathname}`,
    key: request.headers.get('idempotency-key'),
    body,
  };
}
