import { TransactionsSkeleton } from '#components/transactions/transactions-skeleton.tsx';
import { withScriptsOf } from '../../../shared-scripts.tsx';

export default withScriptsOf(TransactionsSkeleton);
