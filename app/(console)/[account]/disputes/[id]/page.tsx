import { WorkView } from '#components/disputes/work/work-view.tsx';
import { prefetchDispute } from '#lib/disputes/server/prefetch-disputes.ts';
import { accountPage } from '../../../page-of.tsx';

const page = accountPage({
  segment: 'disputes',
  title: 'disputes.detailTitle',
  needs: 'disputes',
  read: ({ ctx, id }) => prefetchDispute({ ctx, id }),
  view: ({ id }) => <WorkView id={id} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
