import 'server-only';
import { isUnusual } from '#lib/core/errors.ts';
import type { HttpAnswer } from '#lib/core/http/request.ts';
import { waitSecondsOf } from '#lib/core/provider-numbers.ts';
import type { ErrorDialect, Refusal } from '#lib/providers/client/errors.ts';
import { INTERMEDIARY } from '#lib/providers/intermediary-codes.ts';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Statuses that firewalls refuse with; the service itself answers them as JSON. */
const REFUSALS: ReadonlySet<number> = new Set([403, 406, 429]);
/** Their pages say whether the route (404, 405) or the credential (401) is meant. */
const OTHERWISE_READ: ReadonlySet<number> = new Set([401, 404, 405]);

/** JSON never begins like this; HTML, XHTML and the XML of storage services do. */
const MARKUP = /^\s*<[!?a-z]/i;
/** A challenge to prove that a person sits there, or a refusal with another status than those above. */
const CHALLENGE =
  /just a moment|checking your browser|challenge-platform|captcha|attention required|request (?:rejected|blocked)|incapsula|support id|web application firewall/i;
/** Cloudflare's refusal to clients that take no HTML. */
const BARE_REFUSAL = /^\s*error code: 1\d{3}\s*$/i;
const LOOKED_AT = 20_000;
const LONGEST_TARGET = 200;

/** The refusal that an answer is, its intermediary's where that one gave it; null for a good one. `now` is epoch ms. */
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
  // Who asked for a file tells by its bytes whether it is one.
  if (bytes !== undefined && status < 300) return null;
  if (REFUSALS.has(status) || CHALLENGE.test(text.slice(0, LOOKED_AT))) return INTERMEDIARY.firewall;
  if (isUnusual(status)) return null;
  return status >= 500 ? INTERMEDIARY.gateway : INTERMEDIARY.page;
}

/** Where a redirect leads, without what may hold a secret; null where it does not say. */
function targetOf(location: string | undefined): string | null {
  const target = location?.split(/[?#]/)[0] ?? '';
  return target === '' ? null : target.slice(0, LONGEST_TARGET);
}
