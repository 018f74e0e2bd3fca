'use client';

import { useTranslations } from 'next-intl';
import { SelectionBar as ListSelectionBar } from '#components/list/selection-bar.tsx';
import type { Selection } from '#components/list/use-selection.ts';
import { Button } from '#components/ui/button.tsx';
import type { Row } from '#lib/transactions/rows.ts';
import { directionOf } from '#lib/transactions/rules.ts';
import type { TransactionFilters } from '#lib/transactions/transactions.list.ts';
import { TransactionsExport } from './transactions-export.tsx';
import type { Resending } from './use-resend.ts';
import type { TransactionRows } from './use-transactions.ts';

type Props = {
  selection: Selection<Row>;
  rows: TransactionRows;
  filters: TransactionFilters;
  resend: Resending;
  onError: (error: unknown) => void;
};

/** What can be done with the transactions that are selected, or with all of the filter. */
export function SelectionBar({ selection, rows: all, filters, resend, onError }: Props) {
  const words = useTranslations('resends.action');
  const { ids, whole } = selection;
  return (
    <ListSelectionBar
      selection={selection}
      amountOf={(row) => ({ cents: row.amount, direction: directionOf(row) })}
      // All that was read is chosen, and there is more.
      filter={{ total: all.total, more: !all.ended && ids.size >= all.book.size }}
    >
      {resend.filtered !== null && <Button onClick={resend.filtered}>{words('filter')}</Button>}
      {resend.selected !== null && !whole && (
        <Button icon="send" onClick={() => resend.selected?.(ids)}>
          {words('selection')}
        </Button>
      )}
      <TransactionsExport
        filters={filters}
        count={all.total}
        {...(whole ? {} : { ids: [...ids] })}
        onError={onError}
      />
    </ListSelectionBar>
  );
}
