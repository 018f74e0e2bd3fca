import { StatementSkeleton } from '#components/statement/statement-skeleton.tsx';

export default function Loading() {
  return <StatementSkeleton />;
}
