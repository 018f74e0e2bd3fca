'use client';

import { useCallback } from 'react';
import { useMayResend } from '#components/resends/use-may-resend.ts';
import { useStart } from '#components/resends/use-start.tsx';
import { activeFilters } from '#lib/list/list.ts';
import { checking, ofSelection } from '#lib/resends/start.ts';
import type { TransactionFilters } from '#lib/transactions/transactions.list.ts';

/** Filters that a resend takes as well; any other narrows to what only a selection can name. */
const TAKEN: readonly (keyof TransactionFilters)[] = ['status', 'type'];

export type Resending = {
  /** The sheet, where one is open. */
  sheet: ReturnType<typeof useStart>['sheet'];
  leave: () => void;
  /** Null where the account or the operator cannot. */
  selected: ((ids: ReadonlySet<string>) => void) | null;
  /** The whole filter, not only what was read; null also where a resend cannot be told by it. */
  filtered: (() => void) | null;
};

/** A resend beside the list: of what is selected, or of everything that the filter finds. */
export function useResend(filters: TransactionFilters): Resending {
  const { setStart, sheet } = useStart();
  const may = useMayResend();
  const { from, to, status, type } = filters;
  const told = from !== null && to !== null && activeFilters(filters).every((name) => TAKEN.includes(name));
  const leave = useCallback(() => setStart(null), [setStart]);
  const selected = useCallback((ids: ReadonlySet<string>) => setStart(ofSelection([...ids])), [setStart]);
  const filtered = () =>
    setStart(
      checking({
        what: 'filter',
        from: from ?? '',
        to: to ?? '',
        statuses: status ?? [],
        types: type ?? [],
        onlyFailed: false,
      }),
    );
  return { sheet, leave, selected: may ? selected : null, filtered: may && told ? filtered : null };
}
