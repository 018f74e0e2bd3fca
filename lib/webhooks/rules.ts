/** Document 1's events, with the two reserved ones that are never sent. For the browser: no zod here. */
const PIX_EVENTS = [
  'TRANSACTION_PENDING',
  'TRANSACTION_COMPLETED',
  'TRANSACTION_CANCELED',
  'TRANSACTION_WAITING_FOR_REFUND',
  'TRANSACTION_REFUNDED',
  'TRANSACTION_EXPIRED',
  'TRANSACTION_ERROR',
  'INFRACTION_CHANGED',
  'TRANSACTION_SUSPECTED_FRAUD',
  'TRANSACTION_SUSPECTED_FRAUD_REVERSAL',
] as const;

/** Document 2's events, all of which are sent. */
const HUB_EVENTS = [
  'PAYMENT_CREATED',
  'PAYMENT_PAID',
  'PAYMENT_REFUNDED',
  'PAYMENT_EXPIRED',
  'DEPOSIT_RECEIVED',
  'WITHDRAW_CREATED',
  'WITHDRAW_COMPLETED',
  'WITHDRAW_FAILED',
  'WITHDRAW_REFUND_RECEIVED',
  'REFUND_COMPLETED',
  'REFUND_FAILED',
  'INTERNAL_TRANSFER_SENT',
  'INTERNAL_TRANSFER_RECEIVED',
  'INFRACTION_OPENED',
  'INFRACTION_DEADLINE',
  'INFRACTION_CLOSED',
  'ACCOUNT_BLOCKED',
  'ACCOUNT_UNBLOCKED',
] as const;

const RESERVED = ['TRANSACTION_SUSPECTED_FRAUD', 'TRANSACTION_SUSPECTED_FRAUD_REVERSAL'];

export const isReserved = (event: string) => RESERVED.includes(event);

/** The events of one API. `emptyMeansAll`: without a list, an endpoint receives all, also future ones. */
export type EventSet = { events: readonly string[]; emitted: readonly string[]; emptyMeansAll: boolean };

const PIX: EventSet = {
  events: PIX_EVENTS,
  emitted: PIX_EVENTS.filter((event) => !isReserved(event)),
  emptyMeansAll: true,
};
/** Document 2 requires at least one event, so "all" lists every event. */
const HUB: EventSet = { events: HUB_EVENTS, emitted: HUB_EVENTS, emptyMeansAll: false };

/** The events of an account's kind. */
export const eventSet = (kind: string): EventSet => (kind === 'hub' ? HUB : PIX);

/** Splits a selection into the events it receives and those Guichê does not know (`unheard`). */
export function readEvents(events: readonly string[], { events: known, emitted, emptyMeansAll }: EventSet) {
  const every = emptyMeansAll && events.length === 0;
  const received = every ? emitted : emitted.filter((one) => events.includes(one));
  const unheard = events.filter((one) => !known.includes(one));
  return {
    emitted: received,
    unheard,
    all: received.length === emitted.length,
    /** It never receives anything: the selection is empty or has only reserved events. */
    nothing: received.length === 0 && unheard.length === 0,
  };
}

/** How soon a receiver must answer with a 2xx, and how often the provider tries (documents 1 and 2). */
export const ANSWER_RULES = {
  pix: { seconds: 5, attempts: 40 },
  hub: { seconds: 10, attempts: 10 },
} as const;

type Acted = { kind: string; target: string; intent: Record<string, unknown> };

/** An operation's address without scheme: from the list, else from the request, else its target. */
export function targetUrl(operation: Acted, rows: readonly { id: string; url: string | null }[]): string {
  const listed = rows.find(({ id }) => id === operation.target)?.url;
  const requested = operation.intent.url;
  const url = listed ?? (typeof requested === 'string' ? requested : operation.target);
  return withoutScheme(url);
}

export const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '');

/** The path, such as `/pix/avisos`, for headings where the list shows the host; else the host. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, host } = new URL(url);
  return pathname === '/' ? host : pathname;
}

/** Host, and path with query, of an address: two endpoints may share a host. A bare `/` is no path. */
export function addressParts(url: string): { host: string; path: string } {
  if (!URL.canParse(url)) return { host: url, path: '' };
  const { host, pathname, search } = new URL(url);
  const path = `${pathname}${search}`;
  return host === '' ? { host: url, path: '' } : { host, path: path === '/' ? '' : path };
}

/** The same as text: 'erp.example/hooks/pix'. */
export function addressName(url: string): string {
  const { host, path } = addressParts(url);
  return `${host}${path}`;
}

export type Verdict = 'waiting' | 'ok' | 'bad';

/** A correctly signed test must be accepted (2xx), a wrongly signed one refused (4xx). No answer is bad. */
export function judgeTest(result: { status: number | null } | null, which: 'right' | 'wrong'): Verdict {
  if (result === null) return 'waiting';
  const { status } = result;
  if (status === null) return 'bad';
  const taken = status >= 200 && status < 300;
  if (which === 'right') return taken ? 'ok' : 'bad';
  return status >= 400 && status < 500 ? 'ok' : 'bad';
}
