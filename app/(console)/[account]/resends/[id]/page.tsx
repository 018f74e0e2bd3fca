import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { ResendView } from '#components/resends/page/resend-view.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageContext } from '#lib/api/page.ts';
import { prefetchResend } from '#lib/resends/server/prefetch-resends.ts';

type Props = { params: Promise<{ account: string; id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('resends'))('title') };
}

export default async function ResendPage({ params }: Props) {
  const { account, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const ctx = await pageContext(account, 'read');
  if (ctx.port.resends === undefined) notFound();
  return (
    <HydrateAtMount state={await prefetchResend({ ctx, id })}>
      <ResendView key={id} id={id} />
    </HydrateAtMount>
  );
}
