'use client';

import { useTranslations } from 'next-intl';
import { LongSelectionBar } from '#components/list/selection-bar.tsx';
import type { Selection } from '#components/list/use-selection.ts';
import { useMayResend } from '#components/resends/use-labels.ts';
import { Button } from '#components/ui/button.tsx';
import { Money } from '#components/ui/money.tsx';
import type { Row } from '#lib/deliveries/deliveries.list.ts';
import { CloseFailuresButton } from './close-failures.tsx';
import type { DeliveryList } from './use-deliveries.ts';

type Props = { list: DeliveryList; onResend: (ids: string[]) => void };

/**
 * The selected deliveries and their transactions, with the actions to resend them, close failures, or export.
 */
export function SelectionBar({ list, onResend }: Props) {
  const words = useTranslations('resends.action');
  const t = useTranslations('deliveries');
  const mayResend = useMayResend();
  const { rows, whole } = list.selection;
  const { ids, amount } = transactionsOf(rows);
  // Deliveries that already succeeded are not resent, so the button counts only open failures.
  const failing = transactionsOf(new Map([...rows].filter(([, row]) => row.open))).ids;
  const going = failing.length === 0 ? ids : failing;
  const open = [...rows.values()].filter((row) => row.open).map(({ id }) => id);
  return (
    <LongSelectionBar
      of={list}
      sums={
        <>
          <span>{t('ofTransactions', { count: ids.length })}</span>
          <Money cents={amount} direction="still" />
        </>
      }
    >
      {mayResend && !whole && ids.length > 0 && (
        <Button icon="send" onClick={() => onResend(going)}>
          {failing.length === 0 ? words('selection') : words('some', { count: going.length, of: ids.length })}
        </Button>
      )}
      {!whole && open.length > 0 && <CloseFailuresButton which={{ ids: open }} count={open.length} />}
    </LongSelectionBar>
  );
}

/** The selection's distinct transactions, and the sum of their known amounts in cents. */
function transactionsOf(chosen: Selection<Row>['rows']): { ids: string[]; amount: number } {
  const amounts = new Map<string, number>();
  for (const { transactionId, amount } of chosen.values())
    if (transactionId !== null) amounts.set(transactionId, amount ?? 0);
  return { ids: [...amounts.keys()], amount: [...amounts.values()].reduce((sum, cents) => sum + cents, 0) };
}
