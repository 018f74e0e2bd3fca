import { getTranslations } from 'next-intl/server';
import { AuthLayout } from '#components/app-shell/auth-layout.tsx';
import { titleOf } from '../../page-messages.tsx';

export const generateMetadata = titleOf('sign-in.proved.title');

/** The last page of a step-up in the issuer's window; the page that opened the window closes it. */
export default async function ProvedPage() {
  const t = await getTranslations('sign-in.proved');
  return (
    <AuthLayout title={t('title')}>
      <p>{t('description')}</p>
    </AuthLayout>
  );
}
