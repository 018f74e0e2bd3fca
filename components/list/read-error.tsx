'use client';

import { useMemo } from 'react';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { withWait } from '#lib/api/retries.ts';

type Props = { error: unknown; onRetry: () => void; asOf?: string | null };

/** A failed read: what happened, and when it is tried again. What was read before stays on screen. */
export function ReadError({ error, onRetry, asOf }: Props) {
  const patient = useMemo(() => withWait(error), [error]);
  return <ErrorCard error={patient} onRetry={onRetry} asOf={asOf} />;
}
