export { QueueSkeleton as default } from '#components/disputes/queue/queue-skeleton.tsx';
