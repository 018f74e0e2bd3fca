import { getTranslations } from 'next-intl/server';
import { AuthLayout } from '#components/app-shell/auth-layout.tsx';
import { SetUpForm } from '#components/set-up/person-form.tsx';

export default async function SetUpPage({ searchParams }: { searchParams: Promise<{ token?: string }> }) {
  const [{ token = '' }, t] = await Promise.all([searchParams, getTranslations('set-up')]);
  return (
    <AuthLayout title={t('title')} note={t('description')}>
      <SetUpForm token={token} />
    </AuthLayout>
  );
}
