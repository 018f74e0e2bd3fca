'use client';

import { useMemo } from 'react';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { withWait } from '#lib/api/retries.ts';

type Props = { error: unknown; onRetry: () => void; asOf?: string | null };

/** A failed read: what happened, and when it is retried. Data read before stays on screen. */
export function ReadError({ error, onRetry, asOf }: Props) {
  const retryable = useMemo(() => withWait(error), [error]);
  return <ErrorCard error={retryable} onRetry={onRetry} asOf={asOf} />;
}
