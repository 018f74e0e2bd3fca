import { ClosingsView } from '#components/closings/closings-view.tsx';
import { loadMonth } from '#lib/closings/month-params.ts';
import { monthOptions } from '#lib/closings/queries.ts';
import { accountPage } from '../../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'closings',
  title: 'closings.title',
  permission: 'export',
  needs: 'statement',
  read: async ({ slug, search }) => [monthOptions(slug, (await loadMonth(search)).month)],
  view: () => <ClosingsView />,
});
export default Page;
