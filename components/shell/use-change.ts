'use client';

import { useMutation } from '@tanstack/react-query';
import { endsIntent, useIntentKey } from '#lib/api/use-intent-key.ts';
import { StepUpCancelled, useStepUp } from './step-up-context.ts';

type Options<Vars, T> = {
  /** Sends the change with the key of this intent. */
  send: (key: string, vars: Vars) => Promise<T>;
  onDone?: (answer: T, vars: Vars) => void;
  /** False for changes that need no fresh proof of identity; `when-asked` where only the server knows. */
  proof?: boolean | 'when-asked';
};

/**
 * A change with one key for one intent, and the proof of identity asked for where it is due. Going back from the
 * password leaves everything as it was: no error, nothing sent.
 */
export function useChange<Vars, T>({ send, onDone, proof = true }: Options<Vars, T>) {
  const { withProof } = useStepUp();
  const intent = useIntentKey();
  const { mutate, mutateAsync, reset, ...mutation } = useMutation<T, Error, Vars>({
    // An answer may hold a secret: it is not kept once nothing shows it.
    gcTime: 0,
    mutationFn: (vars) => {
      const run = () => send(intent.keyFor(vars ?? null), vars);
      return proof ? withProof(run, { first: proof !== 'when-asked' }) : run();
    },
    onSuccess: (answer, vars) => {
      intent.end();
      onDone?.(answer, vars);
    },
    onError: (error) => {
      if (endsIntent(error)) intent.end();
      if (error instanceof StepUpCancelled) queueMicrotask(reset);
    },
  });
  const error = mutation.error instanceof StepUpCancelled ? null : mutation.error;
  return {
    ...mutation,
    error,
    reset,
    /** A second press while the first is on its way does nothing. */
    start: (vars: Vars) => void (mutation.isPending || mutate(vars)),
    /** The same, awaited; throws what was refused. */
    startAndWait: mutateAsync,
  };
}
