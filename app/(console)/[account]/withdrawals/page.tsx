import { WithdrawalsView } from '#components/payments/withdrawals/withdrawals-view.tsx';
import { paymentsPage } from '../payments-page.tsx';

export const { generateMetadata, Page } = paymentsPage('withdrawals', () => <WithdrawalsView />);
export default Page;
