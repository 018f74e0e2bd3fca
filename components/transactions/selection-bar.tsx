'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { SelectionBar as ListSelectionBar } from '#components/list/selection-bar.tsx';
import type { Selection } from '#components/list/use-selection.ts';
import { Button } from '#components/ui/button.tsx';
import type { Row } from '#lib/transactions/rows.ts';
import { directionOf } from '#lib/transactions/rules.ts';
import type { Resending } from './use-resend.ts';
import type { TransactionRows } from './use-transactions.ts';

type Props = {
  selection: Selection<Row>;
  rows: TransactionRows;
  resend: Resending;
  exportOf: (ids?: readonly string[]) => ReactNode;
};

/** Actions on the selected transactions, or on all of the filter. */
export function SelectionBar({ selection, rows: all, resend, exportOf }: Props) {
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
      {whole ? exportOf() : exportOf([...ids])}
    </ListSelectionBar>
  );
}
