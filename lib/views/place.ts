import { auditList } from '#lib/audit-log/audit.list.ts';
import { cardChargesList } from '#lib/card/card.list.ts';
import { deliveriesList } from '#lib/deliveries/deliveries.list.ts';
import { disputesList } from '#lib/disputes/disputes.list.ts';
import type { List } from '#lib/list/list.ts';
import { operationsList } from '#lib/operations/operations.list.ts';
import { paymentLists } from '#lib/payments/payments.list.ts';
import { resendsList } from '#lib/resends/resends.list.ts';
import { depositsList, statementList } from '#lib/statement/statement.list.ts';
import { transactionsList } from '#lib/transactions/transactions.list.ts';

/** Account id and slug for views of lists over all accounts. They need `manage` on all accounts. */
export const ALL_ACCOUNTS_PATH = '*';

export const viewLists = {
  ...paymentLists,
  transactions: transactionsList,
  deliveries: deliveriesList,
  card: cardChargesList,
  disputes: disputesList,
  operations: operationsList,
  resends: resendsList,
  statement: statementList,
  deposits: depositsList,
  audit: auditList,
} as const satisfies Readonly<
  Record<string, Pick<List, 'name' | 'parsers' | 'filters' | 'views' | 'columnNames'>>
>;

export type ViewPage = keyof typeof viewLists;

/** The account that the views of a list belong to. */
export const placeOf = (page: ViewPage, account: string) => (page === 'audit' ? ALL_ACCOUNTS_PATH : account);
