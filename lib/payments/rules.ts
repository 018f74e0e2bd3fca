/** The pages of money that are lists of payments. */
export type PaymentPage = 'charges' | 'withdrawals' | 'transfers';

/** Kinds of operations whose money leaves the account. */
export const MONEY_OUT_KINDS = ['withdrawal.key', 'withdrawal.code', 'transfer.create'] as const;
export const KINDS_OF: Record<PaymentPage, readonly string[]> = {
  charges: ['charge.create'],
  withdrawals: ['withdrawal.key', 'withdrawal.code'],
  transfers: ['transfer.create'],
};
/** All that may carry an address of its own for notices. */
export const MONEY_KINDS = Object.values(KINDS_OF).flat();
export const MOST_REFERENCE = 64;
export const MOST_ACCOUNT = 50;
/** Characters of a Pix code (BR Code). */
export const MOST_CODE = 1024;
export const LONGEST_EXPIRY_SECONDS = 172_000;

export const STATUSES_OF: Record<PaymentPage, readonly string[]> = {
  charges: ['PENDING', 'COMPLETED', 'EXPIRED', 'CANCELED', 'WAITING_FOR_REFUND', 'REFUNDED', 'ERROR'],
  withdrawals: ['PENDING', 'COMPLETED', 'CANCELED', 'REFUNDED', 'ERROR'],
  transfers: ['PENDING', 'COMPLETED', 'CANCELED', 'ERROR'],
};

export type Headroom = {
  /** Cents; null where the service does not tell. */
  total: number | null;
  used: number;
  /** Cents left after this payment; `afterAll`: after those whose end is unknown, too. May be negative. */
  after: number | null;
  afterAll: number | null;
};

/** Computes what an amount leaves of a balance (`used` 0) or of a daily limit. Cents. */
export function headroomOf(total: number | null, used: number, amount: number, uncertain: number): Headroom {
  if (total === null) return { total, used, after: null, afterAll: null };
  const after = total - used - amount;
  return { total, used, after, afterAll: after - uncertain };
}

/** The most that can leave: the least of balance, limit and the provider's own maximum; null: none is known. */
export function headroomIn(parts: readonly (number | null)[]): number | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : Math.max(0, Math.min(...known));
}
