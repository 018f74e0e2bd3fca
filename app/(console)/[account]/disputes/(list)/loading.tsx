import { QueueSkeleton } from '#components/disputes/queue/queue-panel.tsx';
import { loadingPage } from '../../../page-of.tsx';

export default loadingPage('disputes', <QueueSkeleton />);
