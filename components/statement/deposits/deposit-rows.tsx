'use client';

import { useTranslations } from 'next-intl';
import { Party } from '#components/list/table/party.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import type { PendingDeposit } from '#lib/statement/queries.ts';
import { depositState } from '#lib/statement/rules.ts';
import { depositsList } from '#lib/statement/statement.list.ts';
import { DepositStatus } from './deposit-words.tsx';

/** How waiting deposits stand in a table. */
export function useDepositTable() {
  const t = useTranslations('statement.deposits');
  return {
    columns: depositsList.columns,
    cell: DepositCell,
    words: { label: t('label'), loading: t('loading'), column: (name: string) => t(name as 'arrived') },
  };
}

function DepositCell({ row, column }: { row: PendingDeposit; column: string }) {
  const t = useTranslations('statement.deposits');
  const { createdAt, paidAt, payer, amount } = row;
  switch (column) {
    case 'arrived':
      return <Instant at={paidAt ?? createdAt} look="minute" />;
    case 'status':
      return <DepositStatus deposit={row} />;
    case 'payer':
      return <Party name={payer.name ?? t('nobody')} document={payer.document} />;
    case 'bank':
      return payer.institutionName ?? payer.institutionIspb ?? '–';
    default:
      return <Money cents={amount} direction={depositState(row) === 'credited' ? 'in' : 'still'} />;
  }
}
