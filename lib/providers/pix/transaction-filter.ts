import 'server-only';
import { centsToDecimal } from '#lib/core/money.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
import { sameState } from '#lib/core/status/money.ts';
import {
  amountIn,
  boundsAppliedHere,
  createdIn,
  equal,
  isDocument,
  isNamed,
  matchRows,
  missingAsNoMatch,
  some,
  type Tests,
} from '#lib/providers/filters.ts';
import type { TransactionFilter } from '#lib/providers/port.ts';
import type { Transaction } from '#lib/providers/records.ts';

/** Document 1's filters: their names, how their values are written, and tests of which rows match. Pure. */

/** Document 1's names first, then those that a service of another build may use. */
export const SPELLINGS = {
  from: ['dateFrom', 'createdAtFrom', 'startDate', 'from'],
  to: ['dateTo', 'createdAtTo', 'endDate', 'to'],
  status: ['status', 'state', 'statuses', 'situation'],
  type: ['type', 'types', 'transactionType', 'kind'],
  method: ['method', 'methods', 'paymentMethod'],
  clientReference: ['clientReference', 'externalReference', 'externalId', 'reference'],
  virtualAccount: ['virtualAccount', 'subAccount', 'virtualAccountId'],
  endToEndId: ['endToEndId', 'e2eId', 'endToEnd', 'e2e'],
  document: ['document', 'taxId', 'cpfCnpj', 'payerDocument'],
  name: ['name', 'payerName', 'customerName'],
  amount: ['amount', 'value', 'amountValue'],
} as const;
export type TransactionParameter = keyof typeof SPELLINGS;

/** Inclusive instants, lists by commas, bare documents. `dateTo` (epoch ms) replaces the own end. */
export function valuesOf(filter: TransactionFilter, dateTo?: number) {
  const end = filter.to === undefined ? undefined : Date.parse(filter.to) - 1;
  const last = dateTo ?? end;
  const list = (words: readonly string[] | undefined) => (words?.length ? words.join(',') : undefined);
  return {
    from: filter.from === undefined ? undefined : new Date(filter.from).toISOString(),
    to: last === undefined ? undefined : new Date(last).toISOString(),
    status: list(filter.status),
    type: list(filter.type),
    method: list(filter.method),
    clientReference: filter.clientReference,
    virtualAccount: filter.virtualAccount,
    endToEndId: filter.endToEndId,
    document: filter.document === undefined ? undefined : normalizeDocument(filter.document),
    name: filter.name,
    amount: filter.amount === undefined ? undefined : centsToDecimal(filter.amount),
  };
}

/** Null for a word that document 1 does not have, as its meaning is unknown. */
const wordAmong = (known: ReadonlySet<string>) => (value: string | null, requested: readonly string[]) => {
  if (value === null) return null;
  const word = value.toUpperCase();
  if (requested.some((one) => one.toUpperCase() === word)) return true;
  return known.has(word) ? false : null;
};
const isType = wordAmong(new Set(['DEPOSIT', 'WITHDRAW', 'COMMISSION', 'LIQUIDATION', 'ADJUSTMENT']));
const isMethod = wordAmong(new Set(['PIX', 'BANK_SLIP', 'INTERNAL_TRANSFER']));
const TRANSACTIONS: Tests<Transaction, TransactionFilter> = {
  ...createdIn,
  ...amountIn,
  status: ({ status }, requested) => some(requested.status.map((word) => sameState(status, word))),
  // The operator may have requested the service's own word.
  type: ({ type, typeSaid }, requested) =>
    isType(typeSaid ?? null, requested.type) === true ? true : isType(type, requested.type),
  method: ({ method }, requested) => isMethod(method, requested.method),
  clientReference: (one, { clientReference }) => equal(one.clientReference, clientReference),
  virtualAccount: (one, { virtualAccount }) => equal(one.virtualAccount, virtualAccount),
  // A refund has an end-to-end id of its own.
  endToEndId: (one, { endToEndId }) =>
    one.refundEndToEndId === endToEndId ? true : equal(one.endToEndId, endToEndId),
  document: ({ payer, receiver, generatedDocument }, { document }) =>
    isDocument([payer.document, receiver.document, generatedDocument], document),
  name: ({ payer, receiver, generatedName }, { name }) =>
    isNamed([payer.name, receiver.name, generatedName], name),
  amount: (one, { amount }) => (one.amount === null ? null : one.amount === amount),
};
const OWN_NAMES = new Set<string>(['clientReference', 'virtualAccount', 'endToEndId']);

export function matchTransactions(filter: TransactionFilter, rows: readonly Transaction[]) {
  return boundsAppliedHere(
    filter,
    matchRows(TRANSACTIONS, filter, rows, (name, results) =>
      OWN_NAMES.has(name) ? missingAsNoMatch(results) : results,
    ),
  );
}
