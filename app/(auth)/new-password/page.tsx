import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AuthLayout } from '#components/app-shell/auth-layout.tsx';
import { LinkDoor } from '#components/set-up/link-door.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('invitation'))('pageTitle.reset') };
}

export default function NewPasswordPage() {
  return (
    <AuthLayout>
      <LinkDoor purpose="reset" />
    </AuthLayout>
  );
}
