import { documentedState } from '#lib/core/status/money.ts';

/** Outcome of one record. */
export const OUTCOMES = ['delivered', 'failed', 'recovered', 'given_up', 'closed'] as const;
/** Outcomes as a filter. `earlier`: failed attempts that are not the last one of an open failure. */
export const OUTCOME_FILTERS = [...OUTCOMES, 'earlier'] as const;
/** In display order; each record counts in exactly one. Given-up records are among the open failures. */
export const FACETS = ['delivered', 'recovered', 'failed', 'closed', 'earlier'] as const;

/**
 * `elsewhere`: the receiver got the information by other means; `expired`: the transaction is too old for a
 * resend.
 */
export const CLOSE_REASONS = ['elsewhere', 'expired', 'other'] as const;
/** Longest note of a closing, in characters. */
export const LONGEST_CLOSE_NOTE = 280;
/** Most failures that one call closes or reopens. */
export const MOST_CLOSED = 5_000;

/** `none`: no answer. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

/** Document 1's events; other events are stored unchanged. */
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

/** Document 1: after this many attempts, or this long without another one, a callback is given up. */
export const MOST_ATTEMPTS = 40;
export const GIVEN_UP_MS = 24 * 3_600_000;

/** Document 1: a status of 300 or above, or no answer, is a failure. */
export const isDelivered = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

/** `none`: no answer. Statuses below 200 count as none, because they are not final. */
export function statusClassOf(status: number | null): StatusClass {
  if (status === null || status < 200) return 'none';
  if (status < 300) return '2xx';
  if (status < 400) return '3xx';
  return status < 500 ? '4xx' : '5xx';
}

/** Range of HTTP statuses of a class, both inclusive; null for `none`. */
export function statusesOf(of: StatusClass): { from: number; to: number } | null {
  if (of === 'none') return null;
  const first = Number(of.charAt(0)) * 100;
  return { from: first, to: first === 500 ? 999 : first + 99 };
}

/** An indexed record among those of its transaction, event and url. Times are epoch ms. */
export type AttemptFacts = {
  delivered: boolean;
  createdAt: number;
  /** Time of the latest delivered record; null: none was delivered. */
  lastDeliveredAt: number | null;
  /** Number of records, and the time of the latest. */
  attempts: number;
  lastAt: number;
};

/** `completeAt`: how far the index is complete; missing records after it prove nothing. */
export function outcomeOf(facts: AttemptFacts, completeAt: number): (typeof OUTCOMES)[number] {
  if (facts.delivered) return 'delivered';
  if (facts.lastDeliveredAt !== null && facts.lastDeliveredAt >= facts.createdAt) return 'recovered';
  return facts.attempts >= MOST_ATTEMPTS || completeAt - facts.lastAt > GIVEN_UP_MS ? 'given_up' : 'failed';
}

const OF_A_TRANSACTION = 'TRANSACTION_';

/** TRANSACTION_COMPLETED for COMPLETED or a provider's own word for it; unknown words stay unchanged. */
export const eventOfStatus = (status: string): string =>
  `${OF_A_TRANSACTION}${documentedState(status) ?? status}`;

/** True if the event reports this status, in any provider's words. */
export function isEventOf(event: string, status: string): boolean {
  if (!event.startsWith(OF_A_TRANSACTION)) return false;
  return eventOfStatus(event.slice(OF_A_TRANSACTION.length)) === eventOfStatus(status);
}

/** The event of a body: the dispute's if it has one, otherwise the status's, or null. */
export function eventOfBody(body: { status: string | null; hasInfraction: boolean }): string | null {
  if (body.hasInfraction) return 'INFRACTION_CHANGED';
  const { status } = body;
  const known = status !== null && (documentedState(status) !== null || /^[A-Z_]{2,40}$/.test(status));
  return known ? eventOfStatus(status) : null;
}

/** Host of a url, to distinguish receivers; null if it is not a valid url. */
export function hostOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  return new URL(url).host || null;
}

