import { ResendsSkeleton } from '#components/resends/resends-view.tsx';
import { loadingPage } from '../../../page-of.tsx';

export default loadingPage('resends', <ResendsSkeleton />);
