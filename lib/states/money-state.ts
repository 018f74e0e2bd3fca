/** States of a payment, a line, a deposit: as much as is known without reading a word, which a page can bring. */

/** `partly`: it is done, and a part of it went back. */
export const MONEY_STATES = [
  ...(['waiting', 'done', 'refused', 'cancelled', 'expired'] as const),
  ...(['returned', 'returning', 'partly'] as const),
] as const;
export type MoneyState = (typeof MONEY_STATES)[number];

/** Document 1's word for each meaning; it has none for a part that went back. */
export const DOCUMENTED: Readonly<Record<MoneyState, string>> = {
  waiting: 'PENDING',
  done: 'COMPLETED',
  refused: 'ERROR',
  cancelled: 'CANCELED',
  expired: 'EXPIRED',
  returned: 'REFUNDED',
  returning: 'WAITING_FOR_REFUND',
  partly: 'PARTIALLY_REFUNDED',
};

export type Stated = { status: string | null; state?: MoneyState | null | undefined };

/** The state of a record as its adapter read it; of one that no adapter read, by document 1's word. */
export const stateOf = ({ status, state }: Stated): MoneyState | null =>
  state === undefined ? (MONEY_STATES.find((one) => DOCUMENTED[one] === status) ?? null) : state;

/** Money that moved and stayed moved, but for a part of it at most. */
export const stayed = (state: MoneyState | null): boolean => state === 'done' || state === 'partly';

/** Ends of a refund: it gave money back, it never will, or it still may. */
export const REFUND_ENDS = ['back', 'none', 'open'] as const;
export type RefundEnd = (typeof REFUND_ENDS)[number];
