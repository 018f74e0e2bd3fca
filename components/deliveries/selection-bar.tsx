'use client';

import { useTranslations } from 'next-intl';
import type { Selection } from '#components/list/use-selection.ts';
import { useMayResend } from '#components/resends/use-may-resend.ts';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Money } from '#components/ui/money.tsx';
import { PickedBar } from '#components/ui/picked-bar.tsx';
import type { DeliveryFilters } from '#lib/deliveries/deliveries.list.ts';
import type { Row } from '#lib/deliveries/rows.ts';
import { DeliveriesExport } from './deliveries-head.tsx';

type Props = {
  selection: Selection<Row>;
  filters: DeliveryFilters;
  onResend: (ids: string[]) => void;
  onError: (error: unknown) => void;
};

/** How many are chosen, of how many transactions; sending those again, and the file of these rows. */
export function SelectionBar({ selection, filters, onResend, onError }: Props) {
  const t = useTranslations('list.selection');
  const words = useTranslations('resends.action');
  const transactions = useTranslations('deliveries');
  const mayResend = useMayResend();
  const { ids, amount } = transactionsOf(selection.rows);
  const status = (
    <>
      <span>{t.rich('count', { count: selection.ids.size, b: (text) => <b>{text}</b> })}</span>
      <span>{transactions('ofTransactions', { count: ids.length })}</span>
      <Money cents={amount} direction="still" />
    </>
  );
  return (
    <PickedBar label={t('label')} status={status}>
      {mayResend && ids.length > 0 && (
        <Button icon="send" onClick={() => onResend(ids)}>
          {words('selection')}
        </Button>
      )}
      <DeliveriesExport filters={filters} count={null} ids={[...selection.ids]} onError={onError} />
      <IconButton icon="x" size="md" label={t('clear')} shortcut="Esc" onClick={selection.clear} />
    </PickedBar>
  );
}

/** Each transaction once; cents of those that have an amount. */
function transactionsOf(chosen: Selection<Row>['rows']): { ids: string[]; amount: number } {
  const amounts = new Map<string, number>();
  for (const { transactionId, amount } of chosen.values())
    if (transactionId !== null) amounts.set(transactionId, amount ?? 0);
  return { ids: [...amounts.keys()], amount: [...amounts.values()].reduce((sum, cents) => sum + cents, 0) };
}
