import { TransactionsSkeleton } from '#components/transactions/transactions-skeleton.tsx';
import { withScriptsOf } from '../../../layout-scripts.tsx';

export default withScriptsOf(TransactionsSkeleton);
