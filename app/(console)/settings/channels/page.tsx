import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ChannelsView } from '#components/notifications/channels-view.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('channels'))('title') };
}

export default function ChannelsPage() {
  return <ChannelsView />;
}
