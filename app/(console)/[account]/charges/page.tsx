import { ChargesView } from '#components/charges/charges-view.tsx';
import { paymentsPage } from '../payments-page.tsx';

export const { generateMetadata, Page } = paymentsPage('charges', () => <ChargesView />);
export default Page;
