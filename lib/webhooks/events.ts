/** Document 1's events, with the two that are reserved and never emitted. The browser reads this too: no zod here. */
export const EVENTS = [
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

const RESERVED = ['TRANSACTION_SUSPECTED_FRAUD', 'TRANSACTION_SUSPECTED_FRAUD_REVERSAL'];

export const isReserved = (event: string) => RESERVED.includes(event);

/** Those that are ever sent. */
export const EMITTED_EVENTS = EVENTS.filter((event) => !isReserved(event));

/** What a selection receives: an empty one means all; `unheard` are words the product does not know. */
export function readEvents(events: readonly string[]) {
  const emitted = events.length === 0 ? EMITTED_EVENTS : EMITTED_EVENTS.filter((one) => events.includes(one));
  const unheard = events.filter((one) => !EVENTS.some((known) => known === one));
  return {
    emitted,
    unheard,
    all: emitted.length === EMITTED_EVENTS.length,
    /** It never receives anything: only reserved events were chosen. */
    nothing: emitted.length === 0 && unheard.length === 0,
  };
}
