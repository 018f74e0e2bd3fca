import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { DepositPage } from '#components/payments/deposits/deposit-page.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageContext } from '#lib/api/page.ts';
import { prefetchDeposit } from '#lib/payments/server/prefetch-payments.ts';

type Props = { params: Promise<{ account: string; id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('payments.deposit'))('title') };
}

export default async function Page({ params }: Props) {
  const { account, id } = await params;
  const ctx = await pageContext(account, 'read');
  if (ctx.port.deposits === undefined) notFound();
  const deposit = decodeURIComponent(id);
  return (
    <HydrateAtMount key={deposit} state={await prefetchDeposit(ctx, deposit)}>
      <DepositPage id={deposit} />
    </HydrateAtMount>
  );
}
