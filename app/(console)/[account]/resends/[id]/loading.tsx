import { ResendSkeleton } from '#components/resends/page/resend-skeleton.tsx';

export default function Loading() {
  return <ResendSkeleton />;
}
