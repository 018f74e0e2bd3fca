import 'server-only';
import { z } from 'zod';
import { type CallParts, queryTexts } from '#lib/api/client.ts';
import { type Ctx, type OperatorCtx, originOf, Reply } from '#lib/api/context.ts';
import { ATTEMPT_BYTES, type Endpoint, methodOf, type OutputOf, pathOf } from '#lib/api/endpoint.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import {
  checkOrigin,
  requireFreshProof,
  requirePermission,
  requirePolicies,
} from '#lib/api/steps/authorize.ts';
import { once } from '#lib/api/steps/idempotency.ts';
import { enterAccount, identify } from '#lib/api/steps/identify.ts';
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

const NO_QUERY = z.strictObject({});

/**
 * Serves a call: session → account → permission → step-up → parse → idempotency → run → present. A handler
 * may return its own Response. Throws what `respondProblem` turns into a problem.
 */
export async function serve(
  { key, endpoint, handler }: Served,
  request: Request,
  segments: Record<string, string>,
): Promise<Response> {
  // A callback is proved by its signature, a metrics scrape by its token; neither has a session.
  const anonymous = ['none', 'signature', 'token'].includes(endpoint.auth ?? 'session');
  if (endpoint.auth !== 'signature') checkOrigin(methodOf(key), request.headers);
  const ctx = anonymous ? null : await admit(key, endpoint, request, segments.account);
  try {
    return await answer({ key, endpoint, handler }, request, segments, ctx);
  } catch (thrown) {
    throw presentedRefusal(ctx, endpoint, thrown);
  }
}

async function answer(
  { key, endpoint, handler }: Served,
  request: Request,
  segments: Record<string, string>,
  ctx: OperatorCtx | null,
): Promise<Response> {
  const url = new URL(request.url);
  const call = {
    ...(parsePart(endpoint.params, segments) as object | undefined),
    ctx,
    query: parsePart(endpoint.query ?? NO_QUERY, queryOf(url.searchParams)),
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
  const runOnce = (by: OperatorCtx) => {
    const intent = {
      operatorId: by.operator.id,
      account: segments.account ?? '*',
      endpoint: `${key} ${url.pathname}`,
      key: request.headers.get('idempotency-key'),
      body: hashed(endpoint, call.body),
      status: endpoint.status ?? 200,
      shownOnce: endpoint.shownOnce ?? false,
    };
    return once(intent, (bound) => {
      by.intent = bound;
      return run();
    });
  };
  const { status, value } = await (endpoint.idempotency && ctx !== null ? runOnce(ctx) : run());
  return value instanceof Response ? value : respond(ctx, endpoint, status, value);
}

/** Checks session, policies, account, permission and step-up; returns the caller's context or throws. */
async function admit(key: string, endpoint: Endpoint, request: Request, account: string | undefined) {
  const who = await identify(readCookie(request.headers), originOf(request.headers));
  if (who === null) throw new GuicheError('unauthenticated', 'There is no session.');
  who.signal = request.signal;
  await requirePolicies(who, endpoint.enrols);
  const ctx = pathOf(key).includes('{account}') ? await enterAccount(who, account ?? '') : who;
  await permit(key, endpoint, ctx);
  return ctx;
}

async function permit(key: string, { permission, stepUp }: Endpoint, ctx: OperatorCtx): Promise<void> {
  if (permission !== null && permission !== 'signed-in') await requirePermission(ctx, permission, key);
  if (stepUp) await requireFreshProof(ctx, key);
}

/**
 * Answers a read in this process, for an operator whose session, policies and account were checked. What it
 * returns and throws is what HTTP would answer, except `not_found` for a malformed id in a page's address.
 */
export async function serveHere(
  { key, endpoint, handler }: Served,
  ctx: OperatorCtx,
  { account, params, query = {} }: CallParts,
): Promise<unknown> {
  const own = (ctx as Partial<Ctx>).account?.slug ?? account;
  if (account !== undefined && own !== account)
    throw new Error(`${key} of ${account} was called with the context of ${own}.`);
  await permit(key, endpoint, ctx);
  if (endpoint.params?.safeParse(params).success === false)
    throw new GuicheError('not_found', 'No record has such an id.');
  const call = {
    ...(parsePart(endpoint.params, params) as object | undefined),
    ctx,
    query: parsePart(endpoint.query ?? NO_QUERY, queryTexts(query)),
  };
  return serializeFor(ctx, endpoint.response ?? z.never(), await handler(call as never));
}

function hashed({ unhashed = [] }: Endpoint, body: unknown): unknown {
  if (unhashed.length === 0 || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !unhashed.includes(name)));
}
