/** Document 1's events, with the two that are reserved and never emitted. The browser reads this too: no zod here. */
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

/** The events of one API. `emptyMeansAll`: an endpoint without a list receives every event, also those to come. */
export type EventSet = { events: readonly string[]; emitted: readonly string[]; emptyMeansAll: boolean };

const PIX: EventSet = {
  events: PIX_EVENTS,
  emitted: PIX_EVENTS.filter((event) => !isReserved(event)),
  emptyMeansAll: true,
};
/** Document 2 takes at least one event: all of them are named one by one. */
const HUB: EventSet = { events: HUB_EVENTS, emitted: HUB_EVENTS, emptyMeansAll: false };

/** By the account's kind. */
export const eventSet = (kind: string): EventSet => (kind === 'hub' ? HUB : PIX);

/** Splits a selection by the events it receives; `unheard` are words the product does not know. */
export function readEvents(events: readonly string[], { events: known, emitted, emptyMeansAll }: EventSet) {
  const every = emptyMeansAll && events.length === 0;
  const heard = every ? emitted : emitted.filter((one) => events.includes(one));
  const unheard = events.filter((one) => !known.includes(one));
  return {
    emitted: heard,
    unheard,
    all: heard.length === emitted.length,
    /** It never receives anything: only reserved events were chosen, or none. */
    nothing: heard.length === 0 && unheard.length === 0,
  };
}

/** How soon a receiver answers with a 2xx, and how often a service tries (documents 1 and 2). */
export const ANSWER_RULES = {
  pix: { seconds: 5, attempts: 40 },
  hub: { seconds: 10, attempts: 10 },
} as const;
