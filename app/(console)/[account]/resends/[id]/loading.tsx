import { ResendSkeleton } from '#components/resends/page/progress-panel.tsx';
import { loadingPage } from '../../../page-of.tsx';

export default loadingPage('resends', <ResendSkeleton />);
