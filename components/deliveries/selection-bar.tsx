'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { SelectionBar as ListSelectionBar } from '#components/list/selection-bar.tsx';
import type { Selection } from '#components/list/use-selection.ts';
import { useMayResend } from '#components/resends/use-may-resend.ts';
import { Button } from '#components/ui/button.tsx';
import { Money } from '#components/ui/money.tsx';
import type { Row } from '#lib/deliveries/rows.ts';
import type { DeliveryRows } from './use-deliveries.ts';

type Props = {
  selection: Selection<Row>;
  rows: DeliveryRows;
  onResend: (ids: string[]) => void;
  exportOf: (ids?: readonly string[]) => ReactNode;
};

/** How many are chosen, of how many transactions; sending those again, and the file of these rows or of the filter. */
export function SelectionBar({ selection, rows: all, onResend, exportOf }: Props) {
  const words = useTranslations('resends.action');
  const transactions = useTranslations('deliveries');
  const mayResend = useMayResend();
  const { whole } = selection;
  const { ids, amount } = transactionsOf(selection.rows);
  return (
    <ListSelectionBar
      selection={selection}
      sums={
        <>
          <span>{transactions('ofTransactions', { count: ids.length })}</span>
          <Money cents={amount} direction="still" />
        </>
      }
      filter={{ total: all.total, more: !all.ended && selection.ids.size >= all.book.size }}
    >
      {mayResend && !whole && ids.length > 0 && (
        <Button icon="send" onClick={() => onResend(ids)}>
          {words('selection')}
        </Button>
      )}
      {whole ? exportOf() : exportOf([...selection.ids])}
    </ListSelectionBar>
  );
}

/** Each transaction once; cents of those that have an amount. */
function transactionsOf(chosen: Selection<Row>['rows']): { ids: string[]; amount: number } {
  const amounts = new Map<string, number>();
  for (const { transactionId, amount } of chosen.values())
    if (transactionId !== null) amounts.set(transactionId, amount ?? 0);
  return { ids: [...amounts.keys()], amount: [...amounts.values()].reduce((sum, cents) => sum + cents, 0) };
}
