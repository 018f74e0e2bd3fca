import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AuthLayout } from '#components/app-shell/auth-layout.tsx';
import { LinkDoor } from '#components/set-up/link-door.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('invitation'))('pageTitle.invitation') };
}

export default function InvitationPage() {
  return (
    <AuthLayout>
      <LinkDoor purpose="invitation" />
    </AuthLayout>
  );
}
