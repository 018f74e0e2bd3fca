import { ResendSkeleton } from '#components/resends/page/resend-skeleton.tsx';
import { loadingPage } from '../../../page-of.tsx';

export default loadingPage('resends', <ResendSkeleton />);
