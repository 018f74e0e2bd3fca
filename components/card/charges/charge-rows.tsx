'use client';

import { useTranslations } from 'next-intl';
import { Party } from '#components/ui/data-table/cell-parts.tsx';
import { cardChargesList } from '#lib/card/card.list.ts';
import type { CardCharge } from '#lib/card/queries.ts';
import { useReasonLabels } from '../use-reason-labels.ts';
import { PlainCell } from './plain-cell.tsx';

/** Table props for card charges. */
export function useChargeTable() {
  const t = useTranslations('card');
  return {
    columns: cardChargesList.columns,
    cell: ChargeCell,
    words: {
      label: t('list.label'),
      loading: t('list.loading'),
      column: (name: string) => t(`columns.${name as 'time'}`),
    },
  };
}

function ChargeCell({ row, column }: { row: CardCharge; column: string }) {
  const t = useTranslations('card.list');
  const { customer } = row;
  switch (column) {
    case 'who':
      return <Party name={customer.name ?? t('nobody')} document={customer.document} />;
    case 'why':
      return <Why charge={row} />;
    default:
      return <PlainCell row={row} column={column} />;
  }
}

/** Explains a charge's status: reason of a refusal, chargeback, or cycle of a recurrence. */
function Why({ charge }: { charge: CardCharge }) {
  const t = useTranslations('card.list');
  const reason = useReasonLabels()(charge);
  const { chargebacks, recurrenceCycle, recurrenceId } = charge;
  const cycle =
    recurrenceCycle !== null && recurrenceId !== null
      ? recurrenceCycle === 0
        ? t('firstCycle')
        : t('cycle', { cycle: recurrenceCycle })
      : null;
  const disputed = chargebacks.length > 0 ? t('chargeback', { count: chargebacks.length }) : null;
  return [disputed, reason, cycle].filter((words) => words !== null).join(' · ');
}
