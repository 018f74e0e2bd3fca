import type { Bound, Reading } from '#lib/transactions/paste.ts';
import type { TransactionFilters } from '#lib/transactions/transactions.list.ts';

/** Fields that the search can set: a search replaces the one before, also one that a chip has edited. */
const NO_SEARCH = {
  clientReference: null,
  virtualAccount: null,
  endToEndId: null,
  amount: null,
  amountFrom: null,
  amountTo: null,
} as const;

type Change =
  | { filters: Partial<TransactionFilters> }
  | { store: { document: string | null; name: string | null }; also: Partial<TransactionFilters> };

/** Filter change made by a search; null when it opens a transaction instead. Words and period stay. */
export function searched(reading: Reading | Bound): Change | null {
  switch (reading.kind) {
    case 'transaction':
      return null;
    case 'document':
      return { store: { document: reading.value, name: null }, also: NO_SEARCH };
    case 'name':
      return { store: { document: null, name: reading.value }, also: NO_SEARCH };
    default:
      return { filters: { ...NO_SEARCH, f: null, [reading.kind]: reading.value } };
  }
}
