import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { SearchParams } from 'nuqs/server';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { TransactionsView } from '#components/transactions/transactions-view.tsx';
import { pageContext } from '#lib/api/page.ts';
import { loadOpen } from '#lib/list/list.ts';
import { prefetchTransactions } from '#lib/transactions/server/prefetch-transactions.ts';
import { transactionsList } from '#lib/transactions/transactions.list.ts';
import { prefetchViews } from '#lib/views/server/prefetch-views.ts';

type Props = { params: Promise<{ account: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('transactions'))('title') };
}

export default async function TransactionsPage({ params, searchParams }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'read');
  if (ctx.port.transactions === undefined) notFound();
  const [filters, { open }] = await Promise.all([
    transactionsList.load(searchParams),
    loadOpen(searchParams),
  ]);
  const state = await Promise.all([
    prefetchTransactions({ ctx, filters, open }),
    prefetchViews({ ctx, page: 'transactions' }),
  ]);
  return (
    <HydrateAtMount state={state}>
      <TransactionsView />
    </HydrateAtMount>
  );
}
