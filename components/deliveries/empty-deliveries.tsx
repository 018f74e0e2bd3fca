'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { EmptyResult } from '#components/list/list-states.tsx';
import { LongFrame, LongSkeleton } from '#components/list/long-list.tsx';
import { Button } from '#components/ui/button.tsx';
import { Page } from '#components/ui/page.tsx';
import { EmptyState } from '#components/ui/panel.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { deliveriesList } from '#lib/deliveries/deliveries.list.ts';
import { deliveryRows, type Reach } from '#lib/deliveries/queries.ts';
import { initialColumns } from '#lib/list/list.ts';
import { type FilterState, useColumnName } from './delivery-filters.tsx';
import { OutcomeFacets } from './outcome-facets.tsx';

/** Why the list is empty: never sent, dropped, not loaded yet, all delivered, or filtered out. */
export function EmptyDeliveries({ state, reach }: { state: FilterState; reach: Reach | undefined }) {
  const t = useTranslations('deliveries.empty');
  const clearLabel = useTranslations('list.filters')('clear');
  const locale = useLocale() as Locale;
  const account = useSession().account.slug;
  const { filters, clear } = state;
  const clearing = <Button onClick={clear}>{clearLabel}</Button>;
  if (filters.transactionId !== null)
    return (
      <EmptyState title={t('transaction')} action={clearing}>
        <MissingWhy />
      </EmptyState>
    );
  if (reach?.reading)
    return (
      <EmptyState title={t('reading')}>
        {reach.from !== null && t('readingHint', { from: formatInstant(locale, reach.from, 'minute') })}
      </EmptyState>
    );
  if (filters.outcome?.join() === 'failed')
    return (
      <EmptyState title={t('failed')} action={clearing}>
        {t('failedHint')}
      </EmptyState>
    );
  return (
    <EmptyResult
      state={state}
      read={(without) => deliveryRows.rows(account, { ...filters, ...without })}
      none={{ title: t('none'), hint: t('noneHint') }}
      period={t('period')}
    />
  );
}

/** Document 1: a status that changes before the queue reaches its event drops the notice without a record. */
export function MissingWhy() {
  const t = useTranslations('deliveries.empty');
  return (
    <span className="grid gap-1">
      <b>{t('dropTitle')}</b>
      <span>{t('drop')}</span>
      <span>{t('dropPending')}</span>
      <span>{t('dropNoUrl')}</span>
    </span>
  );
}

/** The whole page scrolls: the part above scrolls away, the table's header stays. */
export function DeliveriesPlaceholder({ above, children }: { above: ReactNode; children: ReactNode }) {
  return (
    <Page className="flex flex-col gap-1.5 p-0 [overflow-anchor:none] max-wide:overflow-auto">
      {/* Without `min-width: 0`, a fieldset would be as wide as its content. */}
      <div className="grid grid-cols-1 gap-1.5 px-gutter pt-0.5 [&>fieldset]:min-w-0">{above}</div>
      <div className="[&>search]:pt-0! [&>search]:pb-1.5!">{children}</div>
    </Page>
  );
}

const nothing = () => undefined;

/** The page while its data loads. */
export function DeliveriesSkeleton() {
  const t = useTranslations('deliveries');
  return (
    <LongFrame>
      <PageHead title={t('title')} />
      <DeliveriesPlaceholder above={<OutcomeFacets facets={undefined} outcome={null} onOutcome={nothing} />}>
        <LongSkeleton
          list={deliveriesList}
          names={initialColumns(deliveriesList)}
          label={t('table.label')}
          column={useColumnName()}
        />
      </DeliveriesPlaceholder>
    </LongFrame>
  );
}
