import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { LinkDoor } from '#components/set-up/link-door.tsx';
import { Door } from '#components/shell/door.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('invitation'))('pageTitle.invitation') };
}

export default function InvitationPage() {
  return (
    <Door>
      <LinkDoor purpose="invitation" />
    </Door>
  );
}
