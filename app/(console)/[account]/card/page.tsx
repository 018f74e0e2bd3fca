import { CardView } from '#components/card/card-view.tsx';
import { cardChargesList } from '#lib/card/card.list.ts';
import { prefetchCard } from '#lib/card/server/prefetch-card.ts';
import { accountPage } from '../../page-of.tsx';

const page = accountPage({
  segment: 'card',
  title: 'card.title',
  needs: 'card',
  views: 'card',
  read: async ({ ctx, search }) => prefetchCard({ ctx, filters: await cardChargesList.load(search) }),
  view: () => <CardView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
