import 'server-only';
import { LRUCache } from 'lru-cache';
import {
  GuicheError,
  type InvalidField,
  isConnectionStatus,
  isUnusual,
  type Missing,
  type ProblemCode,
  type ProviderRefusal,
} from '#lib/core/errors.ts';
import { type AccountMonitor, unreachedBy } from '#lib/core/http/health.ts';
import type { HttpAnswer, HttpFault } from '#lib/core/http/request.ts';
import type { Verdict } from '#lib/core/http/retry.ts';
import { waitSecondsOf } from '#lib/core/provider-numbers.ts';
import type { CallBudget } from '#lib/data/rate-limit/calls.ts';
import { absenceIn, INTERMEDIARY, isOfIntermediary } from '#lib/providers/absence.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader, wholeNumber } from '#lib/providers/fields.ts';

export type Failure =
  | Refusal
  | { kind: 'fault'; fault: HttpFault }
  | { kind: 'unreadable'; status: number; requestId: string | null }
  | { kind: 'circuit' | 'budget'; waitMs: number };
export type Refusal = {
  kind: 'refused';
  status: number;
  code: string | null;
  message: string | null;
  requestId: string | null;
  retryAfterSeconds: number | null;
  fields: InvalidField[];
  sourceIp: string | null;
  /** Details that only the provider's adapter understands. */
  details?: Record<string, unknown>;
};

export type ErrorDialect = {
  /** Reads the refusal from an answer; null for a success. `now` is epoch ms. */
  refusalOf(answer: HttpAnswer, now: number): Refusal | null;
  /** Codes that mean that the credential may not do this; so does every 401. */
  credential: ReadonlySet<string>;
  /** Codes that block the whole account, not one call. A 401 without a code counts as `unauthorized`. */
  blocking: ReadonlySet<string>;
  unauthorized: string;
  /** Members of `blocking` that only changes receive, so a successful read does not lift them. */
  changesOnly?: ReadonlySet<string>;
  /** Codes that are never retried, although their status could be. */
  neverAgain?: ReadonlySet<string>;
};

export const LONGEST_MESSAGE = 500;
/** A longer body is a record, never an error envelope. */
export const LONGEST_ENVELOPE = 20_000;
export const IP = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}\b/i;
export const readFieldError = objectReader({ field: means.fieldName(), message: means.fieldMessage() });

/** The status in the error envelope of a 2xx; 502 if it names none. */
export function statusInEnvelope(written: string | null): number {
  const status = wholeNumber(written);
  return status !== null && status >= 400 && status < 600 ? status : 502;
}

/** Whether a read may be retried: after 429, 424, 5xx and connection faults. */
export function verdictOn(failure: Failure, { neverAgain }: ErrorDialect): Verdict {
  if (failure.kind === 'fault')
    return { retry: failure.fault.fault === 'connect' || failure.fault.fault === 'reset' };
  if (failure.kind !== 'refused') return { retry: false };
  const { status, code, retryAfterSeconds } = failure;
  const never = code === INTERMEDIARY.firewall || neverAgain?.has(code ?? '') === true;
  const retry = (status === 429 || status === 424 || status >= 500) && !never;
  return { retry, retryAfterSeconds: retryAfterSeconds ?? undefined };
}

/** The provider's code if it blocks the whole account, else null. */
export function blockingCode({ status, code }: Refusal, dialect: ErrorDialect): string | null {
  if (status === 401) return code ?? dialect.unauthorized;
  return code !== null && dialect.blocking.has(code) ? code : null;
}

/** `thing`: the path contains an id, so a 404 means that the record does not exist. */
export function toGuicheError(
  failure: Failure,
  { thing }: { thing: boolean },
  dialect: Pick<ErrorDialect, 'credential'>,
): GuicheError {
  switch (failure.kind) {
    case 'refused':
      return refused(failure, kindOf(failure, thing, dialect));
    case 'unreadable':
      return unreadable(failure);
    case 'fault':
      return faulted(failure.fault);
    case 'circuit':
      return new GuicheError('provider_unavailable', 'Calls to the provider pause after repeated faults.', {
        retryAfterSeconds: Math.ceil(failure.waitMs / 1000),
      });
    case 'budget':
      return new GuicheError('rate_limited', "The account's budget of calls is spent.", {
        retryAfterSeconds: Math.ceil(failure.waitMs / 1000),
      });
  }
}

/** Without `missing` it is no JSON (a proxy's page, a cut body) and temporary (`provider_unavailable`). */
export function unreadable({
  status,
  requestId,
  missing,
}: {
  status: number;
  requestId: string | null;
  missing?: readonly Missing[];
}): GuicheError {
  const provider = { code: null, message: null, requestId, status };
  return missing === undefined
    ? new GuicheError('provider_unavailable', 'The provider answered something unreadable.', { provider })
    : new GuicheError('provider_unreadable', `The provider's answer does not tell: ${missing.join(', ')}.`, {
        provider,
        missing,
      });
}

