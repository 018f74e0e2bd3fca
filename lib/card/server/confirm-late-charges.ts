import 'server-only';
import { confirmLate } from '#lib/operations/server/late-confirmation.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';
import type { Payment } from '#lib/providers/money-records.ts';

/** A charge as its operation knows it: the order's reference is what it is found by. */
export type ReferredCharge = CardCharge & { clientReference: string | null };
export const referred = (charge: CardCharge): ReferredCharge => ({
  ...charge,
  clientReference: charge.externalId,
});

/** Charges that a list shows and whose operation was given up were made after all. */
export const confirmLateCharges = (accountId: string, charges: readonly CardCharge[]) =>
  // Looked for by the reference alone; what it is judged and shown by is the card's own kind.
  confirmLate(accountId, charges.map(referred) as unknown as Payment[]);
