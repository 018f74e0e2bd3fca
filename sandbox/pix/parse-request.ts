import type { Dialect } from '../account.ts';
import { toPlainQuery } from '../bare-dialect.ts';
import type { PixRoute } from '../types.ts';

/**
 * The nested dialect's names of filters that document 1 does not name (null: it has none). It silently
 * ignores the plain names.
 */
const NESTED: Record<string, Record<string, string | null>> = {
  'GET /user/bank-statements': {
    transactionId: 'transaction',
    reason: 'kind',
    amountFrom: 'minAmount',
    amountTo: 'maxAmount',
    operation: null,
    id: null,
  },
  'GET /user/deposit-pending': {
    document: 'payerDocument',
    name: 'payerName',
    endToEndId: 'e2eId',
    amountMin: null,
    amountMax: null,
  },
  'GET /user/callbacks': { transactionId: 'txId', createdAtFrom: 'dateFrom', createdAtTo: null },
};

/** Converts a query to the plain dialect's names. */
export function parseQuery(
  dialect: Dialect,
  { method, path }: PixRoute,
  query: URLSearchParams,
): URLSearchParams {
  if (dialect === 'bare') return toPlainQuery(`${method} ${path}`, query);
  const names = dialect === 'nested' ? NESTED[`${method} ${path}`] : undefined;
  if (names === undefined) return query;
  const parsed = new URLSearchParams([...query].filter(([name]) => !(name in names)));
  for (const [plain, own] of Object.entries(names)) {
    const value = own === null ? null : query.get(own);
    if (value !== null) parsed.set(plain, value);
  }
  return parsed;
}
