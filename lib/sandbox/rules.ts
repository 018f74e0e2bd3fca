import type { AccountKind } from '#lib/core/account-kinds.ts';
/**
 * `status` answers with a status and code; `silent` never answers, `reset` cuts the line, `apply-…` does the thing
 * first; `slow` drips its answer, `latency` begins it late.
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
/** `paid-other`: by somebody whose document is not the charge's. */
const OUTCOMES = ['paid', 'paid-other', 'refunded', 'expire', 'cancel', 'error'] as const;
/** How a waiting payment may be ended, by API; the first is the usual one. */
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
/** Document 2's scopes, in its order. */
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
/** Operations that ACCOUNT_BLOCKED may name. */
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

/** Answers the service documents as passing by themselves, each with the wait it would suggest. */
export const PASSING_FAULTS: readonly FaultPreset[] = [
  refused('429', 429, 'PZG429', 30),
  refused('424', 424, 'PZF500', 10),
  refused('503', 503, 'PZF503', 10),
  refused('500', 500, 'PZI100'),
];
/** Refusals that someone has to settle. */
export const REFUSALS: readonly FaultPreset[] = [
  refused('PZA100', 401, 'PZA100'),
  refused('PZA200', 403, 'PZA200'),
  refused('PZA203', 403, 'PZA203'),
  refused('PZA204', 403, 'PZA204'),
  refused('PZA205', 403, 'PZA205'),
  refused('PZA206', 403, 'PZA206'),
];
/** Faults that no service documents and every client meets. */
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
/** Document 3 names no codes: a status and a sentence. */
const plain = (status: number, retryAfterSeconds?: number): FaultPreset => ({
  name: String(status),
  kind: 'status',
  status,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

type PresetGroups = Readonly<Record<'passing' | 'refusals' | 'broken', readonly FaultPreset[]>>;
/** Faults to arm, by what they ask of whoever meets them. */
export const PRESETS_OF: Readonly<Record<AccountKind, PresetGroups>> = {
  pix: { passing: PASSING_FAULTS, refusals: REFUSALS, broken: BROKEN_ANSWERS },
  hub: { passing: hubPassing, refusals: hubRefusals, broken: BROKEN_ANSWERS },
  card: {
    passing: [plain(429, 30), plain(503, 10), plain(500)],
    refusals: [plain(401), plain(403), plain(422)],
    broken: BROKEN_ANSWERS,
  },
};
/** A route worth failing first. */
export const FIRST_ROUTE: Readonly<Record<AccountKind, string>> = {
  pix: 'POST /pix',
  hub: 'POST /transactions/withdraw',
  card: 'POST /charges',
};

export type Route = { method?: HttpMethod; path?: string };

/**
 * `POST /pix`, `/pix` or nothing at all (every route) as typed; null where it is neither. The path stands below
 * the version segment, so a pasted `/v1/pix` or `/api/v1/…` loses it.
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

/** An end-to-end id by its form; anything else is tried as an id and as a reference, which the simulator tells apart. */
export function targetOf(typed: string): Target {
  const text = typed.trim();
  if (/^[ED]\d{20}[A-Za-z0-9]{11}$/.test(text)) return { endToEndId: text };
  // A Hub id carries its kind here, not in the service.
  return { transactionId: text.replace(/^(?:payment|deposit):/, '') };
}

/** The simulator's word for the address from which it is called. */
export const THIS_IP = 'self';
/** An address that is not Guichê's own: put alone on the list, calls are refused with the one seen (PZA203). */
export const ANOTHER_IP = '203.0.113.254';

export type IpList = 'open' | 'empty' | 'other';

/**
 * How the list of IPs stands: with this machine's address on it, without any, or with others only. Document 2 reads
 * an empty list as any address.
 */
export function ipListOf(ips: readonly string[], kind: AccountKind = 'pix'): IpList {
  if (ips.length === 0) return kind === 'hub' ? 'open' : 'empty';
  return ips.some((ip) => ip === THIS_IP || ip === '::1' || ip.startsWith('127.')) ? 'open' : 'other';
}
