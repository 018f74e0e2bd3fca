import { CardView } from '#components/card/card-view.tsx';
import { cardChargesList } from '#lib/card/card.list.ts';
import { prefetchCard } from '#lib/card/server/prefetch-card.ts';
import { prefetchViews } from '#lib/views/server/prefetch-views.ts';
import { accountPage } from '../../page-of.tsx';

const page = accountPage({
  title: 'card.title',
  needs: 'card',
  read: async ({ ctx, search }) => {
    const filters = await cardChargesList.load(search);
    return Promise.all([prefetchCard({ ctx, filters }), prefetchViews({ ctx, page: 'card' })]);
  },
  view: () => <CardView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
