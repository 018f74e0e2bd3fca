'use client';

import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { StepUpCancelled, useStepUp } from '#components/app-shell/step-up-context.ts';
import type { Report } from '#lib/connections/queries.ts';

/**
 * The doctor's reads over what is typed now, with a proof of identity where one is due: they call a typed address. What
 * is typed after makes the report worthless.
 */
export function useTrial<Body>(body: Body, run: (body: Body) => Promise<Report>) {
  const tried = useRef('');
  const now = JSON.stringify(body);
  const { withProof } = useStepUp();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (given: Body) => withProof(() => run(given)),
    gcTime: 0,
  });
  const same = tried.current === now;
  return {
    report: same ? data : undefined,
    error: same && !(error instanceof StepUpCancelled) ? error : null,
    busy: isPending,
    start: () => {
      tried.current = now;
      mutate(body);
    },
  };
}
