import { ResendsSkeleton } from '#components/resends/resends-skeleton.tsx';
import { loadingPage } from '../../../page-of.tsx';

export default loadingPage('resends', <ResendsSkeleton />);
