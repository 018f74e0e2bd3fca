import { FirstDayView } from '#components/onboarding/first-day-view.tsx';
import { changesOptions, connectionsOptions } from '#lib/connections/queries.ts';
import { settingsOptions } from '#lib/notifications/queries.ts';
import { passkeysOptions, profileOptions, sessionsOptions } from '#lib/profile/queries.ts';
import { teamOptions } from '#lib/team/queries.ts';
import { operatorPage } from '../../page-of.tsx';

export const { generateMetadata, Page } = operatorPage({
  segment: 'first-day',
  title: 'first-day.title',
  permission: 'manage',
  read: ({ slug }) => [
    settingsOptions(slug),
    connectionsOptions(),
    changesOptions(),
    profileOptions(),
    passkeysOptions(),
    sessionsOptions(),
    teamOptions(),
  ],
  view: () => <FirstDayView />,
});
export default Page;
