import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { LinkDoor } from '#components/set-up/link-door.tsx';
import { AuthLayout } from '#components/shell/auth-layout.tsx';

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
