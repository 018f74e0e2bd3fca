import { TransfersView } from '#components/payments/transfers/transfers-view.tsx';
import { paymentsPage } from '../payments-page.tsx';

export const { generateMetadata, Page } = paymentsPage('transfers', () => <TransfersView />);
export default Page;
