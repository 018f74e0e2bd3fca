import { DeliveriesSkeleton } from '#components/deliveries/deliveries-skeleton.tsx';

export default function Loading() {
  return <DeliveriesSkeleton />;
}
