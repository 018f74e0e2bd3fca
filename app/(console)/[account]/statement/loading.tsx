import { StatementSkeleton } from '#components/statement/statement-skeleton.tsx';
import { loadingPage } from '../../page-of.tsx';

export default loadingPage('statement', <StatementSkeleton />);
