'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useMemo } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { type PersonalStore, useListFilters } from '#components/list/filters/use-list-filters.ts';
import type { Rows } from '#components/list/use-rows.ts';
import { useMayResend } from '#components/resends/use-labels.ts';
import { useStart } from '#components/resends/use-start.tsx';
import { useStatusLabel } from '#components/ui/use-status-word.ts';
import { call } from '#lib/api/client.ts';
import { activeFilters } from '#lib/list/list.ts';
import { checking, ofSelection } from '#lib/resends/start.ts';
import { storedFilterOptions } from '#lib/transactions/queries.ts';
import type { Row, Sums } from '#lib/transactions/rows.ts';
import {
  type TransactionColumn,
  type TransactionFilters,
  transactionsList,
} from '#lib/transactions/transactions.list.ts';

export type TransactionRows = Rows<Row, Sums>;

const personal: PersonalStore = {
  keep: (account, body) => call('POST /transactions/filters', { account, body }),
  read: storedFilterOptions,
};

export function useTransactionFilters() {
  return useListFilters({ list: transactionsList, say: useWordLabel(), personal });
}
export type TransactionFilterState = ReturnType<typeof useTransactionFilters>;

/** The value that rows are sorted by. */
export const sortKey = (row: Row, column: string) => (column === 'amount' ? row.amount : row.at);

/** The available columns; without a delivery history there is no notice column. */
export function useOfferedColumns(): readonly TransactionColumn[] {
  const has = useSession().account.capabilities.includes('deliveries');
  return useMemo(() => transactionsList.columnNames.filter((name) => has || name !== 'notice'), [has]);
}

export function useColumnName(): (column: string) => string {
  const t = useTranslations('transactions.column');
  return useCallback((column) => t(column as 'time'), [t]);
}

/** Translates a status, type or method; an unknown one is shown as received. */
function useWordLabel(): (name: string, word: string) => string {
  const status = useStatusLabel();
  const types = useTranslations('transactions.type');
  const methods = useTranslations('transactions.method');
  return (name, word) => {
    if (name === 'status') return status(word);
    if (name === 'type') return types.has(word as 'DEPOSIT') ? types(word as 'DEPOSIT') : word;
    return methods.has(word as 'PIX') ? methods(word as 'PIX') : word;
  };
}

/** Filters that a resend supports; with any other, only a selection can be resent. */
const RESEND_FILTERS: readonly (keyof TransactionFilters)[] = ['status', 'type'];

export type Resending = {
  /** The open sheet, or false. */
  sheet: ReturnType<typeof useStart>['sheet'];
  leave: () => void;
  /** Null if the account or the operator cannot resend. */
  selected: ((ids: ReadonlySet<string>) => void) | null;
  /**
   * Resends all that match the filter, not only the loaded rows; null also if a resend cannot express the
   * filter.
   */
  filtered: (() => void) | null;
};

/** Resends the selection, or everything that matches the filter. */
export function useResend(filters: TransactionFilters): Resending {
  const { setStart, sheet } = useStart();
  const may = useMayResend();
  const { from, to, status, type } = filters;
  const expressible =
    from !== null && to !== null && activeFilters(filters).every((name) => RESEND_FILTERS.includes(name));
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
  return { sheet, leave, selected: may ? selected : null, filtered: may && expressible ? filtered : null };
}
