import type { AccountKind } from '#lib/core/account-kinds.ts';
/**
 * `status` answers with a status and code; `silent` never answers; `reset` cuts the connection; `apply-…`
 * executes the request first; `slow` sends its answer byte by byte; `latency` starts it late.
 */
export const FAULT_KINDS = [
  'status',
  'silent',
  'apply-silent',
  'reset',
  'apply-reset',
  'slow',
  'truncated',
  'html',
  'empty',
  'error-200',
  'huge',
  'latency',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export const DELIVERY_FAULTS = ['status', 'timeout', 'close', 'slow'] as const;
/** `paid-other`: paid by a person with another document than the charge's. */
const OUTCOMES = ['paid', 'paid-other', 'refunded', 'expire', 'cancel', 'error'] as const;
/** Possible outcomes of a waiting payment, by API; the first is the usual one. */
export const OUTCOMES_OF = {
  pix: OUTCOMES,
  hub: ['paid', 'expire'],
  card: ['paid', 'denied', 'funds', 'fraud', 'timeout'],
} as const satisfies Record<AccountKind, readonly string[]>;
export const ALL_OUTCOMES = [...OUTCOMES, 'denied', 'funds', 'fraud', 'timeout'] as const;
export type AnyOutcome = (typeof ALL_OUTCOMES)[number];
export const SITUATIONS = ['scam', 'account_takeover', 'coercion', 'bank_error'] as const;
export const DIALECTS = ['plain', 'nested', 'sparse', 'wrapped', 'lean', 'bare'] as const;
export const SCOPES = ['DEPOSIT', 'WITHDRAW'] as const;
/** Scopes of document 2, in its order. */
export const HUB_SCOPES = [
  'PAYMENT_WRITE',
  'PAYMENT_READ',
  'REFUND',
  'WITHDRAW',
  'WITHDRAW_READ',
  'INTERNAL_TRANSFER',
  'INTERNAL_TRANSFER_READ',
  'DEPOSIT_READ',
  'STATEMENT_READ',
  'PIX_KEY_READ',
  'PIX_KEY_WRITE',
  'PIX_DICT_READ',
  'INFRACTION_READ',
  'WEBHOOK_READ',
  'WEBHOOK_WRITE',
] as const;
/** Operations that ACCOUNT_BLOCKED can block. */
export const BLOCKABLE = ['PAYMENT', 'WITHDRAW', 'INTERNAL_TRANSFER', 'REFUND', 'PIX_KEY'] as const;
export const scopesOf = (kind: AccountKind): readonly string[] =>
  kind === 'hub' ? HUB_SCOPES : kind === 'pix' ? SCOPES : [];
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type HttpMethod = (typeof METHODS)[number];

export type FaultPreset = {
  name: string;
  kind: FaultKind;
  status?: number;
  errorCode?: string;
  retryAfterSeconds?: number;
  ms?: number;
};

const refused = (
  name: string,
  status: number,
  errorCode: string,
  retryAfterSeconds?: number,
): FaultPreset => ({
  name,
  kind: 'status',
  status,
  errorCode,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

/** Documented temporary errors, each with the Retry-After it suggests (seconds). */
export const PASSING_FAULTS: readonly FaultPreset[] = [
  refused('429', 429, 'PZG429', 30),
  refused('424', 424, 'PZF500', 10),
  refused('503', 503, 'PZF503', 10),
  refused('500', 500, 'PZI100'),
];
/** Refusals that a person has to resolve. */
export const REFUSALS: readonly FaultPreset[] = [
  refused('PZA100', 401, 'PZA100'),
  refused('PZA200', 403, 'PZA200'),
  refused('PZA203', 403, 'PZA203'),
  refused('PZA204', 403, 'PZA204'),
  refused('PZA205', 403, 'PZA205'),
  refused('PZA206', 403, 'PZA206'),
];
/** Undocumented failures that every HTTP client meets. */
export const BROKEN_ANSWERS: readonly FaultPreset[] = [
  { name: 'silent', kind: 'silent' },
  { name: 'apply-silent', kind: 'apply-silent' },
  { name: 'reset', kind: 'reset' },
  { name: 'apply-reset', kind: 'apply-reset' },
  { name: 'slow', kind: 'slow', ms: 8000 },
  { name: 'truncated', kind: 'truncated' },
  { name: 'html', kind: 'html' },
  { name: 'empty', kind: 'empty' },
  { name: 'error-200', kind: 'error-200' },
  { name: 'huge', kind: 'huge' },
  { name: 'latency', kind: 'latency', ms: 2000 },
];

const hubRefusals: readonly FaultPreset[] = [
  refused('TOKEN_INVALID', 401, 'TOKEN_INVALID'),
  refused('TOKEN_EXPIRED', 401, 'TOKEN_EXPIRED'),
  refused('TOKEN_MISSING_SCOPE', 403, 'TOKEN_MISSING_SCOPE'),
  refused('TOKEN_IP_NOT_ALLOWED', 403, 'TOKEN_IP_NOT_ALLOWED'),
  refused('TOKEN_HOLDER_BLOCKED', 403, 'TOKEN_HOLDER_BLOCKED'),
  refused('CALLBACK_SECRET_MISSING', 412, 'CALLBACK_SECRET_MISSING'),
];
const hubPassing: readonly FaultPreset[] = [
  refused('429', 429, 'RATE_LIMITED', 30),
  refused('502', 502, 'PROVIDER_UNAVAILABLE'),
  refused('503', 503, 'SERVICE_UNAVAILABLE', 10),
  refused('500', 500, 'INTERNAL_ERROR'),
];
/** Document 3 has no error codes, only a status and a message. */
const plain = (status: number, retryAfterSeconds?: number): FaultPreset => ({
  name: String(status),
  kind: 'status',
  status,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

type PresetGroups = Readonly<Record<'passing' | 'refusals' | 'broken', readonly FaultPreset[]>>;
/** Faults to choose from, by the reaction they need. */
export const PRESETS_OF: Readonly<Record<AccountKind, PresetGroups>> = {
  pix: { passing: PASSING_FAULTS, refusals: REFUSALS, broken: BROKEN_ANSWERS },
  hub: { passing: hubPassing, refusals: hubRefusals, broken: BROKEN_ANSWERS },
  card: {
    passing: [plain(429, 30), plain(503, 10), plain(500)],
    refusals: [plain(401), plain(403), plain(422)],
    broken: BROKEN_ANSWERS,
  },
};
/** The route proposed first. */
export const FIRST_ROUTE: Readonly<Record<AccountKind, string>> = {
  pix: 'POST /pix',
  hub: 'POST /transactions/withdraw',
  card: 'POST /charges',
};

export type Route = { method?: HttpMethod; path?: string };

/**
 * Parses `POST /pix`, `/pix` or an empty text (every route); null: invalid. The path is relative to the
 * version, so a pasted `/v1/pix` or `/api/v1/…` loses that prefix.
 */
export function parseRoute(typed: string): Route | null {
  const text = typed.trim();
  if (text === '') return {};
  const match = /^(?:([a-z]+)(?:\s+|$))?(\/\S*)?$/i.exec(text);
  if (match === null) return null;
  const method = match[1]?.toUpperCase();
  if (method !== undefined && !(METHODS as readonly string[]).includes(method)) return null;
  const path = match[2]?.replace(/^(?:\/api)?\/v1(?=\/|$)/, '');
  return {
    ...(method === undefined ? {} : { method: method as HttpMethod }),
    ...(path === undefined || path === '' ? {} : { path }),
  };
}

export type Target = { transactionId: string } | { clientReference: string } | { endToEndId: string };

/**
 * Recognises an end-to-end id by its form. The simulator tries any other text as an id and as a reference.
 */
export function targetOf(typed: string): Target {
  const text = typed.trim();
  if (/^[ED]\d{20}[A-Za-z0-9]{11}$/.test(text)) return { endToEndId: text };
  // Guichê prefixes a Hub id with its kind; the provider does not.
  return { transactionId: text.replace(/^(?:payment|deposit):/, '') };
}

/** The simulator's name for the address of its caller. */
export const THIS_IP = 'self';
/**
 * A foreign address. Alone on the list it makes the simulator refuse calls with PZA203 and the address it
 * saw.
 */
export const ANOTHER_IP = '203.0.113.254';

export type IpList = 'open' | 'empty' | 'other';

/**
 * State of the IP list: it allows this machine (`open`), it is empty, or it has other addresses only. In
 * document 2 an empty list allows every address.
 */
export function ipListOf(ips: readonly string[], kind: AccountKind = 'pix'): IpList {
  if (ips.length === 0) return kind === 'hub' ? 'open' : 'empty';
  return ips.some((ip) => ip === THIS_IP || ip === '::1' || ip.startsWith('127.')) ? 'open' : 'other';
}
