import { ReportsView } from '#components/reports/reports-view.tsx';
import { reportsOptions } from '#lib/reports/queries.ts';
import { accountPage } from '../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'reports',
  title: 'reports.title',
  permission: 'report',
  needs: 'reports',
  read: ({ slug }) => [reportsOptions(slug)],
  view: () => <ReportsView />,
});
export default Page;
