import 'server-only';
import {
  type FieldFault,
  GuicheError,
  isConnectionStatus,
  type Missing,
  type ProblemCode,
  type ProviderFault,
} from '#lib/core/errors.ts';
import { unreachedBy } from '#lib/core/http/health.ts';
import type { HttpAnswer, HttpFault } from '#lib/core/http/request.ts';
import type { Verdict } from '#lib/core/http/retry.ts';
import { absenceIn } from '#lib/providers/absence.ts';
import { INTERMEDIARY } from '#lib/providers/intermediary-codes.ts';

/** Why a call to a provider failed. */
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
  fields: FieldFault[];
  sourceIp: string | null;
  /** Details that only the provider's adapter understands. */
  details?: Record<string, unknown>;
};

/** How one provider reports errors. */
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

/**
 * The error for an answer that Guichê cannot read. `missing` names what it lacks (`provider_unreadable`).
 * Without `missing` it is no JSON (a proxy's page, a cut body): a temporary fault (`provider_unavailable`).
 */
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
  const provider: ProviderFault = {
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
  if (absent === 'route' || (absent === 'untold' && !thing)) return 'not_supported';
  if (status === 404 && thing) return 'not_found';
  const failed =
    status < 400 || status === 424 || status === 408 || status >= 500 || isConnectionStatus(status);
  return failed ? 'provider_unavailable' : 'provider_rejected';
}

const HOUR_MS = 3_600_000;

/**
 * Scopes that the provider refused to a credential. Each counts as missing for an hour; then Guichê tries
 * again.
 */
export class MissingScopes {
  readonly #until = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  learn(scopes: readonly string[]): void {
    for (const scope of scopes) this.#until.set(scope, this.#now() + HOUR_MS);
  }

  list(): readonly string[] {
    const now = this.#now();
    return [...this.#until].flatMap(([scope, until]) => (until > now ? [scope] : []));
  }
}
