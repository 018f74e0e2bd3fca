import { ProfileView } from '#components/profile/profile-view.tsx';
import { passkeysOptions, profileOptions, sessionsOptions } from '#lib/profile/queries.ts';
import { operatorPage } from '../../page-of.tsx';

export const { generateMetadata, Page } = operatorPage({
  segment: 'profile',
  title: 'profile.title',
  read: () => [profileOptions(), passkeysOptions(), sessionsOptions()],
  view: () => <ProfileView />,
});
export default Page;
