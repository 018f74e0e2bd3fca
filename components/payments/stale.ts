import { operationKeys } from '#lib/operations/queries.ts';
import { overviewKeys } from '#lib/overview/queries.ts';
import { paymentKeys } from '#lib/payments/queries.ts';

/** Queries that a new money operation makes stale: payments, operations, balance and limits. */
export const staleByMoney = (account: string) => [
  paymentKeys.all(account),
  operationKeys.all(account),
  overviewKeys.all(account),
];
