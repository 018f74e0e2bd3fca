import { ClosingsSkeleton } from '#components/closings/closings-table.tsx';
import { loadingPage } from '../../../page-of.tsx';

export default loadingPage('closings', <ClosingsSkeleton />);
