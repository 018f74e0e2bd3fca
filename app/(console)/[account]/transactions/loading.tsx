import { TransactionsSkeleton } from '#components/transactions/transactions-skeleton.tsx';

export default function Loading() {
  return <TransactionsSkeleton />;
}
