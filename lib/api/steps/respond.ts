import 'server-only';
import { z } from 'zod';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { Endpoint } from '#lib/api/endpoint.ts';
import { problemHelp } from '#lib/api/problem-help.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import { GuicheError, type Problem, type ProviderRefusal } from '#lib/core/errors.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import { log } from '#lib/core/log.ts';
import { maskText } from '#lib/core/masking/mask.ts';
import { pii } from '#lib/core/masking/pii.ts';

/** Seconds after which a caller may retry when the database did not answer. */
const AGAIN_SECONDS = 5;
const PRIVATE = { 'cache-control': 'private, no-store' };

/** Step "respond": presents the answer. An operation's answer is its operator's own: it is only parsed. */
export function respond(
  ctx: OperatorCtx | null,
  { response: schema, idempotency: inClear = false }: Endpoint,
  status: number,
  value: unknown,
): Response {
  if (status === 204 || schema === undefined) return new Response(null, { status: 204, headers: PRIVATE });
  // `JSON.stringify` is half a millisecond faster than `Response.json` for a hundred rows.
  const text = JSON.stringify(serializeFor(ctx, schema, value, { inClear }));
  return new Response(text, { status, headers: { ...PRIVATE, 'content-type': 'application/json' } });
}

const UNDESCRIBED = pii.deep(z.unknown());

/** A refusal whose `existing` record is masked for this operator, by the endpoint's schema for it. */
export function presentedRefusal(ctx: OperatorCtx | null, { existing: schema }: Endpoint, thrown: unknown) {
  if (!(thrown instanceof GuicheError) || thrown.details.existing === undefined) return thrown;
  const { existing } = thrown.details;
  const described = schema?.safeParse(existing).success ? schema : UNDESCRIBED;
  const details = {
    ...thrown.details,
    existing: serializeFor(ctx, described, existing),
    cause: thrown.cause,
  };
  return new GuicheError(thrown.code, thrown.message, details);
}

/** Any thrown value as `application/problem+json`. What is not a GuicheError is a defect of Guichê. */
export function respondProblem(thrown: unknown, locale: Locale, requestId: string): Response {
  const error = thrown instanceof GuicheError ? thrown : asInternal(thrown, requestId);
  const problem = { ...problemOf(error, locale), requestId };
  const headers: Record<string, string> = { ...PRIVATE, 'content-type': 'application/problem+json' };
  if (error.details.retryAfterSeconds !== undefined)
    headers['retry-after'] = String(error.details.retryAfterSeconds);
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}

/** Answers 405 with the `Allow` header. */
export function respondNotAllowed(allowed: readonly string[], locale: Locale, requestId: string): Response {
  const error = new GuicheError('method_not_allowed', `This address answers ${allowed.join(', ')}.`);
  const answer = respondProblem(error, locale, requestId);
  answer.headers.set('allow', allowed.join(', '));
  return answer;
}

/** A GuicheError as a problem in the caller's language. */
export function problemOf(error: GuicheError, locale: Locale): Problem {
  const { cause: _, status: _status, provider, ...details } = error.details;
  const help = problemHelp(locale, error.code, provider?.code ?? null, details.missing, provider?.status);
  return {
    type: `/problems/${error.code.replaceAll('_', '-')}`,
    title: help.title,
    status: error.status,
    code: error.code,
    ...details,
    ...(provider === undefined ? {} : { provider: masked(provider) }),
    help,
  };
}

/** Masks the provider's message, which may contain personal data: the problem's reader is unknown here. */
function masked(provider: ProviderRefusal): ProviderRefusal {
  const { message } = provider;
  return { ...provider, message: message === null ? null : maskText(message, { names: false }) };
}

function asInternal(thrown: unknown, requestId: string): GuicheError {
  if (isDatabaseFault(thrown)) {
    log().error({ requestId, err: thrown }, 'database fault');
    return new GuicheError('unavailable', 'The database does not answer.', {
      cause: thrown,
      retryAfterSeconds: AGAIN_SECONDS,
    });
  }
  log().error({ requestId, err: thrown }, 'defect');
  return new GuicheError('internal', 'A defect of Guichê.', { cause: thrown });
}

/** True for lost connections, shutdowns and full disks: faults of the database, not of Guichê. */
function isDatabaseFault(thrown: unknown): boolean {
  let current: unknown = thrown;
  for (let depth = 0; depth < 4 && current instanceof Error; depth += 1, current = current.cause) {
    const { code, message } = current as Error & { code?: unknown };
    if (typeof code === 'string' && /^(ECONN|ENOSPC|ETIMEDOUT|EPIPE|57P|57014|08|53)/.test(code)) return true;
    if (
      /Connection terminated|not queryable|Query read timeout|timeout exceeded when trying to connect|PGlite is clos/.test(
        message,
      )
    )
      return true;
  }
  return false;
}
