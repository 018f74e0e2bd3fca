import type { AccountKind } from '#lib/core/account-kinds.ts';
import type { CallFault, DeliveryFault, SimulatorState } from '#lib/sandbox/contract.ts';

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

export type FaultPreset = {
  name: string;
  kind: (typeof FAULT_KINDS)[number];
  status?: number;
  errorCode?: string;
  retryAfterSeconds?: number;
  ms?: number;
};

/** Presets of one status, each named by its error code. */
const byCode = (status: number, ...errorCodes: string[]): FaultPreset[] =>
  errorCodes.map((errorCode) => ({ name: errorCode, kind: 'status', status, errorCode }));

type Answer = Pick<FaultPreset, 'errorCode' | 'retryAfterSeconds'>;
/** A preset named by its status. Document 3 has no error codes, only a status and a message. */
const byStatus = (status: number, answer: Answer = {}): FaultPreset => ({
  name: String(status),
  kind: 'status',
  status,
  ...answer,
});

/** Documented temporary errors, each with the Retry-After it suggests (seconds). */
export const PASSING_FAULTS: readonly FaultPreset[] = [
  byStatus(429, { errorCode: 'PZG429', retryAfterSeconds: 30 }),
  byStatus(424, { errorCode: 'PZF500', retryAfterSeconds: 10 }),
  byStatus(503, { errorCode: 'PZF503', retryAfterSeconds: 10 }),
  byStatus(500, { errorCode: 'PZI100' }),
];
/** Refusals that a person has to resolve. */
export const REFUSALS: readonly FaultPreset[] = [
  ...byCode(401, 'PZA100'),
  ...byCode(403, 'PZA200', 'PZA203', 'PZA204', 'PZA205', 'PZA206'),
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
  ...byCode(401, 'TOKEN_INVALID', 'TOKEN_EXPIRED'),
  ...byCode(403, 'TOKEN_MISSING_SCOPE', 'TOKEN_IP_NOT_ALLOWED', 'TOKEN_HOLDER_BLOCKED'),
  ...byCode(412, 'CALLBACK_SECRET_MISSING'),
];
const hubPassing: readonly FaultPreset[] = [
  byStatus(429, { errorCode: 'RATE_LIMITED', retryAfterSeconds: 30 }),
  byStatus(502, { errorCode: 'PROVIDER_UNAVAILABLE' }),
  byStatus(503, { errorCode: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 10 }),
  byStatus(500, { errorCode: 'INTERNAL_ERROR' }),
];

type PresetGroups = Readonly<Record<'passing' | 'refusals' | 'broken', readonly FaultPreset[]>>;
/** Faults to choose from, by the reaction they need. */
export const PRESETS_OF: Readonly<Record<AccountKind, PresetGroups>> = {
  pix: { passing: PASSING_FAULTS, refusals: REFUSALS, broken: BROKEN_ANSWERS },
  hub: { passing: hubPassing, refusals: hubRefusals, broken: BROKEN_ANSWERS },
  card: {
    passing: [
      byStatus(429, { retryAfterSeconds: 30 }),
      byStatus(503, { retryAfterSeconds: 10 }),
      byStatus(500),
    ],
    refusals: [byStatus(401), byStatus(403), byStatus(422)],
    broken: BROKEN_ANSWERS,
  },
};
/** The route proposed first. */
export const FIRST_ROUTE: Readonly<Record<AccountKind, string>> = {
  pix: 'POST /pix',
  hub: 'POST /transactions/withdraw',
  card: 'POST /charges',
};

/**
 * Parses `POST /pix`, `/pix` or an empty text (every route); null: invalid. The path is relative to the
 * version, so a pasted `/v1/pix` or `/api/v1/…` loses that prefix.
 */
