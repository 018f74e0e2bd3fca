import 'server-only';
import { z } from 'zod';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { Endpoint } from '#lib/api/endpoint.ts';
import { problemHelp } from '#lib/api/problem-help.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import { GuicheError, type Problem, type ProviderFault } from '#lib/core/errors.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import { log } from '#lib/core/log.ts';
import { maskText } from '#lib/core/masking/mask.ts';
import { pii } from '#lib/core/masking/pii.ts';
import { AGAIN_SECONDS, isDatabaseFault } from '#lib/data/fault.ts';

const PRIVATE = { 'cache-control': 'private, no-store' };

/**
 * Step "respond": presents the answer and sends it. An operation's answer was reduced by its kind and belongs
 * to its operator, so it is only parsed.
 */
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
  const said = schema?.safeParse(existing).success ? schema : UNDESCRIBED;
  const details = { ...thrown.details, existing: serializeFor(ctx, said, existing), cause: thrown.cause };
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

/**
 * Masks the provider's message, which may contain personal data; this code does not know who reads the
 * problem.
 */
function masked(provider: ProviderFault): ProviderFault {
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
