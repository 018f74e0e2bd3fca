import { useMemo } from 'react';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { withWait } from '#lib/api/query-client.ts';

type Props = { error: unknown; onRetry: () => void; asOf?: string | null };

/** A failed read: what happened, and when it is retried. Data read before stays on screen. */
export function ReadError({ error, onRetry, asOf }: Props) {
  const retryable = useMemo(() => withWait(error), [error]);
  return <ErrorCard error={retryable} onRetry={onRetry} asOf={asOf} />;
}

type ReadingProps = { label: string; error: unknown; refetch: () => unknown };

/** Placeholder of a form while its data is read, or the read error. */
export function Reading({ label, error, refetch }: ReadingProps) {
  if (error) return <ReadError error={error} onRetry={() => void refetch()} />;
  return (
    <p aria-busy="true">
      <span className="sr-only">{label}</span>
      <Skeleton width="70%" />
    </p>
  );
}
