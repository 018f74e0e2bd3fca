import { useTranslations } from 'next-intl';
import { useCallback, useMemo } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { type PersonalStore, useListFilters } from '#components/list/filters/use-list-filters.ts';
import type { Rows } from '#components/list/use-rows.ts';
import { useMayResend } from '#components/resends/use-labels.ts';
import { useStart } from '#components/resends/use-start.tsx';
import { useStatusLabel } from '#components/ui/status.tsx';
import { call } from '#lib/api/client.ts';
import { activeFilters } from '#lib/list/list.ts';
import { checking, ofSelection } from '#lib/resends/choice.ts';
import { storedFilterOptions } from '#lib/transactions/queries.ts';
import type { Row, Sums } from '#lib/transactions/rows.ts';
import {
  type TransactionColumn,
  type TransactionFilters,
  transactionsList,
} from '#lib/transactions/transactions.list.ts';

export type TransactionRows = Rows<Row, Sums>;

const personal: PersonalStore = {
  save: (account, body) => call('POST /transactions/filters', { account, body }),
  read: storedFilterOptions,
};

export function useTransactionFilters() {
  const status = useStatusLabel();
  const types = useTranslations('transactions.type');
  const methods = useTranslations('transactions.method');
  // An unknown type or method is shown as received.
  const labelOf = (name: string, word: string) => {
    if (name === 'status') return status(word);
    if (name === 'type') return types.has(word as 'DEPOSIT') ? types(word as 'DEPOSIT') : word;
    return methods.has(word as 'PIX') ? methods(word as 'PIX') : word;
  };
  return useListFilters({ list: transactionsList, labelOf, personal });
}

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

/** Filters that a resend supports; with any other, only a selection can be resent. */
const RESEND_FILTERS: readonly (keyof TransactionFilters)[] = ['status', 'type'];

/**
 * Resends the selection, or everything that matches the filter, not only the loaded rows. `selected` is null
 * if the account or the operator cannot resend; `filtered` also if a resend cannot express the filter.
 */
export function useResend(filters: TransactionFilters) {
  const { setStart, sheet } = useStart();
  const may = useMayResend();
  const { from, to, status, type } = filters;
  const isExpressible =
    from !== null && to !== null && activeFilters(filters).every((name) => RESEND_FILTERS.includes(name));
  const selected = (ids: ReadonlySet<string>) => setStart(ofSelection([...ids]));
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
  return {
    sheet,
    leave: () => setStart(null),
    selected: may ? selected : null,
    filtered: may && isExpressible ? filtered : null,
  };
}
export type Resending = ReturnType<typeof useResend>;
