'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { EmptyResult } from '#components/list/list-states.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { deliveryRows, type Reach } from '#lib/deliveries/queries.ts';
import type { FilterState } from './use-deliveries.ts';

type Props = { state: FilterState; reach: Reach | undefined };

/** Why nothing is here: never sent, dropped before it was, not read yet, all delivered, or filtered away. */
export function EmptyDeliveries({ state, reach }: Props) {
  const t = useTranslations('deliveries.empty');
  const clearWords = useTranslations('list.filters')('clear');
  const locale = useLocale() as Locale;
  const account = useSession().account.slug;
  const { filters, clear } = state;
  const clearing = <Button onClick={clear}>{clearWords}</Button>;
  if (filters.transactionId !== null)
    return (
      <EmptyState title={t('transaction')} action={clearing}>
        <MissingWhy />
      </EmptyState>
    );
  if (reach?.reading)
    return (
      <EmptyState title={t('reading')}>
        {reach.from !== null && t('readingTodo', { from: formatInstant(locale, reach.from, 'minute') })}
      </EmptyState>
    );
  if (filters.outcome?.join() === 'failed')
    return (
      <EmptyState title={t('failed')} action={clearing}>
        {t('failedTodo')}
      </EmptyState>
    );
  return (
    <EmptyResult
      state={state}
      read={(without) => deliveryRows.rows(account, { ...filters, ...without })}
      none={{ title: t('none'), todo: t('noneTodo') }}
      period={t('period')}
    />
  );
}

/** Document 1: a status that changed before the queue came to its event drops the notice without a record. */
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

/** The page scrolls as one: what is at stake goes away, the rows' head stays. */
export function DeliveriesPlaceholder({ above, children }: { above: ReactNode; children: ReactNode }) {
  return (
    <Page className="flex flex-col gap-1.5 p-0 [overflow-anchor:none] max-wide:overflow-auto">
      {/* A fieldset would be as wide as its words otherwise. */}
      <div className="grid grid-cols-1 gap-1.5 px-gutter pt-0.5 [&>fieldset]:min-w-0">{above}</div>
      <div className="[&>search]:pt-0! [&>search]:pb-1.5!">{children}</div>
    </Page>
  );
}
