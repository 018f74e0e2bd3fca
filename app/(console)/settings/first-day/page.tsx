import { FirstDayView } from '#components/onboarding/first-day-view.tsx';
import { prefetchConnections } from '#lib/connections/server/rule-changes.ts';
import { prefetchSettings } from '#lib/notifications/server/get-settings.ts';
import { prefetchProfile } from '#lib/profile/server/profile.ts';
import { prefetchTeam } from '#lib/team/server/prefetch-team.ts';
import { lastAccount } from '../../all-accounts-layout.tsx';
import { operatorPage } from '../../page-of.tsx';

const page = operatorPage({
  segment: 'first-day',
  title: 'first-day.title',
  permission: 'manage',
  read: async ({ ctx }) => {
    const { account } = await lastAccount();
    return Promise.all([
      prefetchSettings({ ctx, account: account.slug }),
      prefetchConnections({ ctx }),
      prefetchProfile({ ctx }),
      prefetchTeam({ ctx }),
    ]);
  },
  view: () => <FirstDayView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
