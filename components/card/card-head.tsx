'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { PageHead } from '#components/shell/page-head.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { RefreshButton } from '#components/ui/refresh-button.tsx';
import type { CardFilters } from '#lib/card/filters.ts';
import { cardChargesOptions } from '#lib/card/queries.ts';

/** The title, and how old the list of charges is; the list itself asks for what is shown here. */
export function CardHead({ filters }: { filters: CardFilters }) {
  const t = useTranslations('card');
  const { slug } = useSession().account;
  const { data, error, refetch } = useInfiniteQuery({
    ...cardChargesOptions(slug, filters),
    refetchInterval: false,
  });
  return (
    <PageHead
      title={t('title')}
      asOf={data?.pages[0]?.asOf}
      live={error === null && data?.pages.length === 1}
    >
      <RefreshButton label={t('list.refresh')} onRefresh={() => refetch()} />
    </PageHead>
  );
}
