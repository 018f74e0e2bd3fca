'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { type Preview, previewResend, type Scope } from '#lib/resends/queries.ts';

export type PreviewState = {
  /** The preview, complete or as far as loaded. */
  preview: Preview | null;
  error: unknown;
  busy: boolean;
};
const NOTHING: PreviewState = { preview: null, error: null, busy: false };

/** Loads a preview until it is complete. A new run or unmounting stops the previous one. */
export function usePreview(account: string) {
  const [state, setState] = useState(NOTHING);
  const running = useRef<AbortController | null>(null);
  const run = useCallback(
    async (scope: Scope) => {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      setState({ ...NOTHING, busy: true });
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
