import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ApprovalsView } from '#components/notifications/approvals-view.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('inbox.approvals'))('title') };
}

export default function ApprovalsPage() {
  return <ApprovalsView />;
}
