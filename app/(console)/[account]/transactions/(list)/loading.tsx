import { TransactionsSkeleton } from '#components/transactions/transactions-skeleton.tsx';
import { loadingPage } from '../../../page-of.tsx';

export default loadingPage('transactions', <TransactionsSkeleton />);
