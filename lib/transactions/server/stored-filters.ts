import 'server-only';
import { filterStore } from '#lib/api/personal-filter.ts';
import { StoredFilter } from '#lib/transactions/contract.ts';

export const { storeFilter, getStoredFilter, storedFilter } = filterStore(StoredFilter);
