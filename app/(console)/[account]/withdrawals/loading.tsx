import { PaymentsSkeleton } from '#components/payments/payments-page.tsx';
import { loadingPage } from '../../page-of.tsx';

export default loadingPage('withdrawals', <PaymentsSkeleton page="withdrawals" />);
