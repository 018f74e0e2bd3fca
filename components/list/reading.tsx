'use client';

import { Skeleton } from '#components/ui/skeleton.tsx';
import { ReadError } from './read-error.tsx';

/** Says that the data of a form is being read, or could not be. */
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
