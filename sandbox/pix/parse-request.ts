import type { Dialect } from '../account.ts';
import { heardBareQuery } from '../bare-dialect.ts';
import type { PixRoute } from '../types.ts';

/**
 * Names in the nested dialect of the filters that document 1 does not name (null: it has none). The dialect
 * ignores their other names without a word.
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

/** The query as the plain dialect would hear it. */
export function parseQuery(
  dialect: Dialect,
  { method, path }: PixRoute,
  query: URLSearchParams,
): URLSearchParams {
  if (dialect === 'bare') return heardBareQuery(`${method} ${path}`, query);
  const names = dialect === 'nested' ? NESTED[`${method} ${path}`] : undefined;
  if (names === undefined) return query;
  const heard = new URLSearchParams([...query].filter(([name]) => !(name in names)));
  for (const [plain, own] of Object.entries(names)) {
    const value = own === null ? null : query.get(own);
    if (value !== null) heard.set(plain, value);
  }
  return heard;
}
