import { ReportsView } from '#components/reports/reports-view.tsx';
import { prefetchReports } from '#lib/reports/server/list-reports.ts';
import { accountPage } from '../../page-of.tsx';

const page = accountPage({
  segment: 'reports',
  title: 'reports.title',
  permission: 'report',
  needs: 'reports',
  read: ({ ctx }) => prefetchReports(ctx),
  view: () => <ReportsView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
