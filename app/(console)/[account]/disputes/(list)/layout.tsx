import { QueueSkeleton } from '#components/disputes/queue/queue-skeleton.tsx';
import { withScriptsOf } from '../../../shared-scripts.tsx';

export default withScriptsOf(QueueSkeleton);
