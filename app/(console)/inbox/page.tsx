import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { InboxView } from '#components/notifications/inbox-view.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('inbox'))('title') };
}

export default function InboxPage() {
  return <InboxView />;
}
