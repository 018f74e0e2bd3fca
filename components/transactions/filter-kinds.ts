import { normalizeDocument } from '#lib/documents.ts';
import { centsToDecimal, parseTypedBrl } from '#lib/money.ts';
import type { StoredFilter } from '#lib/transactions/contract.ts';
import type { Filters } from '#lib/transactions/filters.ts';
import { readDocument } from '#lib/transactions/paste.ts';
import { METHODS, STATUSES, TYPES } from '#lib/transactions/rules.ts';

export const WORD_FILTERS = ['status', 'type', 'method'] as const;
export type WordFilter = (typeof WORD_FILTERS)[number];
export const TEXT_FILTERS = [
  'clientReference',
  'virtualAccount',
  'endToEndId',
  'amount',
  'document',
  'person',
] as const;
export type TextFilter = (typeof TEXT_FILTERS)[number];
export type FilterName = WordFilter | TextFilter;
export const FILTER_NAMES: readonly FilterName[] = [...WORD_FILTERS, ...TEXT_FILTERS];

/** A person's data: filtered by only with the permission to see it. */
export const isPersonal = (name: FilterName) => name === 'document' || name === 'person';

export const WORDS: Record<WordFilter, readonly string[]> = {
  status: STATUSES,
  type: TYPES,
  method: METHODS,
};
export const MOST: Record<TextFilter, number> = {
  clientReference: 64,
  virtualAccount: 50,
  endToEndId: 32,
  amount: 24,
  document: 24,
  person: 120,
};

/** Whether a filter is in force. */
export function isSet(name: FilterName, filters: Filters, stored: StoredFilter | null): boolean {
  if (name === 'document') return stored?.document !== undefined;
  if (name === 'person') return stored?.name !== undefined;
  return filters[name] !== null;
}

/** What a text filter's field begins with. */
export function typedOf(name: TextFilter, filters: Filters, stored: StoredFilter | null): string {
  if (name === 'document') return stored?.document ?? '';
  if (name === 'person') return stored?.name ?? '';
  if (name === 'amount')
    return filters.amount === null ? '' : centsToDecimal(filters.amount).replace('.', ',');
  return filters[name] ?? '';
}

export type Change =
  | { filters: Partial<Filters> }
  | { store: { document?: string | null; name?: string | null } };

/** What taking a filter away changes. */
export function removal(name: FilterName): Change {
  if (name === 'document') return { store: { document: null } };
  if (name === 'person') return { store: { name: null } };
  return { filters: { [name]: null } };
}

/** A typed filter as a change, or the name of what is wrong with it. Empty text takes the filter away. */
export function readTyped(
  name: TextFilter,
  typed: string,
): Change | { fault: 'amount' | 'amountZero' | 'endToEndId' | 'document' } {
  const text = typed.trim();
  if (text === '') return removal(name);
  switch (name) {
    case 'document':
      return readDocument(text)?.ok === true
        ? { store: { document: normalizeDocument(text) } }
        : { fault: 'document' };
    case 'person':
      return { store: { name: text } };
    case 'amount': {
      const cents = parseTypedBrl(text);
      if (cents === null) return { fault: 'amount' };
      return cents > 0 ? { filters: { amount: cents } } : { fault: 'amountZero' };
    }
    case 'endToEndId':
      return /^[ED][0-9A-Za-z]{31}$/.test(text) ? { filters: { endToEndId: text } } : { fault: 'endToEndId' };
    default:
      return { filters: { [name]: text } };
  }
}
