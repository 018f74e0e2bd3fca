'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { ListHead } from '#components/list/list-head.tsx';
import { ListBar, ListBody, useListPanel } from '#components/list/list-panel.tsx';
import { useRowOpens } from '#components/list/use-row-opens.ts';
import { Party } from '#components/ui/data-table/cell-parts.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { PageFrame } from '#components/ui/page.tsx';
import { depositsOptions, type PendingDeposit } from '#lib/statement/queries.ts';
import { depositState } from '#lib/statement/rules.ts';
import { depositsList } from '#lib/statement/statement.list.ts';
import { SCROLLER } from '../statement-table.tsx';
import { type Place, useDepositFilters } from '../use-statement.ts';
import { DepositDrawer } from './deposit-drawer.tsx';
import { DepositStatus } from './deposit-labels.tsx';

const keyOf = ({ amount, paidAt, createdAt }: PendingDeposit, column: string) =>
  column === 'amount' ? amount : (paidAt ?? createdAt);

const nameOf = ({ payer, id }: PendingDeposit) => payer.name ?? id;
const amountOf = ({ amount }: PendingDeposit) => ({ cents: amount, direction: 'still' as const });

/** Deposits that arrived and are not credited yet, and how they ended. */
export function DepositsView({ place }: { place: Place }) {
  const t = useTranslations('statement');
  const state = useDepositFilters();
  const account = useSession().account.slug;
  const query = useInfiniteQuery(depositsOptions(account, state.filters));
  const table = useDepositTable();
  const panel = useListPanel({
    list: depositsList,
    state,
    query,
    file: t('deposits.file'),
    words: table.words,
  });
  const { open, show, close } = place;
  useRowOpens(close);
  return (
    <PageFrame>
      <DrawerLayout
        drawer={open === null ? undefined : <DepositDrawer key={open} id={open} onClose={close} />}
      >
        <ListHead title={t('title')} query={query}>
          {panel.tools}
        </ListHead>
        <p className="px-gutter pt-2 text-ink-2">{t('deposits.what')}</p>
        <ListBar panel={panel} />
        <div className={SCROLLER}>
          <ListBody
            {...table}
            panel={panel}
            query={query}
            keyOf={keyOf}
            nameOf={nameOf}
            amountOf={amountOf}
            sums
            opening={{ open, onOpen: show }}
            empty={{
              read: (change) => depositsOptions(account, { ...state.filters, ...change }),
              none: { title: t('deposits.none'), todo: t('deposits.noneTodo') },
            }}
          />
        </div>
      </DrawerLayout>
    </PageFrame>
  );
}

/** How waiting deposits stand in a table. */
function useDepositTable() {
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
      return <Instant at={paidAt ?? createdAt} variant="minute" />;
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
