import { QueueSkeleton } from '#components/disputes/queue/queue-skeleton.tsx';
import { withScriptsOf } from '../../../layout-scripts.tsx';

export default withScriptsOf(QueueSkeleton);
