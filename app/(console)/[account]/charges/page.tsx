import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { SearchParams } from 'nuqs/server';
import { ChargesView } from '#components/charges/charges-view.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageContext } from '#lib/api/page.ts';
import { loadPaymentFilters } from '#lib/payments/payments.list.ts';
import { prefetchPayments } from '#lib/payments/server/prefetch-payments.ts';
import { prefetchViews } from '#lib/views/server/prefetch-views.ts';

type Props = { params: Promise<{ account: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('payments'))('charges.title') };
}

export default async function ChargesPage({ params, searchParams }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'read');
  if (ctx.port.charges === undefined) notFound();
  const filters = await loadPaymentFilters(searchParams);
  return (
    <HydrateAtMount
      state={
        await Promise.all([
          prefetchPayments({ ctx, page: 'charges', filters }),
          prefetchViews({ ctx, page: 'charges' }),
        ])
      }
    >
      <ChargesView />
    </HydrateAtMount>
  );
}
