import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { OperationPage } from '#components/payments/approval/operation-page.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageContext } from '#lib/api/page.ts';
import { prefetchOperation } from '#lib/operations/server/prefetch-operations.ts';

type Props = { params: Promise<{ account: string; id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('operations.drawer'))('id') };
}

export default async function Page({ params }: Props) {
  const { account, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const ctx = await pageContext(account, 'read');
  return (
    <HydrateAtMount key={id} state={await prefetchOperation({ ctx, id })}>
      <OperationPage id={id} />
    </HydrateAtMount>
  );
}
