import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { SandboxPage } from '#components/sandbox/sandbox-page.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { pageContext } from '#lib/api/page.ts';
import { prefetchSimulator } from '#lib/simulator/server/prefetch-simulator.ts';

type Props = { params: Promise<{ account: string }> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('sandbox');
  return { title: t('title') };
}

export default async function Page({ params }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'simulate');
  if (!ctx.account.simulator) notFound();
  return (
    <HydrateAtMount state={await prefetchSimulator({ ctx })}>
      <SandboxPage account={account} />
    </HydrateAtMount>
  );
}