function faulted(failure: HttpFault): GuicheError {
  const { fault, message } = failure;
  const unreached = unreachedBy(failure);
  if (fault === 'timeout')
    return new GuicheError('provider_timeout', 'The provider did not answer in time.', { unreached });
  if (fault === 'tls')
    return new GuicheError('provider_credential', "The provider refuses the account's certificate.", {
      unreached,
      cause: message,
    });
  return new GuicheError('provider_unavailable', 'The provider could not be reached.', {
    unreached,
    cause: message,
  });
}

const refusalOfError = new WeakMap<GuicheError, Refusal>();

/** The refusal that an error was created from, with its `details`; null for every other error. */
export const refusalBehind = (error: unknown): Refusal | null =>
  error instanceof GuicheError ? (refusalOfError.get(error) ?? null) : null;

function refused(refusal: Refusal, kind: ProblemCode): GuicheError {
  const { status, code, message, requestId, retryAfterSeconds, fields, sourceIp } = refusal;
  const provider: ProviderRefusal = {
    code,
    message,
    requestId,
    status,
    ...(sourceIp === null ? {} : { sourceIp }),
  };
  const error = new GuicheError(kind, message ?? `The provider answered ${status}.`, {
    provider,
    ...(kind === 'provider_rejected' ? { status } : {}),
    ...(fields.length === 0 ? {} : { fields }),
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
  });
  refusalOfError.set(error, refusal);
  return error;
}

function kindOf(
  refusal: Refusal,
  thing: boolean,
  { credential }: Pick<ErrorDialect, 'credential'>,
): ProblemCode {
  const { status, code } = refusal;
  if (status === 401 || credential.has(code ?? '')) return 'provider_credential';
  if (status === 429) return 'rate_limited';
  const absent = absenceIn(refusal);
  if (absent === 'route' || (absent === 'unclear' && !thing)) return 'not_supported';
  if (status === 404 && thing) return 'not_found';
  const failed =
    status < 400 || status === 424 || status === 408 || status >= 500 || isConnectionStatus(status);
  return failed ? 'provider_unavailable' : 'provider_rejected';
}

const HOUR_MS = 3_600_000;

/** Scopes that the provider refused to a credential; each counts as missing for an hour. */
export class MissingScopes {
  readonly #scopes: LRUCache<string, true>;

  constructor(now: () => number) {
    this.#scopes = new LRUCache({ max: 100, ttl: HOUR_MS, ttlResolution: 0, perf: { now } });
  }

  learn(scopes: readonly string[]): void {
    for (const scope of scopes) this.#scopes.set(scope, true);
  }

  /** The one learned first comes first. */
  list(): readonly string[] {
    return [...this.#scopes.rkeys()];
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Statuses that firewalls refuse with; the service itself would send them with JSON. */
const REFUSALS: ReadonlySet<number> = new Set([403, 406, 429]);
/** Read otherwise, even with a page: the route is missing (404, 405) or the credential refused (401). */
const OTHERWISE_READ: ReadonlySet<number> = new Set([401, 404, 405]);

/** The start of HTML, XHTML or a storage service's XML; JSON never starts like this. */
const MARKUP = /^\s*<[!?a-z]/i;
/** Text of a challenge to prove that the client is a person, or of a firewall's refusal. */
const CHALLENGE =
  /just a moment|checking your browser|challenge-platform|captcha|attention required|request (?:rejected|blocked)|incapsula|support id|web application firewall/i;
/** Cloudflare's refusal to clients that do not accept HTML. */
const BARE_REFUSAL = /^\s*error code: 1\d{3}\s*$/i;
const SEARCHED_CHARS = 20_000;
const LONGEST_TARGET = 200;

/** The refusal in an answer, the provider's or an intermediary's; null for a success. `now`: epoch ms. */
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

type Places = { monitor: AccountMonitor; errors: ErrorDialect; budget: Pick<CallBudget, 'exceeded'> };

/** Reports a failed call to the account's circuit, budget and health. */
export function reportFailure(failure: Failure, { monitor, budget, errors }: Places): void {
  if (failure.kind === 'fault' && failure.fault.fault === 'aborted') monitor.circuit.neither();
  else if (failure.kind === 'fault' || failure.kind === 'unreadable') {
    monitor.circuit.fault();
    const silent = failure.kind === 'fault' ? { unreached: unreachedBy(failure.fault) } : {};
    monitor.report({ kind: 'failure', ...silent });
  } else if (failure.kind === 'refused' && failure.status === 429) {
    budget.exceeded();
    monitor.circuit.neither();
    monitor.report({ kind: 'pause', seconds: failure.retryAfterSeconds });
  } else if (failure.kind === 'refused') {
    const { status, sourceIp } = failure;
    if (status >= 500) monitor.circuit.fault();
    // The service itself responded: its institution failed (424), or it refused (4xx).
    else monitor.circuit.success();
    const code = blockingCode(failure, errors);
    if (code !== null)
      monitor.report({ kind: 'blocked', code, sourceIp, changing: errors.changesOnly?.has(code) === true });
    else if (status === 424 || status >= 500 || isOfIntermediary(failure.code))
      monitor.report({ kind: 'failure' });
  }
}
