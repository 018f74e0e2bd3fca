import { ProfileView } from '#components/profile/profile-view.tsx';
import { prefetchProfile } from '#lib/profile/server/profile.ts';
import { operatorPage } from '../../page-of.tsx';

const page = operatorPage({
  segment: 'profile',
  title: 'profile.title',
  read: ({ ctx }) => prefetchProfile({ ctx }),
  view: () => <ProfileView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
