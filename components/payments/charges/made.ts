import type { Payment } from '#lib/payments/queries.ts';

/** A charge that was asked for on this page, and what its first answer showed. */
export type Made = { operationId: string; payment: Payment | null; askedSeconds: number | null };

export const madeOf = (operationId: string): Made => ({ operationId, payment: null, askedSeconds: null });
