import { getTranslations } from 'next-intl/server';
import { AuthLayout } from '#components/app-shell/auth-layout.tsx';
import { ForgottenForm } from '#components/sign-in/forgotten-form.tsx';
import { settings } from '#lib/core/env/settings.ts';
import { titleOf } from '../../page-messages.tsx';

export const generateMetadata = titleOf('sign-in.forgotten.title');

export default async function ForgottenPage() {
  const t = await getTranslations('sign-in.forgotten');
  return (
    <AuthLayout title={t('title')}>
      {settings().smtp === null ? <p>{t('noMail')}</p> : <ForgottenForm />}
      <p>
        <a className="link" href="/sign-in">
          {t('back')}
        </a>
      </p>
    </AuthLayout>
  );
}
