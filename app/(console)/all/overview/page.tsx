import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AllAccountsView } from '#components/all-accounts/all-accounts-view.tsx';
import { pageOperator } from '#lib/api/page.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('all-accounts'))('title') };
}

export default async function AllAccountsPage() {
  await pageOperator();
  return <AllAccountsView />;
}
