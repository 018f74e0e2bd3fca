import 'server-only';
import { filterStore } from '#lib/api/stored-filter.ts';
import { StatementStoredFilter } from '#lib/statement/contract.ts';

export const { storeFilter, getStoredFilter, storedFilter } = filterStore(StatementStoredFilter);
