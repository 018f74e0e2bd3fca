import { AllAccountsView } from '#components/all-accounts/all-accounts-view.tsx';
import { operatorPage } from '../../page-of.tsx';

export const { generateMetadata, Page } = operatorPage({
  segment: 'all',
  title: 'all-accounts.title',
  view: () => <AllAccountsView />,
});
export default Page;
