import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AuthLayout } from '#components/app-shell/auth-layout.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('sign-in.proved'))('title') };
}

/** Where the window of a step-up at the issuer ends; the page that opened it closes it. */
export default async function ProvedPage() {
  const t = await getTranslations('sign-in.proved');
  return (
    <AuthLayout title={t('title')}>
      <p>{t('words')}</p>
    </AuthLayout>
  );
}
