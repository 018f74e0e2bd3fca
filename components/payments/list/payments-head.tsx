'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListHead } from '#components/list/list-head.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { paymentsOptions } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { useFiltersAsked } from './use-asked.ts';

type Props = { page: PaymentPage; title: string; note?: ReactNode };

/** The page's title; the list itself asks for what its age is told of. */
export function PaymentsHead({ page, title, note }: Props) {
  const { slug, capabilities } = useSession().account;
  const filters = useFiltersAsked(page);
  const query = useInfiniteQuery({
    ...paymentsOptions(slug, page, filters),
    refetchInterval: false,
    enabled: capabilities.includes(`${page}-list`),
  });
  return <ListHead title={title} note={note} query={query} />;
}