/** Most transactions per request for last callbacks, because their ids are in the URL. */
export const MOST_NOTICES = 100;

/** 24 hours, 7 or 30 São Paulo days. */
export const HEALTH_SPANS = ['hours', 'days', 'month'] as const;
export type HealthSpan = (typeof HEALTH_SPANS)[number];

/** Host and path of an address, since two receivers may share a host. */
export function placeOf({ host, url }: { host: string; url: string }): string {
  return URL.canParse(url) ? `${host}${new URL(url).pathname}` : host;
}

/** Finds the most serious problem in an hour or day of deliveries. Pure. */

type Line = {
  address: string | null;
  delivered: number;
  failed: number;
  ms: number | null;
  slowest: number | null;
  statuses: readonly (number | null)[];
};

/** Median response time (ms) that counts as slow; the provider's limit is 5 s. */
export const SLOW_MS = 500;

const NEAR_LIMIT_MS = 4_000;

/** Causes of answers that are not 2xx, most telling first. */
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

/** The line that needs attention: nothing arrived, some failed, or slow; otherwise fine. */
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

/** Why an address did not accept a callback, from its answer. Pure. */

/** Connection errors without an answer. */
const CONNECTION_ERRORS = [
  ['refused', /ECONNREFUSED|connection refused|EHOSTUNREACH|ENETUNREACH/i],
  ['name', /ENOTFOUND|EAI_AGAIN|ENODATA|name not resolved|no such host/i],
  ['certificate', /CERT|SELF_SIGNED|SSL|TLS/i],
  ['timeout', /time[d ]?-?\s?out|ETIMEDOUT|deadline exceeded/i],
  ['reset', /ECONNRESET|socket hang up|connection reset/i],
] as const;

type ConnectionError = (typeof CONNECTION_ERRORS)[number][0];

type AnswerReason = { connectionError: ConnectionError } | { text: string };

const LONGEST = 160;

/** Keys of a JSON answer that explain the error, clearest first. */
const MESSAGE_KEYS = [
  ...['message', 'error_description', 'detail', 'reason', 'error', 'errors', 'title', 'description'],
  ...['mensagem', 'motivo', 'erro', 'erros', 'detalhe', 'descricao'],
];

type Answered = { status: number | null; error: string | null; responseBody: string | null };

/** Null if nothing gives a reason. */
export function reasonOf({ status, error, responseBody }: Answered): AnswerReason | null {
  const found =
    status === null && error !== null
      ? CONNECTION_ERRORS.find(([, pattern]) => pattern.test(error))
      : undefined;
  if (found !== undefined) return { connectionError: found[0] };
  const message = inBody(responseBody) ?? error;
  return message === null || message.trim() === '' ? null : { text: cut(message) };
}

function inBody(body: string | null): string | null {
  const text = body?.trim() ?? '';
  if (text === '') return null;
  if (/^[[{"]/.test(text)) {
    try {
      return messageIn(JSON.parse(text), 3);
    } catch {
      return text;
    }
  }
  if (text.startsWith('<')) return /<title[^>]*>([^<]+)</i.exec(text)?.[1] ?? null;
  return text;
}

function messageIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth === 0) return null;
  if (Array.isArray(value)) return messageIn(value[0], depth - 1);
  const members = new Map(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]));
  for (const name of MESSAGE_KEYS) {
    const message = messageIn(members.get(name) ?? null, depth - 1);
    if (message !== null && message.trim() !== '') return message;
  }
  return null;
}

function cut(text: string): string {
  const [line = ''] = text.trim().split(/[\r\n]/);
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

const NEXT = ['nextAttemptAt', 'nextRetryAt', 'nextTryAt', 'nextAttempt', 'retryAt', 'scheduledAt'];

/** The provider's next automatic attempt, ISO 8601, or null. No document defines such a field. */
export function nextAttemptOf(other: Readonly<Record<string, unknown>>): string | null {
  for (const name of NEXT) {
    const value = other[name];
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value)))
      return new Date(value).toISOString();
  }
  return null;
}
