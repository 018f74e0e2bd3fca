import { WorkSkeleton } from '#components/disputes/work/work-skeleton.tsx';

export default function Loading() {
  return <WorkSkeleton />;
}
