import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { DetailPage } from '#components/transactions/detail/detail-page.tsx';
import { pageContext } from '#lib/api/page.ts';
import { prefetchTransaction } from '#lib/transactions/server/prefetch-transactions.ts';

type Props = { params: Promise<{ account: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const name = decodeURIComponent((await params).id);
  return { title: (await getTranslations('transactions'))('detailTitle', { name }) };
}

export default async function TransactionPage({ params }: Props) {
  const { account, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const ctx = await pageContext(account, 'read');
  if (ctx.port.transactions === undefined) notFound();
  return (
    <HydrateAtMount state={await prefetchTransaction({ ctx, id })}>
      <DetailPage key={id} id={id} />
    </HydrateAtMount>
  );
}
