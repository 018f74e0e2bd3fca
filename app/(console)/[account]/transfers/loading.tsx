import { PaymentsSkeleton } from '#components/payments/payments-skeleton.tsx';

export default function Loading() {
  return <PaymentsSkeleton page="transfers" />;
}
