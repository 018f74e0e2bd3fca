import { allOperations } from '#lib/operations/shell-queries.ts';
import { allOverview } from '#lib/overview/shell-queries.ts';
import { paymentKeys } from '#lib/payments/queries.ts';

/** Queries that a new money operation makes stale: payments, operations, balance and limits. */
export const staleByMoney = (account: string) => [
  paymentKeys.all(account),
  allOperations(account),
  allOverview(account),
];
