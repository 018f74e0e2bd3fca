import { QueueSkeleton } from '#components/disputes/queue/queue-skeleton.tsx';

export default function Loading() {
  return <QueueSkeleton />;
}
