import { documentedState } from '#lib/core/status/money.ts';

/** What became of one record. */
export const OUTCOMES = ['delivered', 'failed', 'recovered', 'given_up', 'closed'] as const;
/** The same as a filter. `earlier`: attempts that failed and are not the last one of an open failure. */
export const OUTCOME_FILTERS = [...OUTCOMES, 'earlier'] as const;
/** In the order of the facets: each record is in one of them. Those given up are among the open failures. */
export const FACETS = ['delivered', 'recovered', 'failed', 'closed', 'earlier'] as const;

/** `elsewhere`: the receiver learned it another way; `expired`: no resend reaches its transaction any more. */
export const CLOSE_REASONS = ['elsewhere', 'expired', 'other'] as const;
/** Of a closing's note, in characters. */
export const LONGEST_CLOSE_NOTE = 280;
/** So many failures are closed or reopened at once. */
export const MOST_CLOSED = 5_000;

/** `none`: no answer. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

/** Document 1's events; another one is kept as it came. */
export const EVENTS = [
  'TRANSACTION_COMPLETED',
  'TRANSACTION_PENDING',
  'TRANSACTION_EXPIRED',
  'TRANSACTION_CANCELED',
  'TRANSACTION_WAITING_FOR_REFUND',
  'TRANSACTION_REFUNDED',
  'TRANSACTION_ERROR',
  'INFRACTION_CHANGED',
] as const;

/** Document 1: so many attempts at most; after that, or so long without another, a callback is given up. */
export const MOST_ATTEMPTS = 40;
export const GIVEN_UP_MS = 24 * 3_600_000;

/** Document 1: a status of 300 or above, or no answer, is a failure. */
export const isDelivered = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

/** `none`: no answer. Statuses below 200 are none either: nothing ended with them. */
export function statusClassOf(status: number | null): StatusClass {
  if (status === null || status < 200) return 'none';
  if (status < 300) return '2xx';
  if (status < 400) return '3xx';
  return status < 500 ? '4xx' : '5xx';
}

/** HTTP statuses of a class, both inclusive; null for `none`. */
export function statusesOf(of: StatusClass): { from: number; to: number } | null {
  if (of === 'none') return null;
  const first = Number(of.charAt(0)) * 100;
  return { from: first, to: first === 500 ? 999 : first + 99 };
}

/** The index's facts of a record and of those of the same transaction, event and url. Times are epoch ms. */
export type AttemptFacts = {
  delivered: boolean;
  createdAt: number;
  /** The latest delivered one of them; null: none was. */
  lastDeliveredAt: number | null;
  /** How many there are, and the latest of all. */
  attempts: number;
  lastAt: number;
};

/** `completeAt` is how far the index knows: silence after it is no silence. */
export function outcomeOf(facts: AttemptFacts, completeAt: number): (typeof OUTCOMES)[number] {
  if (facts.delivered) return 'delivered';
  if (facts.lastDeliveredAt !== null && facts.lastDeliveredAt >= facts.createdAt) return 'recovered';
  return facts.attempts >= MOST_ATTEMPTS || completeAt - facts.lastAt > GIVEN_UP_MS ? 'given_up' : 'failed';
}

const OF_A_TRANSACTION = 'TRANSACTION_';

/** TRANSACTION_COMPLETED of COMPLETED, or of a service's own word for it; an unknown word stays as it came. */
export const eventOfStatus = (status: string): string =>
  `${OF_A_TRANSACTION}${documentedState(status) ?? status}`;

/** Tells if an event is the one of this status, in any service's words for either. */
export function isEventOf(event: string, status: string): boolean {
  if (!event.startsWith(OF_A_TRANSACTION)) return false;
  return eventOfStatus(event.slice(OF_A_TRANSACTION.length)) === eventOfStatus(status);
}

/** The event of a body: a dispute's where one is attached, else the status's; null where the body tells neither. */
export function eventOfBody(body: { status: string | null; hasInfraction: boolean }): string | null {
  if (body.hasInfraction) return 'INFRACTION_CHANGED';
  const { status } = body;
  const known = status !== null && (documentedState(status) !== null || /^[A-Z_]{2,40}$/.test(status));
  return known ? eventOfStatus(status) : null;
}

/** Where a url leads, to tell one receiver from another; null where it is no address. */
export function hostOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  return new URL(url).host || null;
}

/** Transactions whose notices are asked for at once: their ids stand in an address. */
export const MOST_NOTICES = 100;

/** 24 hours, 7 or 30 São Paulo days. */
export const HEALTH_SPANS = ['hours', 'days', 'month'] as const;
export type HealthSpan = (typeof HEALTH_SPANS)[number];

/** Host and path of an address: two receivers may live at one host. */
export function placeOf({ host, url }: { host: string; url: string }): string {
  return URL.canParse(url) ? `${host}${new URL(url).pathname}` : host;
}

/** Judges an hour or day of deliveries, and says what to do. Pure. */

type Line = {
  address: string | null;
  delivered: number;
  failed: number;
  ms: number | null;
  slowest: number | null;
  statuses: readonly (number | null)[];
};

