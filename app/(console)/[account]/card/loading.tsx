import { CardSkeleton } from '#components/card/card-skeleton.tsx';

export default function Loading() {
  return <CardSkeleton />;
}
