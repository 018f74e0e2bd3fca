import 'server-only';
import { isUnusual } from '#lib/core/errors.ts';
import type { HttpAnswer } from '#lib/core/http/request.ts';
import { waitSecondsOf } from '#lib/core/provider-numbers.ts';
import type { ErrorDialect, Refusal } from '#lib/providers/client/errors.ts';
import { INTERMEDIARY } from '#lib/providers/intermediary-codes.ts';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Statuses that firewalls refuse with; the service itself would send them with JSON. */
const REFUSALS: ReadonlySet<number> = new Set([403, 406, 429]);
/**
 * Statuses that are read otherwise, even with a page: the route is missing (404, 405) or the credential
 * refused (401).
 */
const OTHERWISE_READ: ReadonlySet<number> = new Set([401, 404, 405]);

/** The start of HTML, XHTML or a storage service's XML; JSON never starts like this. */
const MARKUP = /^\s*<[!?a-z]/i;
/**
 * Text of a challenge to prove that the client is a person, or of a firewall's refusal with another status.
 */
const CHALLENGE =
  /just a moment|checking your browser|challenge-platform|captcha|attention required|request (?:rejected|blocked)|incapsula|support id|web application firewall/i;
/** Cloudflare's refusal to clients that do not accept HTML. */
const BARE_REFUSAL = /^\s*error code: 1\d{3}\s*$/i;
const SEARCHED_CHARS = 20_000;
const LONGEST_TARGET = 200;

/**
 * Reads the refusal from an answer, the provider's or an intermediary's; null for a success. `now` is epoch
 * ms.
 */
export function refusalIn(answer: HttpAnswer, now: number, errors: ErrorDialect): Refusal | null {
  const refusal = errors.refusalOf(answer, now);
  if (refusal !== null && refusal.code !== null) return refusal;
  const code = intermediaryIn(answer);
  if (code === null) return refusal;
  const { status, headers } = answer;
  return {
    kind: 'refused',
    status,
    code,
    message: code === INTERMEDIARY.redirect ? targetOf(headers.location) : null,
    requestId: refusal?.requestId ?? headers['x-request-id'] ?? headers['cf-ray'] ?? null,
    retryAfterSeconds: waitSecondsOf(null, headers['retry-after'], now),
    fields: [],
    sourceIp: null,
  };
}

function intermediaryIn({ status, headers, text, bytes }: HttpAnswer): string | null {
  if (REDIRECTS.has(status)) return INTERMEDIARY.redirect;
  if (headers['cf-mitigated'] !== undefined || (status >= 400 && BARE_REFUSAL.test(text)))
    return INTERMEDIARY.firewall;
  if (!MARKUP.test(text.slice(0, 1_000)) || OTHERWISE_READ.has(status)) return null;
  // The caller that requested a file checks the bytes itself.
  if (bytes !== undefined && status < 300) return null;
  if (REFUSALS.has(status) || CHALLENGE.test(text.slice(0, SEARCHED_CHARS))) return INTERMEDIARY.firewall;
  if (isUnusual(status)) return null;
  return status >= 500 ? INTERMEDIARY.gateway : INTERMEDIARY.page;
}

/** A redirect's target without its query and fragment, which may hold a secret; null when it has none. */
function targetOf(location: string | undefined): string | null {
  const target = location?.split(/[?#]/)[0] ?? '';
  return target === '' ? null : target.slice(0, LONGEST_TARGET);
}
