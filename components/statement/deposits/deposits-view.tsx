'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { FilterBar } from '#components/list/filters/filter-bar.tsx';
import { ListFaults } from '#components/list/list-faults.tsx';
import { ListRows } from '#components/list/table/list-rows.tsx';
import { PageHead } from '#components/shell/page-head.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { useRowOpens } from '#components/shell/use-row-opens.ts';
import { Button } from '#components/ui/button.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { activeFilters } from '#lib/list/list.ts';
import { depositsOptions } from '#lib/statement/queries.ts';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import styles from '../statement.module.css';
import { type DepositFilterState, type Place, useDepositFilters } from '../use-statement.ts';
import { DepositDrawer } from './deposit-drawer.tsx';
import { useDepositTable } from './deposit-rows.tsx';

/** Deposits that arrived and are not credited yet, and how they ended. */
export function DepositsView({ place, tabs }: { place: Place; tabs: ReactNode }) {
  const t = useTranslations('statement');
  const state = useDepositFilters();
  const account = useSession().account.slug;
  const query = useInfiniteQuery(depositsOptions(account, state.filters));
  const { data, error, refetch } = query;
  const asOf = data?.pages[0]?.asOf ?? null;
  const { open, show, close } = place;
  useRowOpens(close);
  return (
    <div className="page-fill">
      <DrawerLayout
        drawer={open === null ? undefined : <DepositDrawer key={open} id={open} onClose={close} />}
      >
        <PageHead title={t('title')} asOf={asOf} live={error === null && data?.pages.length === 1}>
          <RefreshButton label={t('refresh')} onRefresh={() => refetch()} />
        </PageHead>
        {tabs}
        <p className="px-gutter pt-2 text-ink-2">{t('deposits.what')}</p>
        <FilterBar state={state} now={asOf} standing />
        <ListFaults state={state} />
        <div className={styles.scroller}>
          <ListRows
            {...useDepositTable()}
            query={query}
            opening={{ open, onOpen: show }}
            empty={<Empty state={state} />}
          />
        </div>
      </DrawerLayout>
    </div>
  );
}

function Empty({ state }: { state: DepositFilterState }) {
  const t = useTranslations('statement.deposits');
  const { filters } = state;
  const narrowed = activeFilters(filters).length > 0 || filters.from !== null || filters.to !== null;
  if (!narrowed) return <EmptyState title={t('none')}>{t('noneTodo')}</EmptyState>;
  return (
    <EmptyState title={t('nothing')} action={<Button onClick={state.clear}>{t('clear')}</Button>}>
      {t('nothingTodo')}
    </EmptyState>
  );
}
