'use client';

import { useTranslations } from 'next-intl';
import { LongSelectionBar } from '#components/list/selection-bar.tsx';
import type { LongList } from '#components/list/use-long-list.ts';
import { Button } from '#components/ui/button.tsx';
import type { Row, Sums } from '#lib/transactions/rows.ts';
import { directionOf } from '#lib/transactions/rules.ts';
import type { TransactionFilters } from '#lib/transactions/transactions.list.ts';
import type { Resending } from './use-resend.ts';

type Props = { list: LongList<TransactionFilters, Row, Sums>; resend: Resending };

/** Actions on the selected transactions, or on all of the filter. */
export function SelectionBar({ list, resend }: Props) {
  const words = useTranslations('resends.action');
  const { ids, whole } = list.selection;
  return (
    <LongSelectionBar of={list} amountOf={(row) => ({ cents: row.amount, direction: directionOf(row) })}>
      {resend.filtered !== null && <Button onClick={resend.filtered}>{words('filter')}</Button>}
      {resend.selected !== null && !whole && (
        <Button icon="send" onClick={() => resend.selected?.(ids)}>
          {words('selection')}
        </Button>
      )}
    </LongSelectionBar>
  );
}
