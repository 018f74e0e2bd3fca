'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { saoPauloDay } from '#lib/dates.ts';
import { allOf, joinedFunnel } from '#lib/payments/funnel.ts';
import { chargeFunnelOptions } from '#lib/payments/queries.ts';
import { type Period, presetSpan } from '#lib/period.ts';

/** Beyond 40,000 charges somebody says that it should go on. */
const BY_ITSELF = 40;
const DAY_MS = 86_400_000;

/** Reads the period part after part and draws what is there; says of how many while it is not all. */
export function useFunnel({ from, to }: Period) {
  const t = useTranslations('payments.funnel');
  const account = useSession().account.slug;
  const today = saoPauloDay(useNow(Date.now(), DAY_MS));
  const period = from === null && to === null ? presetSpan('days7', today) : { from, to };
  const query = useInfiniteQuery(chargeFunnelOptions(account, period));
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query;
  const pages = data?.pages;
  const many = (pages?.length ?? 0) >= BY_ITSELF;
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null && !many) void fetchNextPage();
  }, [hasNextPage, isFetching, error, many, fetchNextPage]);
  const funnel = useMemo(
    () => (pages === undefined ? null : joinedFunnel(pages.map((page) => page.funnel))),
    [pages],
  );
  const read = funnel === null ? 0 : allOf(funnel).count;
  const total = pages?.[0]?.total ?? null;
  return {
    funnel,
    pages,
    /** Null: all of them are read. */
    progress: !hasNextPage ? null : total === null ? t('soFar', { read }) : t('soFarOf', { read, total }),
    error,
    refetch: () => void (pages === undefined ? query.refetch() : fetchNextPage()),
    readOn: hasNextPage && many && !isFetching ? () => void fetchNextPage() : null,
  };
}
