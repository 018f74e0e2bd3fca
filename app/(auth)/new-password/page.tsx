import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { LinkDoor } from '#components/set-up/link-door.tsx';
import { AuthLayout } from '#components/shell/auth-layout.tsx';

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
