'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { useListFilters } from '#components/list/filters/use-list-filters.ts';
import type { LongList } from '#components/list/use-long-list.ts';
import { useEventLabels } from '#components/resends/use-labels.ts';
import {
  type DeliveryFilters,
  deliveriesList,
  type Row,
  type Sums,
  type Whole,
} from '#lib/deliveries/deliveries.list.ts';

export type DeliveryList = LongList<DeliveryFilters, Row, Sums, Whole>;

export function useDeliveryFilters() {
  const t = useTranslations('deliveries');
  const event = useEventLabels();
  const say = (name: string, word: string) => {
    if (name === 'event') return event(word);
    return name === 'outcome' ? t(`facets.${word as 'failed'}`) : t(`statusClass.${word as '5xx'}`);
  };
  return useListFilters({ list: deliveriesList, say });
}
export type FilterState = ReturnType<typeof useDeliveryFilters>;

export function useColumnName(): (column: string) => string {
  const t = useTranslations('deliveries.column');
  return useCallback((column) => t(column as 'time'), [t]);
}
