'use client';

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { call } from '#lib/api/client.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import { disputeKeys, type QueueFilter, queueOptions } from '#lib/disputes/queries.ts';
import { queueParsers } from '#lib/disputes/queue-filter.ts';

/** What the address narrows the queue to. */
export function useQueueFilter() {
  const [read, write] = useQueryStates(queueParsers, { history: 'push' });
  const filter: QueueFilter = useMemo(() => ({ ...read }), [read]);
  const set = (change: Partial<QueueFilter>) => void write(change);
  return { filter, set };
}

export function useQueue(filter: QueueFilter) {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const query = useInfiniteQuery(queueOptions(account, filter));
  const pages = query.data?.pages ?? [];
  const items: Dispute[] = useMemo(() => uniqueById(pages.flatMap((page) => page.items)), [pages]);
  const readAgain = async () => {
    // The service is asked first, then the queue is read anew; a refusal of the first is shown by the second.
    await call('POST /disputes/refresh', { account }).catch(() => undefined);
    await client.invalidateQueries({ queryKey: disputeKeys.all(account) });
  };
  return { ...query, head: pages[0], items, account, readAgain };
}
export type Queue = ReturnType<typeof useQueue>;

/** A dispute that moved between two pages came twice. */
function uniqueById(items: readonly Dispute[]): Dispute[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