/** An answer this late is on its way to the service's limit of 5 s. */
export const SLOW_MS = 500;

const NEAR_LIMIT_MS = 4_000;

/** Causes of answers that are not 2xx, in the order in which they explain most. */
const CAUSES = [
  ['none', (status: number | null) => status === null],
  ['broken', (status: number | null) => (status ?? 0) >= 500],
  ['denied', (status: number | null) => status === 401 || status === 403],
  ['missing', (status: number | null) => status === 404 || status === 410],
  ['limited', (status: number | null) => status === 429],
  ['redirect', (status: number | null) => status !== null && status >= 300 && status < 400],
  ['refused', (status: number | null) => status !== null && status >= 400],
] as const;

type Cause = (typeof CAUSES)[number][0];

type Verdict<L extends Line> =
  | { kind: 'stopped' | 'some'; line: L; cause: Cause }
  | { kind: 'slow'; line: L }
  | { kind: 'fine' };

/** Of all lines the one that asks for somebody: nothing arrived, some did not, slow; else all is well. */
export function verdictOf<L extends Line>(lines: readonly L[]): Verdict<L> {
  const most = (fits: (line: L) => boolean, by: (line: L) => number) =>
    lines.filter(fits).sort((a, b) => by(b) - by(a))[0];
  const failed = ({ failed: count }: L) => count;
  const stopped = most((line) => line.failed > 0 && line.delivered === 0, failed);
  const worst = stopped ?? most((line) => line.failed > 0, failed);
  if (worst !== undefined) {
    const found = CAUSES.find(([, is]) => worst.statuses.some(is));
    return { kind: worst === stopped ? 'stopped' : 'some', line: worst, cause: found?.[0] ?? 'refused' };
  }
  const slow = most(
    ({ ms, slowest }) => (ms ?? 0) >= SLOW_MS || (slowest ?? 0) >= NEAR_LIMIT_MS,
    ({ slowest, ms }) => slowest ?? ms ?? 0,
  );
  return slow === undefined ? { kind: 'fine' } : { kind: 'slow', line: slow };
}

/** Why an address did not take a notice, from what it answered. Pure. */

/** Faults of the connection, where nothing was answered. */
const FAULTS = [
  ['refused', /ECONNREFUSED|connection refused|EHOSTUNREACH|ENETUNREACH/i],
  ['name', /ENOTFOUND|EAI_AGAIN|ENODATA|name not resolved|no such host/i],
  ['certificate', /CERT|SELF_SIGNED|SSL|TLS/i],
  ['timeout', /time[d ]?-?\s?out|ETIMEDOUT|deadline exceeded/i],
  ['reset', /ECONNRESET|socket hang up|connection reset/i],
] as const;

type AnswerFault = (typeof FAULTS)[number][0];

type AnswerReason = { fault: AnswerFault } | { text: string };

const LONGEST = 160;

/** Members of a JSON answer that say why, the plainest first. */
const SAYING = [
  'message',
  'error_description',
  'detail',
  'reason',
  'error',
  'errors',
  'title',
  'description',
];

const IN_PORTUGUESE = ['mensagem', 'motivo', 'erro', 'erros', 'detalhe', 'descricao'];

type Answered = { status: number | null; error: string | null; responseBody: string | null };

/** Null where nothing says why. */
export function reasonOf({ status, error, responseBody }: Answered): AnswerReason | null {
  const fault = status === null && error !== null ? FAULTS.find(([, words]) => words.test(error)) : undefined;
  if (fault !== undefined) return { fault: fault[0] };
  const said = inBody(responseBody) ?? error;
  return said === null || said.trim() === '' ? null : { text: cut(said) };
}

function inBody(body: string | null): string | null {
  const text = body?.trim() ?? '';
  if (text === '') return null;
  if (/^[[{"]/.test(text)) {
    try {
      return sayingIn(JSON.parse(text), 3);
    } catch {
      return text;
    }
  }
  if (text.startsWith('<')) return /<title[^>]*>([^<]+)</i.exec(text)?.[1] ?? null;
  return text;
}

function sayingIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth === 0) return null;
  if (Array.isArray(value)) return sayingIn(value[0], depth - 1);
  const members = new Map(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]));
  for (const name of [...SAYING, ...IN_PORTUGUESE]) {
    const said = sayingIn(members.get(name) ?? null, depth - 1);
    if (said !== null && said.trim() !== '') return said;
  }
  return null;
}

function cut(text: string): string {
  const [line = ''] = text.trim().split(/[\r\n]/);
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

const NEXT = ['nextAttemptAt', 'nextRetryAt', 'nextTryAt', 'nextAttempt', 'retryAt', 'scheduledAt'];

/** When the provider tries again by itself, ISO 8601; no document shows such a field: null where a record has none. */
export function nextAttemptOf(other: Readonly<Record<string, unknown>>): string | null {
  for (const name of NEXT) {
    const value = other[name];
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value)))
      return new Date(value).toISOString();
  }
  return null;
}
