'use client';

import { createContext, useContext } from 'react';
import { CallError } from '#lib/api/client.ts';

/** The operator went back instead of proving who they are: nothing was sent. */
export class StepUpCancelled extends Error {
  constructor() {
    super('No proof of identity was given.');
    this.name = 'StepUpCancelled';
  }
}

/** The proof itself was refused, and not what it was for: a code is also what sets an app up. */
export class ProofRefused extends CallError {}

/** Where the single sign-on asks anew. */
export const PROOF_WINDOW = '/api/sso/start?purpose=step-up&callbackUrl=/proved';

/** The window of the single sign-on: it was opened, the browser did not open it, or the operator came back without a proof. */
export type Elsewhere = 'asked' | 'blocked' | 'back';

export type StepUp = {
  /** By this browser's clock; the server has the last word. */
  isDue: () => boolean;
  /**
   * Sends a proof: what was typed (password, or code where a second factor is set up), or with nothing typed what the
   * device signs. Throws CallError (a wrong one has `fields`, a throttled one `retryAfterSeconds`) as ProofRefused, or PasskeyClosed.
   */
  prove: (typed: string) => Promise<void>;
  /** While a proof is waited for from the single sign-on; null: none is. */
  elsewhere: Elsewhere | null;
  /**
   * Runs `run` with a fresh proof: asks for the password where one is due or the server asks for it, then runs (again).
   * `run` must send the same idempotency key each time. Throws StepUpCancelled when the operator goes back.
   * `first` false: only the server knows whether a proof is needed, so nothing is asked before it says so.
   */
  withProof: <T>(run: () => Promise<T>, options?: { first?: boolean }) => Promise<T>;
};
export const StepUpContext = createContext<StepUp | null>(null);

export function useStepUp(): StepUp {
  const value = useContext(StepUpContext);
  if (value === null) throw new Error('useStepUp is only for what stands inside the shell');
  return value;
}

export const needsProof = (error: unknown) =>
  error instanceof CallError && error.problem.code === 'step_up_required';
