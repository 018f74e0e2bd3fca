import { AllAccountsView } from '#components/all-accounts/all-accounts-view.tsx';
import { operatorPage } from '../../page-of.tsx';

const page = operatorPage({
  title: 'all-accounts.title',
  view: () => <AllAccountsView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
