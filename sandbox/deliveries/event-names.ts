/** Document 1, event kinds; the last two are reserved and never sent. */
export const RESERVED_EVENTS = ['TRANSACTION_SUSPECTED_FRAUD', 'TRANSACTION_SUSPECTED_FRAUD_REVERSAL'];

export const TRANSACTION_STATUSES = [
  'PENDING',
  'COMPLETED',
  'CANCELED',
  'WAITING_FOR_REFUND',
  'REFUNDED',
  'EXPIRED',
  'ERROR',
];

export const TRANSACTION_TYPES = ['DEPOSIT', 'WITHDRAW', 'COMMISSION', 'LIQUIDATION', 'ADJUSTMENT'];

export const TRANSACTION_EVENTS = TRANSACTION_STATUSES.map((status) => `TRANSACTION_${status}`);

export const EVENT_NAMES = [...TRANSACTION_EVENTS, 'INFRACTION_CHANGED', ...RESERVED_EVENTS];

export function eventOfStatus(status: string): string {
  return `TRANSACTION_${status}`;
}

/** An empty selection means all events. */
export function selects(events: string[], event: string): boolean {
  return events.length === 0 || events.includes(event);
}
