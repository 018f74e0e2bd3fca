'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { filterRowClasses } from '#components/list/filters/filter-bar.tsx';
import { LongFrame, LongSkeleton } from '#components/list/long-list.tsx';
import { CountTotal, Totals } from '#components/list/totals.tsx';
import { cn } from '#components/ui/cn.ts';
import { controlFrame } from '#components/ui/field.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { initialColumns } from '#lib/list/list.ts';
import { transactionsList } from '#lib/transactions/transactions.list.ts';
import { useColumnName, useOfferedColumns } from './use-transactions.ts';

export function TransactionsSkeleton() {
  const t = useTranslations('transactions');
  const totals = useTranslations('list.totals');
  const offers = useOfferedColumns();
  return (
    <LongFrame>
      <PageHead title={t('title')} />
      <div className={filterRowClasses}>
        <span className={cn(controlFrame(), 'w-64')}>
          <Skeleton width="9rem" />
        </span>
      </div>
      <Totals label={totals('label')}>
        <CountTotal total={null} read={0} loading ended={false} />
      </Totals>
      <LongSkeleton
        list={transactionsList}
        names={initialColumns(transactionsList).filter((name) => offers.includes(name))}
        label={t('table.label')}
        column={useColumnName()}
      />
    </LongFrame>
  );
}
