/** Every code that Guichê's HTTP API can answer, and its status. A provider's own codes are in `provider`. */
export const PROBLEM_STATUS = {
  unauthenticated: 401,
  forbidden: 403,
  step_up_required: 403,
  second_factor_required: 403,
  not_found: 404,
  invalid_request: 400,
  not_supported: 409,
  conflict: 409,
  idempotency_conflict: 409,
  already_done: 409,
  code_changed: 409,
  amount_differs: 409,
  /** The account's settings are absent from this instance's environment. */
  account_unconfigured: 409,
  /** A backup was restored since, and the provider does not report whether it was done before. */
  restored: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  method_not_allowed: 405,
  rate_limited: 429,
  provider_credential: 502,
  provider_rejected: 422,
  provider_unavailable: 503,
  provider_timeout: 504,
  provider_unreadable: 502,
  unavailable: 503,
  internal: 500,
} as const;

export type ProblemCode = keyof typeof PROBLEM_STATUS;

/** Provider statuses that Guichê passes on: about the request, and no browser or proxy reacts to them. */
const PASSED_ON: ReadonlySet<number> = new Set([
  400, 402, 403, 404, 409, 410, 412, 413, 415, 422, 423, 428, 451,
]);
const OWN_STATUSES: ReadonlySet<number> = new Set(Object.values(PROBLEM_STATUS));
/** Statuses about this hop, not the request: a proxy, a connection, a protocol, an address elsewhere. */
const OF_THE_HOP: ReadonlySet<number> = new Set([407, 421, 425, 426, 505, 511]);

/** Statuses that pass by themselves, as 500 and 503 do (document 1 on 424). */
const TRANSIENT: ReadonlySet<number> = new Set([408, 424]);

/** True if a provider's status (100 to 599) comes from an intermediary or is about the connection. */
export const isConnectionStatus = (status: number): boolean =>
  status < 200 || (status >= 300 && status < 400) || OF_THE_HOP.has(status);

/** True for a refusal whose status Guichê neither passes on nor uses itself: the help text names it. */
export const isUnusual = (status: number): boolean =>
  isConnectionStatus(status) ||
  (status >= 400 &&
    status < 500 &&
    !PASSED_ON.has(status) &&
    !OWN_STATUSES.has(status) &&
    !TRANSIENT.has(status));

/** The provider's status if it may be passed on, else 502; without one, the code's own. */
export function ownStatus(code: ProblemCode, providerStatus?: number): number {
  if (providerStatus === undefined) return PROBLEM_STATUS[code];
  return PASSED_ON.has(providerStatus) || OWN_STATUSES.has(providerStatus) ? providerStatus : 502;
}

/** The provider's refusal, unchanged. `sourceIp`: the caller's address as it saw it (PZA203, PZA205). */
export type ProviderRefusal = {
  code: string | null;
  message: string | null;
  requestId: string | null;
  status: number | null;
  sourceIp?: string;
};

/** What an answer lacked, in Guichê's own terms (doctor.json, `lacks`), never text from the answer. */
export const MISSING = [
  ...(['id', 'amount', 'status', 'address', 'list', 'next-page', 'transaction'] as const),
  ...(['asked-transaction', 'payment', 'refund', 'asked-refund', 'charge', 'recurrence', 'rate'] as const),
  ...(['conversion', 'balance', 'limits', 'metrics', 'profile', 'summary', 'line', 'deposit'] as const),
  ...(['report', 'delivery', 'resend', 'dispute', 'defense', 'webhook', 'secret', 'ownership'] as const),
  ...(['key', 'holder', 'code', 'file'] as const),
] as const;
export type Missing = (typeof MISSING)[number];

export type InvalidField = { field: string; message: string };

/** Help in the caller's language. `unknown`: only the provider's own message explains its code. */
export type ProblemHelp = {
  title: string;
  hint: string;
  responsible: string;
  retry: 'self' | 'ask' | 'never';
  unknown?: true;
};

/** Why an address did not answer: unknown name, refused connection, silence, certificate. */
export type Unreached = 'name' | 'refused' | 'silent' | 'certificate' | 'other';

/** The body of every `application/problem+json` answer (RFC 9457). */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  requestId?: string;
  detail?: string;
  provider?: ProviderRefusal;
  unreached?: Unreached;
  fields?: InvalidField[];
  missing?: readonly Missing[];
  retryAfterSeconds?: number;
  help?: ProblemHelp;
  existing?: unknown;
  operationId?: string;
};

type Details = Omit<Problem, 'type' | 'title' | 'status' | 'code' | 'requestId' | 'detail' | 'help'> & {
  status?: number;
  cause?: unknown;
};

const MARK = Symbol.for('guiche.error');

/** The one error class: thrown anywhere on the server, turned into a Problem by `route`. */
export class GuicheError extends Error {
  /** Pages and handlers are bundled apart: `instanceof` must work across copies of this module. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  readonly [MARK] = true;
  readonly code: ProblemCode;
  readonly status: number;
  readonly details: Details;

  constructor(code: ProblemCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'GuicheError';
    this.code = code;
    this.status = ownStatus(code, details.status);
    this.details = details;
  }
}

/** For `catch`: returns null for a GuicheError with this code; throws any other error again. */
export const nullOn =
  (code: ProblemCode) =>
  (error: unknown): null => {
    if (error instanceof GuicheError && error.code === code) return null;
    throw error;
  };

/** The result, or null where it throws: for reading what may be broken or sealed with a lost key. */
export function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** The error of one field of a request: a code under its form's errors in the messages. */
export const invalidField = (
  field: string,
  message: string,
  text = 'The request is not of the expected form.',
): GuicheError => new GuicheError('invalid_request', text, { fields: [{ field, message }] });

/** The error for an account whose variables are absent here: its provider is not called. */
export const accountUnconfigured = () =>
  new GuicheError('account_unconfigured', 'The settings of this account are absent from the environment.');
