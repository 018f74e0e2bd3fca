import { ResendsView } from '#components/resends/resends-view.tsx';
import { resendsList } from '#lib/resends/resends.list.ts';
import { prefetchResends } from '#lib/resends/server/prefetch-resends.ts';
import { prefetchViews } from '#lib/views/server/prefetch-views.ts';
import { accountPage } from '../../page-of.tsx';

const page = accountPage({
  title: 'resends.title',
  needs: 'resends',
  read: async ({ ctx, search }) => {
    const filters = await resendsList.load(search);
    return Promise.all([prefetchResends({ ctx, filters }), prefetchViews({ ctx, page: 'resends' })]);
  },
  view: () => <ResendsView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
