'use client';

import { Skeleton } from '#components/ui/skeleton.tsx';
import { ReadError } from './read-error.tsx';

/** Placeholder of a form while its data is read, or the read error. */
export function Reading({
  words,
  error,
  refetch,
}: {
  words: string;
  error: unknown;
  refetch: () => unknown;
}) {
  if (error) return <ReadError error={error} onRetry={() => void refetch()} />;
  return (
    <p aria-busy="true">
      <span className="sr-only">{words}</span>
      <Skeleton width="70%" />
    </p>
  );
}
