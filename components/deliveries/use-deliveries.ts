'use client';

import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useCallback, useMemo, useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import {
  type DeliveryFilters,
  deliveryParsers,
  NO_DELIVERY_FILTERS,
  toDeliveryQuery,
} from '#lib/deliveries/filters.ts';
import { deliveriesOptions } from '#lib/deliveries/queries.ts';

/** What the address narrows the history to. */
export function useDeliveryFilters() {
  const [filters, write] = useQueryStates(deliveryParsers, { history: 'push' });
  const set = useCallback((change: Partial<DeliveryFilters>) => void write(change), [write]);
  const clear = useCallback(() => void write(NO_DELIVERY_FILTERS), [write]);
  return { filters, set, clear };
}
export type FilterState = ReturnType<typeof useDeliveryFilters>;

/** Pages by cursor: newer ones are kept by theirs, so that going back is no search. */
export function useDeliveryPages(filters: DeliveryFilters) {
  const account = useSession().account.slug;
  const key = JSON.stringify(toDeliveryQuery(filters));
  const [walk, setWalk] = useState<{ key: string; cursors: (string | null)[]; sizes: number[] }>({
    key,
    cursors: [null],
    sizes: [],
  });
  const here = walk.key === key ? walk : { key, cursors: [null], sizes: [] };
  const cursor = here.cursors.at(-1) ?? null;
  const query = useQuery(deliveriesOptions(account, filters, cursor));
  const { data } = query;
  const before = here.sizes.reduce((sum, size) => sum + size, 0);
  const next = data?.nextCursor ?? null;
  return {
    ...query,
    account,
    key,
    items: useMemo(() => data?.items ?? [], [data]),
    /** Rows before this page. */
    before,
    older:
      next === null || query.isPlaceholderData
        ? null
        : () =>
            setWalk({
              key,
              cursors: [...here.cursors, next],
              sizes: [...here.sizes, data?.items.length ?? 0],
            }),
    newer:
      here.cursors.length < 2
        ? null
        : () => setWalk({ key, cursors: here.cursors.slice(0, -1), sizes: here.sizes.slice(0, -1) }),
  };
}
export type DeliveryPages = ReturnType<typeof useDeliveryPages>;
