import { ResendsSkeleton } from '#components/resends/resends-skeleton.tsx';

export default function Loading() {
  return <ResendsSkeleton />;
}