export function parseRoute(typed: string): { method?: (typeof METHODS)[number]; path?: string } | null {
  const text = typed.trim();
  if (text === '') return {};
  const match = /^(?:([a-z]+)(?:\s+|$))?(\/\S*)?$/i.exec(text);
  if (match === null) return null;
  const [, typedMethod, typedPath] = match;
  const method = METHODS.find((one) => one === typedMethod?.toUpperCase());
  if (typedMethod !== undefined && method === undefined) return null;
  const path = typedPath?.replace(/^(?:\/api)?\/v1(?=\/|$)/, '');
  return { ...(method && { method }), ...(path && { path }) };
}

type Target = { transactionId: string } | { clientReference: string } | { endToEndId: string };

/** An end-to-end id is known by its form. The simulator tries other text as an id and as a reference. */
export function targetOf(typed: string): Target {
  const text = typed.trim();
  if (/^[ED]\d{20}[A-Za-z0-9]{11}$/.test(text)) return { endToEndId: text };
  // Guichê prefixes a Hub id with its kind; the provider does not.
  return { transactionId: text.replace(/^(?:payment|deposit):/, '') };
}

/** The simulator's name for the address of its caller. */
export const THIS_IP = 'self';
/** A foreign address. Alone on the list it makes the simulator refuse with PZA203 and the address it saw. */
export const ANOTHER_IP = '203.0.113.254';

export type IpList = 'open' | 'empty' | 'other';

/** Whether the IP list allows this machine (`open`); in document 2 an empty one allows every address. */
export function ipListOf(ips: readonly string[], kind: AccountKind = 'pix'): IpList {
  if (ips.length === 0) return kind === 'hub' ? 'open' : 'empty';
  return ips.some((ip) => ip === THIS_IP || ip === '::1' || ip.startsWith('127.')) ? 'open' : 'other';
}

/** An abnormal setting of the simulator, with the data for its label and its undo. */
export type InForce =
  | { kind: 'fault'; id: string; fault: CallFault }
  | { kind: 'delivery'; id: string; fault: DeliveryFault }
  | { kind: 'contract' | 'locked' | 'holder' | 'expired' | 'revoked'; id: string }
  | { kind: 'blocked'; id: string; operations: string[] }
  | { kind: 'ips'; id: string; list: Exclude<IpList, 'open'> }
  | { kind: 'scopes'; id: string; missing: string[] }
  | { kind: 'dialect'; id: string; dialect: string }
  | { kind: 'time'; id: string; speed: number };

/** Abnormal settings, most visible first. A setting the simulator does not report counts as normal. */
export function inForce(state: SimulatorState): InForce[] {
  const { account, speed } = state;
  const found: InForce[] = [
    ...state.faults.map((fault) => ({ kind: 'fault' as const, id: fault.id, fault })),
    ...state.deliveryFaults.map((fault) => ({ kind: 'delivery' as const, id: fault.id, fault })),
  ];
  const { hub } = state;
  if (account.contract === 'pending') found.push({ kind: 'contract', id: 'contract' });
  if (account.locked === true) found.push({ kind: 'locked', id: 'locked' });
  if (hub?.holderBlocked) found.push({ kind: 'holder', id: 'holder' });
  if (hub?.expired) found.push({ kind: 'expired', id: 'expired' });
  if (hub?.revoked) found.push({ kind: 'revoked', id: 'revoked' });
  if (hub && hub.blockedOperations.length > 0)
    found.push({ kind: 'blocked', id: 'blocked', operations: hub.blockedOperations });
  const list = account.ips === null ? 'open' : ipListOf(account.ips, state.kind);
  if (list !== 'open') found.push({ kind: 'ips', id: 'ips', list });
  const missing = scopesOf(state.kind).filter(
    (scope) => account.scopes !== null && !account.scopes.includes(scope),
  );
  if (missing.length > 0) found.push({ kind: 'scopes', id: 'scopes', missing });
  if (account.dialect !== null && account.dialect !== 'plain')
    found.push({ kind: 'dialect', id: 'dialect', dialect: account.dialect });
  if (speed !== null && speed !== 1) found.push({ kind: 'time', id: 'time', speed });
  return found;
}
