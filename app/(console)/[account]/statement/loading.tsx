import { StatementSkeleton } from '#components/statement/statement-table.tsx';
import { loadingPage } from '../../page-of.tsx';

export default loadingPage('statement', <StatementSkeleton />);
