import { QueueSkeleton } from '#components/disputes/queue/queue-skeleton.tsx';
import { loadingPage } from '../../../page-of.tsx';

export default loadingPage('disputes', <QueueSkeleton />);
