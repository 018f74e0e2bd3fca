'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { type DeliveryFilters, NO_DELIVERY_FILTERS, toDeliveryQuery } from '#lib/deliveries/filters.ts';
import { type DeliveryPage, deliveriesOptions } from '#lib/deliveries/queries.ts';
import type { FilterState } from './use-deliveries.ts';

type Props = { state: FilterState; page: DeliveryPage };

/** Why nothing is here: not read yet, filtered away, never sent, or dropped before it was. */
export function EmptyDeliveries({ state, page }: Props) {
  const t = useTranslations('deliveries');
  const { filters, clear } = state;
  if (filters.transactionId !== null)
    return (
      <EmptyState framed title={t('empty.transaction')} action={<ClearButton onClear={clear} />}>
        <MissingWhy />
      </EmptyState>
    );
  const filtered = Object.keys(toDeliveryQuery(filters)).length > 0;
  if (!filtered && !page.reach.reading)
    return (
      <EmptyState framed title={t('empty.none')}>
        {t('empty.noneTodo')}
      </EmptyState>
    );
  return <Narrow state={state} page={page} filters={filters} />;
}

function Narrow({ state, page, filters }: Props & { filters: DeliveryFilters }) {
  const t = useTranslations('deliveries.empty');
  const locale = useLocale() as Locale;
  const account = useSession().account.slug;
  const { data: all } = useQuery(deliveriesOptions(account, NO_DELIVERY_FILTERS, null));
  const { reach } = page;
  const title = filters.outcome === null ? t('filtered') : t(`outcome.${filters.outcome}`);
  const count = all?.facets.all ?? 0;
  return (
    <EmptyState framed title={title} action={<ClearButton onClear={state.clear} />}>
      {filters.outcome === 'failed' && !reach.reading && `${t('failedTodo')} `}
      {count > 0 && `${t('filteredTodo', { count })} `}
      {reach.reading && reach.from !== null && (
        <span className="block">
          {t('reading')}. {t('readingTodo', { from: formatInstant(locale, reach.from, 'minute') })}
        </span>
      )}
    </EmptyState>
  );
}

function ClearButton({ onClear }: { onClear: () => void }) {
  const t = useTranslations('deliveries.empty');
  return <Button onClick={onClear}>{t('clear')}</Button>;
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
