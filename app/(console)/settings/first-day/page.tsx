import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { FirstDayView } from '#components/first-day/first-day-view.tsx';
import { pageOperator } from '#lib/api/page.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('first-day'))('title') };
}

export default async function FirstDayPage() {
  const ctx = await pageOperator();
  if (!ctx.permissions.has('manage')) notFound();
  return <FirstDayView />;
}
