'use client';

import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { allResends, type Preview, previewResend, type Scope } from '#lib/resends/queries.ts';

/**
 * Loads a preview until it is complete. `preview`: complete, or as far as loaded. A new run or unmounting
 * stops the previous one.
 */
export function usePreview() {
  const account = useSession().account.slug;
  const running = useRef<AbortController | null>(null);
  const [part, setPart] = useState<Preview | null>(null);
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: ({ scope, signal }: { scope: Scope; signal: AbortSignal }) =>
      previewResend(account, scope, { signal, onPart: (read) => !signal.aborted && setPart(read) }),
  });
  const run = useCallback(
    (scope: Scope) => {
      running.current?.abort();
      running.current = new AbortController();
      setPart(null);
      mutate({ scope, signal: running.current.signal });
    },
    [mutate],
  );
  useEffect(() => () => running.current?.abort(), []);
  return { preview: error === null ? (data ?? part) : null, error, busy: isPending, run };
}

/** Starts the resend of a preview; `onStarted` gets its id. */
export function useStartResend(onStarted: (id: string) => void) {
  return useOperation('POST /resends', {
    proof: 'none',
    stale: [allResends(useSession().account.slug)],
    onDone: ({ id }) => onStarted(id),
  });
}
