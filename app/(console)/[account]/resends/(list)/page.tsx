import { ResendsView } from '#components/resends/resends-view.tsx';
import { resendsList } from '#lib/resends/resends.list.ts';
import { prefetchResends } from '#lib/resends/server/list-resends.ts';
import { accountPage } from '../../../page-of.tsx';

const page = accountPage({
  segment: 'resends',
  title: 'resends.title',
  needs: 'resends',
  views: 'resends',
  read: async ({ ctx, search }) => prefetchResends({ ctx, filters: await resendsList.load(search) }),
  view: () => <ResendsView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
