'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PageHead } from '#components/shell/page-head.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { RefreshButton } from '#components/ui/refresh-button.tsx';
import { paymentsOptions } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { usePaymentFilters } from './list/use-payment-filters.ts';

/** The title, and how old the page's list is; the list itself asks for what is shown here. */
export function PaymentsHead({ page, title, note }: { page: PaymentPage; title: string; note?: ReactNode }) {
  const t = useTranslations('payments.list');
  const { slug, capabilities } = useSession().account;
  const { filters } = usePaymentFilters();
  const { data, error, refetch } = useInfiniteQuery({
    ...paymentsOptions(slug, page, filters),
    refetchInterval: false,
    enabled: capabilities.includes(`${page}-list`),
  });
  return (
    <PageHead
      title={title}
      note={note}
      asOf={data?.pages[0]?.asOf}
      live={error === null && data?.pages.length === 1}
    >
      <RefreshButton label={t('refresh')} onRefresh={() => refetch()} />
    </PageHead>
  );
}
