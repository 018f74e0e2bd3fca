'use client';

import { useMemo } from 'react';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { CallError } from '#lib/api/client.ts';

const PASSING = new Set([0, 503, 504]);
const WAIT_SECONDS = 15;

/**
 * A read that fails for a reason that passes is tried again by itself, also where the answer named no waiting
 * time: then the error carries ours, and the error card counts it down.
 */
function withWait(error: unknown): unknown {
  if (!(error instanceof CallError)) return error;
  const { problem } = error;
  const passing = problem.help ? problem.help.retry === 'self' : PASSING.has(problem.status);
  if (!passing || problem.retryAfterSeconds !== undefined) return error;
  return new CallError({ ...problem, retryAfterSeconds: WAIT_SECONDS });
}

type Props = { error: unknown; onRetry: () => void; asOf?: string | null };

/** A failed read: what happened, and when it is tried again. What was read before stays on screen. */
export function ReadError({ error, onRetry, asOf }: Props) {
  const patient = useMemo(() => withWait(error), [error]);
  return <ErrorCard error={patient} onRetry={onRetry} asOf={asOf} />;
}
