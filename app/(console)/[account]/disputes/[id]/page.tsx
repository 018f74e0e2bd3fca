import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { WorkView } from '#components/disputes/work/work-view.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageContext } from '#lib/api/page.ts';
import { prefetchDispute } from '#lib/disputes/server/prefetch-disputes.ts';

type Props = { params: Promise<{ account: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const name = decodeURIComponent((await params).id);
  return { title: (await getTranslations('disputes'))('detailTitle', { name }) };
}

export default async function DisputePage({ params }: Props) {
  const { account, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const ctx = await pageContext(account, 'read');
  if (ctx.port.disputes === undefined) notFound();
  return (
    <HydrateAtMount state={await prefetchDispute({ ctx, id })}>
      <WorkView key={id} id={id} />
    </HydrateAtMount>
  );
}
