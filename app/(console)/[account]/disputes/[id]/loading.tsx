import { WorkSkeleton } from '#components/disputes/work/work-skeleton.tsx';
import { loadingPage } from '../../../page-of.tsx';

export default loadingPage('disputes', <WorkSkeleton />);
