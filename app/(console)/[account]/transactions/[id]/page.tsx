import { DetailPage } from '#components/transactions/detail/detail-page.tsx';
import { detailOptions, timelineOptions } from '#lib/transactions/queries.ts';
import { accountPage } from '../../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'transactions',
  title: 'transactions.detailTitle',
  needs: 'transactions',
  read: ({ slug, id }) => [detailOptions(slug, id), timelineOptions(slug, id)],
  view: ({ id }) => <DetailPage id={id} />,
});
export default Page;
