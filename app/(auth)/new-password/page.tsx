import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AuthLayout } from '#components/app-shell/auth-layout.tsx';
import { LinkExpiredPage } from '#components/set-up/link-expired-page.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('invitation'))('pageTitle.reset') };
}

export default function NewPasswordPage() {
  return (
    <AuthLayout>
      <LinkExpiredPage purpose="reset" />
    </AuthLayout>
  );
}
