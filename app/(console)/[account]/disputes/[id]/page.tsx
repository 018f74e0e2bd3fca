import { WorkView } from '#components/disputes/work/work-view.tsx';
import { disputeOptions, draftOptions } from '#lib/disputes/queries.ts';
import { accountPage } from '../../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'disputes',
  title: 'disputes.detailTitle',
  needs: 'disputes',
  read: ({ slug, id }) => [disputeOptions(slug, id), draftOptions(slug, id)],
  view: ({ id }) => <WorkView id={id} />,
});
export default Page;
