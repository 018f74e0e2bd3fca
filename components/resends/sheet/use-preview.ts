'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { type Preview, previewResend, resendKeys, type Scope } from '#lib/resends/queries.ts';

/** `preview`: complete, or as far as loaded. */
type PreviewState = { preview: Preview | null; error: unknown; busy: boolean };

/** Loads a preview until it is complete. A new run or unmounting stops the previous one. */
export function usePreview() {
  const account = useSession().account.slug;
  const [state, setState] = useState<PreviewState>({ preview: null, error: null, busy: false });
  const running = useRef<AbortController | null>(null);
  const run = useCallback(
    async (scope: Scope) => {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      setState({ preview: null, error: null, busy: true });
      const current = () => running.current === own && !own.signal.aborted;
      try {
        const preview = await previewResend(account, scope, {
          signal: own.signal,
          onPart: (part) => current() && setState({ preview: part, error: null, busy: true }),
        });
        if (current()) setState({ preview, error: null, busy: false });
      } catch (error) {
        if (current()) setState({ preview: null, error, busy: false });
      }
    },
    [account],
  );
  useEffect(() => () => running.current?.abort(), []);
  return { ...state, run };
}

/** Starts the resend of a preview; `onStarted` gets its id. */
export function useStartResend(onStarted: (id: string) => void) {
  return useOperation('POST /resends', {
    proof: 'none',
    stale: [resendKeys.all(useSession().account.slug)],
    onDone: ({ id }) => onStarted(id),
  });
}
